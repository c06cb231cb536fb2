"""The right kernels of operations, adopted without their declarations and with the names that other people give."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from harness.adopt.adoption import AdoptionOptions, adopt, kernels_of
from harness.adopt.trial import Trial, trial_settings
from harness.run.session import open_runner
from harness.settings.settings import Settings
from harness.variant.declaration.discovery import load_variant
from tests.sampled import one_in

ROOT = Path(__file__).parents[2]
RIGHT = ROOT / "fixtures" / "operations" / "right"

COMMON = "n_rows=rows n_cols=cols inp_stride=x_stride out_stride=y_stride inp=x out=y"
"""Names of parameters, by those in the fixtures."""
NAMES = {
    "column_sum": "sums=dbias inp=dout inp_stride=ld n_rows=B n_cols=OC",
    "cross_entropy": "inp=logits targets=labels loss=losses n_rows=N n_cols=V inp_stride=ld",
    "matmul": "a=A b=B c=C m=M n=N k=K",
    "quantize_int8": "out=q scale=scales",
    "row_max_index": "inp=logits",
    "scatter_add": "table=dweight inp=dout indices=idx",
}
"""Names of parameters of an operation's kernels, besides `COMMON`."""
MARK = "_new_name_"
"""Keeps a new name from being replaced again."""


def renamed(variant, *, keeps_name):
    """Return a fixture's source without its declaration, and with the parameters renamed."""
    source = (RIGHT / f"{variant.id}.cu").read_text(encoding="ascii")
    source = re.sub(r"^// /// variant\n.*?^// ///\n", "", source, flags=re.MULTILINE | re.DOTALL)
    source = source.replace("../../../cuda_src", str(ROOT / "cuda_src"))
    names = dict(each.split("=") for each in f"{COMMON} {NAMES[variant.operation.name]}".split())
    head = re.search(r"__global__[^(]*\(([^)]*)\)", source)
    for name in re.findall(r"(\w+)\s*(?:,|$)", head[1]):
        new = names.get(name, name)
        if new != name:
            # A name that the kernel has for something else gets a suffix, as people give one.
            new += "_ptr" if re.search(rf"\b{new}\b", source) else ""
            source = re.sub(rf"(?<![\w.]){name}\b", f"{new}{MARK}", source)
    source = source.replace(MARK, "")
    source = re.sub(r"__global__[^)]*\)", lambda found: found[0].replace("scalar_t", "float"), source)
    if not keeps_name:
        source = re.sub(rf"\b{variant.operation.name}(?=\s*\()", "my_kernel", source)
    return "".join(f"#define {name} 16\n" for name in variant.defines) + source


@pytest.fixture(scope="module")
def device():
    """Open the cpu device for trials, in this process."""
    own = replace(Settings.load(ROOT), isolation="none", include_dirs=(ROOT / "cuda_src" / "include",))
    settings = trial_settings(own)
    with open_runner("cpu", settings) as runner:
        yield runner, settings


def adopted(stem, folder, device, *, keeps_name=True):
    """Return what was found of a renamed kernel, the last of its file, and its own declaration."""
    variant = load_variant(RIGHT / f"{stem}.cu")
    path = folder / f"{stem}.cu"
    path.write_text(renamed(variant, keeps_name=keeps_name), encoding="ascii")
    runner, settings = device
    return adopt(kernels_of(path, settings)[-1], AdoptionOptions(), Trial(path, runner, settings)), variant


@pytest.mark.parametrize(("stem", "keeps_name"), one_in(4, [
    ("cross_entropy_warp", True), ("matmul_tile", True), ("quantize_int8_block", True),
    ("scatter_add_atomics", True), ("row_max_index_warp", False),
], pytest.mark.slow))  # fmt: skip
def test_operation_and_arguments_are_found(device, tmp_path, stem, keeps_name):
    found, variant = adopted(stem, tmp_path, device, keeps_name=keeps_name)
    assert found.is_whole, found.unknown
    assert (found.draft.operation, found.draft.args) == (variant.operation.name, variant.launches[-1].args)
    assert not found.survey.failed


@pytest.mark.slow
def test_a_kernel_of_no_operation_is_told_the_nearest(device, tmp_path):
    # It takes two launches; the second alone adds to an output that nothing cleared.
    found, _ = adopted("column_sum_atomics", tmp_path, device)
    assert not found.is_whole
    assert [each.name for each in found.unknown] == ["operation"]
    misfits = {each.operation.name: each.why for each in found.misfits}
    assert misfits["column_sum"].startswith("it needs sums (out, float32), but ")
    assert "the kernel adds to it" in misfits["column_sum"]
