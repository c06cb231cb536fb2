"""Kernels that are right and slower: the gate names the counter that shows it, without a GPU."""

import json
import re
from pathlib import Path

import pytest

from tests.gate.conftest import thin_out
from tests.gate.repository import Repository, reports
from tests.kernels.mutants import kernels

ROOT = Path(__file__).resolve().parents[2]
SLOW = ROOT / "fixtures" / "slow_kernels"

EXPECTED = {
    "bank_conflicts": "shared_excess",
    "divergent_halves": "instructions",
    "double_exp": "f64_instructions",
    "idle_warps": "active_threads_share",
    "local_array": "local_sectors",
    "needless_barrier": "block_barriers",
    "one_block": "threads",
    "one_more_pass": "global_load_sectors",
    "single_loads": "global_load_requests",
    "spilled_registers": "spill_store_bytes",
    "strided_columns": "global_store_sectors",
}


ARGUMENTS = re.compile(r"^// args +=(.*)", re.MULTILINE)
DECLARATION = re.compile(r"^// /// variant\n.*?^// ///\n", re.MULTILINE | re.DOTALL)


def at_one_block(text: str) -> str:
    """Claim the widest block alone: each further one is compiled, checked and counted like it."""
    text, n_blocks = re.subn(
        r"^// block +=.*?(\[\d+\])\]$", r"// block = [\1]", text, count=1, flags=re.MULTILINE
    )
    assert n_blocks == 1
    return text


def baseline_of(text: str) -> str:
    """Return the kernel that a slow one was made from, claiming what the slow one claims."""
    name = text.split(maxsplit=2)[1]
    declaration = DECLARATION.search(text)
    assert declaration is not None
    # too few registers are asked for there
    claimed = re.sub(r"^// compile_options.*\n", "", declaration[0], flags=re.MULTILINE)
    own = (ROOT / "cuda_src" / f"{name}.cu").read_text()
    if ARGUMENTS.findall(own) != ARGUMENTS.findall(text):
        # launched in another way, which is the mistake; its last block is one that the slow one claims
        return own.replace("[256], [1024]]", "[256]]")
    code, n_replaced = DECLARATION.subn(lambda _: claimed, own, count=1)
    assert n_replaced == 1
    return code


@pytest.fixture(scope="module")
def variants(tmp_path_factory):
    """Gate a change that makes every kernel slower at once; give what was found by variant."""
    # the headers lie in the folder `include` of the project here
    files = {
        path.stem: at_one_block(path.read_text()).replace('"../../cuda_src/include/', '"')
        for path in kernels(SLOW)
    }
    assert files.keys() == EXPECTED.keys()
    folder = tmp_path_factory.mktemp("slow")
    repository = Repository(
        folder / "project",
        {
            **{f"kernels/{name}.cu": at_one_block(baseline_of(text)) for name, text in files.items()},
            **{
                f"kernels/include/{path.name}": path.read_text()
                for path in sorted((ROOT / "cuda_src" / "include").glob("*.cuh"))
            },
        },
    )
    for name, text in files.items():
        repository.write(f"kernels/{name}.cu", text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KERNEL_HARNESS_ISOLATION", "none")
        thin_out(patch)
        patch.chdir(repository.root)
        result, texts = reports(folder, "--base", "main")
    assert result.exit_code == 1, result.stdout
    return {each["id"]: each for each in json.loads(texts["json"])["variants"]}


@pytest.mark.parametrize("name", EXPECTED)
def test_the_counter_that_shows_the_mistake_is_named(variants, name):
    found = variants[name]
    assert found["change"] == "changed"
    assert found["failures"] == []
    assert found["errors"] == []
    named = [each["message"].partition(":")[0] for each in found["regressions"]]
    assert EXPECTED[name] in named
    assert {each["kind"] for each in found["regressions"]} == {"costlier"}
