"""The right kernels of the operations, without their declarations and with the names that other people give.

``python -m tests.adopt.renamed_kernels [STEM ...]`` adopts each kernel and prints a table of what was found.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from harness.adopt.adoption import Adoption, AdoptionOptions, adopt, kernels_of
from harness.adopt.trial import trial_settings
from harness.errors import HarnessError
from harness.run.session import Runner, open_runner
from harness.settings.settings import Settings
from harness.variant.declaration.discovery import load_variant

ROOT = Path(__file__).parents[2]
RIGHT = ROOT / "fixtures" / "operations" / "right"

COMMON = {
    "n_rows": "rows",
    "n_cols": "cols",
    "inp_stride": "x_stride",
    "out_stride": "y_stride",
    "inp": "x",
    "out": "y",
    "eps": "layernorm_eps",
    "weight": "gamma",
    "bias": "beta",
}
"""Names of parameters, by those in the fixtures."""

NAMES: dict[str, dict[str, str]] = {
    "attention": {
        "q": "Q", "k": "K", "v": "V", "out": "O", "queries": "seq_q", "keys": "seq_k", "dim": "head_dim",
        "scale": "softmax_scale", "q_head": "q_head_stride", "q_row": "q_row_stride", "k_head": "k_head_stride",
        "k_row": "k_row_stride", "v_head": "v_head_stride", "v_row": "v_row_stride", "out_head": "o_head_stride",
        "out_row": "o_row_stride",
    },
    "causal_softmax": {"inp": "scores", "out": "probs", "start": "offset", "scale": "inv_temperature"},
    "column_sum": {"sums": "dbias", "inp": "dout", "inp_stride": "ld", "n_rows": "B", "n_cols": "OC"},
    "cross_entropy": {"inp": "logits", "targets": "labels", "loss": "losses", "n_rows": "N", "n_cols": "V",
                      "inp_stride": "ld"},
    "cross_entropy_backward": {"out": "dlogits", "probs": "probs", "targets": "labels", "dloss": "dlosses",
                               "n_rows": "BT", "n_cols": "V"},
    "gather_rows": {"table": "wte", "indices": "tokens", "out": "out", "n_cols": "C", "n_rows": "N"},
    "histogram": {"counts": "hist", "inp": "data"},
    "layer_norm_backward": {"dinp": "dx", "dout": "dy", "inp": "x", "weight": "gamma", "mean": "mu",
                            "rstd": "invvar", "dweight": "dgamma", "dbias": "dbeta"},
    "layer_norm_stats": {"mean": "mu", "rstd": "rsigma"},
    "masked_softmax": {"inp": "scores", "mask": "attn_mask", "out": "probs"},
    "matmul": {"a": "A", "b": "B", "c": "C", "m": "M", "n": "N", "k": "K"},
    "quantize_int8": {"out": "q", "scale": "scales"},
    "quantize_fp8": {"out": "q", "scale": "scales"},
    "ragged_softmax": {"lengths": "seq_lens"},
    "residual_rms_norm": {"residual": "residual", "inp": "hidden_states", "weight": "gamma", "n_cols": "hidden_size"},
    "rope": {"query": "q", "cos_sin": "cos_sin_cache", "positions": "pos", "heads": "num_heads",
             "head_dim": "head_size", "token_stride": "q_stride", "head_stride": "stride_h"},
    "row_max_index": {"inp": "logits"},
    "scatter_add": {"table": "dweight", "inp": "dout", "indices": "idx"},
    "softmax_backward": {"out": "dinp", "grad": "dout", "y": "probs"},
    "swiglu": {"gate": "x1", "up": "x2"},
    "transpose": {"ld_inp": "ld_in", "ld_out": "ld_out", "n_rows": "height", "n_cols": "width"},
}  # fmt: skip
"""Names of parameters of an operation's kernels, besides `COMMON`."""


_MARK = "_new_name_"
"""Keeps a new name from being replaced again."""


@dataclass(frozen=True)
class Outcome:
    """What `init` made of one kernel.

    Parameters
    ----------
    kernel : str
        Stem of the fixture.
    operation : str
        Operation that it computes.
    args : tuple of str
        Arguments in its own declaration.
    adoption : Adoption or None
        What was found; None if the source was refused.
    why : str
        Reason that nothing was found; empty if the declaration is whole.
    seconds : float
        Duration, the compiler's time included.
    """

    kernel: str
    operation: str
    args: tuple[str, ...]
    adoption: Adoption | None
    why: str
    seconds: float

    @property
    def is_right(self) -> bool:
        """Whether operation and arguments are those of the kernel's own declaration."""
        draft = self.adoption.draft if self.adoption and self.adoption.is_whole else None
        return draft is not None and (draft.operation, draft.args) == (self.operation, self.args)


def renamed(stem: str, *, keeps_name: bool = True) -> str:
    """Return a fixture's source without its declaration, and with the parameters renamed.

    Parameters
    ----------
    stem : str
        Stem of a file of `fixtures/operations/right`.
    keeps_name : bool
        Whether the kernel keeps its name, which tells the operation.
    """
    path = RIGHT / f"{stem}.cu"
    variant = load_variant(path)
    source = path.read_text(encoding="ascii")
    source = re.sub(r"^// /// variant\n.*?^// ///\n", "", source, flags=re.MULTILINE | re.DOTALL)
    source = source.replace("../../../cuda_src", str(ROOT / "cuda_src"))
    names = {**COMMON, **NAMES.get(variant.operation.name, {})}
    head = re.search(r"__global__[^(]*\(([^)]*)\)", source)
    assert head is not None
    own = re.findall(r"(\w+)\s*(?:,|$)", head[1])
    for name in own:
        new = names.get(name, name)
        if new != name:
            # A name that the kernel has for something else gets a suffix, as people give one.
            new += "_ptr" if re.search(rf"\b{new}\b", source) else ""
            source = re.sub(rf"(?<![\w.]){name}\b", f"{new}{_MARK}", source)
    source = source.replace(_MARK, "")
    source = re.sub(r"__global__[^)]*\)", lambda found: found[0].replace("scalar_t", "float"), source)
    if not keeps_name:
        source = re.sub(rf"\b{variant.operation.name}(?=\s*\()", "my_kernel", source)
    macros = "".join(f"#define {name} 16\n" for name in variant.defines)
    return macros + source


@contextmanager
def opened() -> Iterator[tuple[Runner, Settings]]:
    """Open the cpu device for trials, in this process."""
    own = replace(Settings.load(ROOT), isolation="none", include_dirs=(ROOT / "cuda_src" / "include",))
    settings = trial_settings(own)
    with open_runner("cpu", settings) as runner:
        yield runner, settings


def outcome(
    stem: str, folder: Path, runner: Runner, settings: Settings, *, keeps_name: bool = True
) -> Outcome:
    """Adopt one renamed kernel: the last of its file, which is the only one of most."""
    variant = load_variant(RIGHT / f"{stem}.cu")
    path = folder / f"{stem}.cu"
    path.write_text(renamed(stem, keeps_name=keeps_name), encoding="ascii")
    began = time.monotonic()
    found: Adoption | None = None
    try:
        found = adopt(path, kernels_of(path, settings)[-1], AdoptionOptions(), runner, settings)
        why = "; ".join(f"{each.name}: {each.why}" for each in found.unknown)
    except HarnessError as error:
        why = str(error).splitlines()[0]
    args = variant.launches[-1].args
    return Outcome(stem, variant.operation.name, args, found, why, time.monotonic() - began)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table of what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("stems", nargs="*", metavar="STEM", help="fixtures; default: all")
    parser.add_argument("--anonymous", action="store_true", help="rename the kernels too")
    options = parser.parse_args(arguments)
    stems = options.stems or sorted(path.stem for path in RIGHT.glob("*.cu"))
    n_right, seconds = 0, 0.0

    def say(line: str) -> None:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()

    say("| kernel | operation | found | launches | seconds | remark |\n|---|---|---|---|---|---|")
    with opened() as (runner, settings), tempfile.TemporaryDirectory() as folder:
        for stem in stems:
            told = outcome(stem, Path(folder), runner, settings, keeps_name=not options.anonymous)
            n_right += told.is_right
            seconds += told.seconds
            say(_row(told))
    say(f"\n{n_right} of {len(stems)} right, {seconds:.0f} s")
    return 0


def _row(told: Outcome) -> str:
    found = told.adoption
    draft = found.draft if found is not None and found.is_whole else None
    if draft is None:
        return (
            f"| {told.kernel} | {told.operation} | no | | {told.seconds:.1f} | {told.why.replace('|', '/')} |"
        )
    remark = "" if told.is_right else f"args {', '.join(draft.args)}"
    assert found is not None
    if found.survey is not None and found.survey.failed:
        remark += f" wrong on {len(found.survey.failed)} further sizes: {found.survey.limit}"
    launches = found.verified.split()[0]
    return f"| {told.kernel} | {told.operation} | {draft.operation} | {launches} | {told.seconds:.1f} | {remark} |"


if __name__ == "__main__":
    sys.exit(main())
