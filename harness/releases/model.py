"""The results of every variant with one CUDA release, as data; `VariantRecord.status` is the only rule."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum


class Cannot(str, Enum):
    """Limits of a release that prevent compiling a variant for an architecture; not faults of the variant."""

    ARCH = "arch-unsupported"
    """The architecture lacks a feature that the code uses; mostly it is too old."""
    HEADER = "header-missing"
    """The release lacks a header that the source or one of CUDA's headers includes."""
    INTRINSIC = "intrinsic-missing"
    """The release does not declare one of CUDA's functions or types for the architecture."""
    ISA = "isa-too-old"
    """The code needs a later version of the PTX instruction set."""
    OPTION = "option-unknown"
    """The compiler of the release has no such option."""
    CRASH = "compiler-crash"
    """The compiler of the release crashes, for whatever reason."""
    ASSEMBLER_CRASH = "assembler-crash"
    """The compiler crashes when it makes machine code; it still makes PTX, which is executed."""
    SOURCE = "refused-by-source"
    """The source itself refuses, by an ``#error``."""


class Status(str, Enum):
    """Status of a variant with a release."""

    PASS = "PASS"
    FAIL = "FAIL"
    SKIP = "SKIP"
    NOT_RUN = "NOT-RUN"


@dataclass(frozen=True)
class Skip:
    """A limit of a release.

    Parameters
    ----------
    reason : Cannot
        Kind of limit.
    message : str
        The compiler's message, in one line.
    """

    reason: Cannot
    message: str


@dataclass(frozen=True)
class Build:
    """One source compiled with one set of macros for one architecture, to PTX and to machine code.

    Parameters
    ----------
    dtype : str
        Element type.
    blocks : tuple of str
        The blocks that share the build.
    arch : str
        Architecture.
    costs : mapping of str to int
        ``registers``, ``spill_store_bytes``, ``spill_load_bytes``, ``stack_bytes``, ``shared_bytes``, each the
        largest over the entries. If the architecture is known, also ``resident_warps`` of a multiprocessor, the
        smallest. Empty if there is no build.
    warnings : tuple of str
        The compiler's warnings, one line each.
    skip : Skip or None
        The release's limit that prevents the build.
    error : str
        The compiler's error, if it is a fault of the variant; else empty.
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
        """Whether there is machine code."""
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
        The case and its verdict.
    reasons : tuple of str
        Reason codes.
    rerun : str
        The command that reruns the case.
    """

    id: str
    verdict: str
    reasons: tuple[str, ...]
    rerun: str


@dataclass(frozen=True)
class Run:
    """Results of a variant's cases on a device.

    Parameters
    ----------
    verdicts : mapping of str to int
        Number of cases with each verdict.
    failures : tuple of Failure
        Cases that make the run fail.
    """

    verdicts: Mapping[str, int]
    failures: tuple[Failure, ...] = ()

    @property
    def n_passed(self) -> int:
        """Number of cases that passed."""
        return self.verdicts.get("PASS", 0)


@dataclass(frozen=True)
class CaseCost:
    """The gate's counters of one case.

    Parameters
    ----------
    id : str
        The case.
    dtype : str
        Element type.
    n_elements : int
        Rows times columns.
    counters : mapping of str to float
        Counters by name, as in docs/gate.md.
    """

    id: str
    dtype: str
    n_elements: int
    counters: Mapping[str, float]


@dataclass(frozen=True)
class VariantRecord:
    """Results of one variant with a release.

    Parameters
    ----------
    id : str
        The variant.
    source : str
        Digest of its file and every header of the user's: records of different text are not compared.
    dtype, block : str
        The element type and block that tables show: the first type, the usual block.
    builds : tuple of Build
        Builds, ordered by type, block and architecture.
    runs : mapping of str to Run
        Results by kind of device; only devices that ran it.
    costs : tuple of CaseCost
        Counters of its cases on the executor.
    errors : tuple of str
        Errors of the survey.
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
        """Return the status; `arch` is the architecture whose PTX was executed."""
        if any(build.error for build in self.builds) or any(run.failures for run in self.runs.values()):
            return Status.FAIL
        if any(run.n_passed for run in self.runs.values()):
            return Status.PASS
        executed = [build for build in self.builds if build.arch == arch]
        if executed and all(build.skip is not None for build in executed):
            return Status.SKIP
        return Status.NOT_RUN

    def build(self, arch: str) -> Build | None:
        """Return the build for an architecture, as shown in tables."""
        for each in self.builds:
            if each.arch == arch and each.dtype == self.dtype and self.block in each.blocks:
                return each
        return None

    @property
    def skips(self) -> dict[Skip, tuple[str, ...]]:
        """Limits of the release, each with its architectures in order."""
        found: dict[Skip, dict[str, None]] = {}
        for each in self.builds:
            if each.skip is not None:
                found.setdefault(each.skip, {})[each.arch] = None
        return {skip: tuple(archs) for skip, archs in found.items()}


@dataclass(frozen=True)
class ReleaseRecord:
    """Results of every variant with one CUDA release.

    Parameters
    ----------
    harness : str
        Version of kernel-harness.
    cuda : str
        The release, such as ``12.4``.
    compiler : str
        Compiler and full version.
    headers : str
        The headers' wheels and versions.
    ptx_isa : str
        Version of the instruction set of its PTX, such as ``8.4``; empty without PTX.
    arch : str
        Architecture whose PTX was executed.
    archs : tuple of str
        All target architectures, oldest first.
    devices : mapping of str to str
        By kind: the device's name, or ``not run: `` and the reason.
    variants : tuple of VariantRecord
        Variants, ordered by id.
    declaration_errors : tuple of str
        Wrong declarations; they have no cases.
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

        A limit of the release is no failure.
        """
        statuses = [each.status(self.arch) for each in self.variants]
        if Status.FAIL in statuses or Status.NOT_RUN in statuses or any(v.errors for v in self.variants):
            return 1
        return 2 if self.declaration_errors or not statuses else 0
