"""What one CUDA release makes of every variant, as data; `VariantRecord.status` is the one rule it holds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum


class Cannot(str, Enum):
    """Why a release cannot compile a variant for an architecture, where that is no fault of the variant."""

    ARCH = "arch-unsupported"
    """The architecture does not have what the code uses; mostly it is too old."""
    HEADER = "header-missing"
    """CUDA's headers of the release want a header that it does not have, or do not have the one that is included."""
    INTRINSIC = "intrinsic-missing"
    """The release does not declare a function or type of CUDA's for the architecture."""
    ISA = "isa-too-old"
    """The code needs a later version of the PTX instruction set."""
    OPTION = "option-unknown"
    """The compiler of the release has no such option."""
    CRASH = "compiler-crash"
    """The compiler of the release ends its process, whatever that is to blame for."""
    ASSEMBLER_CRASH = "assembler-crash"
    """It does so over the machine code; the PTX it makes, which is executed."""
    SOURCE = "refused-by-source"
    """The source itself refuses, by an ``#error``."""


class Status(str, Enum):
    """What became of a variant with a release."""

    PASS = "PASS"
    FAIL = "FAIL"
    SKIP = "SKIP"
    NOT_RUN = "NOT-RUN"


@dataclass(frozen=True)
class Skip:
    """What a release cannot do.

    Parameters
    ----------
    reason : Cannot
        Which kind of thing.
    message : str
        The thing, in the compiler's words, in one line.
    """

    reason: Cannot
    message: str


@dataclass(frozen=True)
class Build:
    """One source compiled in one way for one architecture, to PTX and to machine code.

    Parameters
    ----------
    dtype : str
        Element type.
    blocks : tuple of str
        The block shapes that share it.
    arch : str
        Architecture.
    costs : mapping of str to int
        ``registers``, ``spill_store_bytes``, ``spill_load_bytes``, ``stack_bytes``, ``shared_bytes``, each the largest
        of the entries, and ``resident_warps`` of a multiprocessor, the fewest, where the architecture is known. Empty
        where it was not built.
    warnings : tuple of str
        What the compiler warned of, one line each.
    skip : Skip or None
        Why the release cannot.
    error : str
        Why the compiler refused, where that is a fault of the variant; empty where it did not.
    """

    dtype: str
    blocks: tuple[str, ...]
    arch: str
    costs: Mapping[str, int] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    skip: Skip | None = None
    error: str = ""

    @property
    def is_built(self) -> bool:
        """Whether there is code."""
        return self.skip is None and not self.error

    @property
    def has_ptx(self) -> bool:
        """Whether there is PTX, with machine code or without."""
        is_alone = self.skip is not None and self.skip.reason is Cannot.ASSEMBLER_CRASH
        return self.is_built or is_alone


@dataclass(frozen=True)
class Failure:
    """A case that failed.

    Parameters
    ----------
    id, verdict : str
        The case, and what became of it.
    reasons : tuple of str
        Reason codes.
    rerun : str
        The command that runs it again.
    """

    id: str
    verdict: str
    reasons: tuple[str, ...]
    rerun: str


@dataclass(frozen=True)
class Run:
    """The cases of a variant on a device.

    Parameters
    ----------
    verdicts : mapping of str to int
        How many cases ended in each.
    failures : tuple of Failure
        Those that may not end in success.
    """

    verdicts: Mapping[str, int]
    failures: tuple[Failure, ...] = ()

    @property
    def n_passed(self) -> int:
        """Cases that passed."""
        return self.verdicts.get("PASS", 0)


@dataclass(frozen=True)
class CaseCost:
    """The gate's counters of one case.

    Parameters
    ----------
    id : str
        The case.
    dtype : str
        Its element type.
    n_elements : int
        Rows times columns.
    counters : mapping of str to float
        By name, as in docs/gate.md.
    """

    id: str
    dtype: str
    n_elements: int
    counters: Mapping[str, float]


@dataclass(frozen=True)
class VariantRecord:
    """What a release made of one variant.

    Parameters
    ----------
    id : str
        The variant.
    source : str
        Digest of its file and every header of the user's own: records of other text are not compared.
    dtype, block : str
        The element type and block that tables show: the first type, the usual block.
    builds : tuple of Build
        By type, block and architecture.
    runs : mapping of str to Run
        By kind of device; a device that did not run it is not there.
    costs : tuple of CaseCost
        What its code costs on the executor.
    errors : tuple of str
        What could not be found out.
    """

    id: str
    source: str
    dtype: str
    block: str
    builds: tuple[Build, ...]
    runs: Mapping[str, Run]
    costs: tuple[CaseCost, ...] = ()
    errors: tuple[str, ...] = ()

    def status(self, arch: str) -> Status:
        """Say what became of it, where `arch` is the architecture whose PTX was executed."""
        if any(build.error for build in self.builds) or any(run.failures for run in self.runs.values()):
            return Status.FAIL
        if any(run.n_passed for run in self.runs.values()):
            return Status.PASS
        executed = [build for build in self.builds if build.arch == arch]
        if executed and all(build.skip is not None for build in executed):
            return Status.SKIP
        return Status.NOT_RUN

    def build(self, arch: str) -> Build | None:
        """Return the build for an architecture that tables show."""
        for each in self.builds:
            if each.arch == arch and each.dtype == self.dtype and self.block in each.blocks:
                return each
        return None

    @property
    def skips(self) -> dict[Skip, tuple[str, ...]]:
        """What the release cannot do, with the architectures that it cannot do it for, in order."""
        found: dict[Skip, dict[str, None]] = {}
        for each in self.builds:
            if each.skip is not None:
                found.setdefault(each.skip, {})[each.arch] = None
        return {skip: tuple(archs) for skip, archs in found.items()}


@dataclass(frozen=True)
class ReleaseRecord:
    """What one CUDA release made of every variant.

    Parameters
    ----------
    harness : str
        Version of kernel-harness.
    cuda : str
        The release, such as ``12.4``.
    compiler : str
        Compiler and full version.
    headers : str
        Which headers, by wheel and version.
    ptx_isa : str
        Version of the instruction set of its PTX, such as ``8.4``; empty where none was made.
    arch : str
        Architecture whose PTX was executed.
    archs : tuple of str
        Every architecture that was compiled for, oldest first.
    devices : mapping of str to str
        By kind: what ran it, or ``not run: `` and why.
    variants : tuple of VariantRecord
        By id.
    declaration_errors : tuple of str
        Wrong declarations; none of their cases exist.
    elapsed_s : float
        Wall time in seconds.
    """

    harness: str
    cuda: str
    compiler: str
    headers: str
    ptx_isa: str
    arch: str
    archs: tuple[str, ...]
    devices: Mapping[str, str]
    variants: tuple[VariantRecord, ...]
    declaration_errors: tuple[str, ...] = ()
    elapsed_s: float = 0.0

    @property
    def release(self) -> tuple[int, int]:
        """The release as numbers, to sort by."""
        major, minor = self.cuda.split(".")
        return int(major), int(minor)

    @property
    def exit_code(self) -> int:
        """1 when a variant failed, was not run or could not be counted; 2 for a wrong declaration; else 0.

        What the release cannot do is no failure.
        """
        statuses = [each.status(self.arch) for each in self.variants]
        if Status.FAIL in statuses or Status.NOT_RUN in statuses or any(v.errors for v in self.variants):
            return 1
        return 2 if self.declaration_errors or not statuses else 0
