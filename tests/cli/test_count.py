import json
import re
import shutil
from pathlib import Path

import pytest

from harness.cli.commands.count import DTYPES
from harness.ptx.launch.counts import Counters
from harness.variant.shape import SCALAR_TYPES

ROOT = Path(__file__).parents[2]


@pytest.fixture
def real(real):
    for name in ("softmax_block_tree", "softmax_warp_multi_row", "softmax_split_three_phase"):
        shutil.copy(ROOT / "cuda_src" / f"{name}.cu", real / "cuda_src")
    return real


@pytest.mark.usefixtures("real")
def test_table(invoke):
    result = invoke("count", "softmax_block_tree", "--shape", "64x1024")
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    head = next(line for line in lines if line.startswith("float32 64x1024"))
    row = next(line for line in lines if line.startswith("softmax_block_tree block 256 "))
    cells = dict(zip(head.split()[2:], row.split()[3:], strict=True))
    shown = {"B/el": "16.00", "ld/req": "4.0", "st/req": "4.0", "excess": "0.0"}
    assert shown.items() <= cells.items()
    # 8 levels, one barrier before and one after each tree, two trees
    assert cells["barriers"] == "20.0"
    resources = r"^softmax_block_tree block 256 fp32 softmax +sm_90 +\d+ +0 +0 +1024 +100%  8, limited by"
    assert re.search(resources, result.stdout, re.M)
    assert all(len(line) <= 120 for line in lines)


@pytest.mark.slow
@pytest.mark.usefixtures("real")
def test_default_shapes_and_what_is_left_out(invoke):
    result = invoke("count")
    assert result.exit_code == 0
    for problem in ("float32 256x128", "float32 64x1024", "float32 16x4099"):
        assert f"\n{problem} " in result.stdout
    excluded = (
        "softmax_warp_multi_row-float32-64x1024-normal-block32x8: outside `requires`: n_cols <= warp * 8"
    )
    assert f"left out  {excluded}" in result.stdout


def test_lines_show_the_source_with_its_counts(real, invoke):
    result = invoke("count", "softmax_block_tree", "--shape", "64x1024", "--lines")
    shown = result.stdout.splitlines()
    source = (real / "cuda_src" / "softmax_block_tree.cu").read_text().splitlines()
    number = next(n for n, line in enumerate(source, 1) if "row_max = fmaxf(row_max, x[col])" in line)
    (line,) = (line for line in shown if f" {number}  {source[number - 1]}" in line)
    # 12 288 executions of this line's instructions, 2048 requests of 4 sectors
    assert re.match(r" +\d+ +\d+ +32 +8192 ", line)
    assert any(line.endswith("cuda_src/include/reduce.cuh") for line in shown)
    assert any("__syncthreads(); // orders this level's stores" in line for line in shown)
    assert "   ..." in result.stdout


@pytest.mark.slow
@pytest.mark.usefixtures("real")
def test_several_blocks_types_and_architectures(invoke):
    arguments = "--block 64 --block 32x4 --dtype float16 --dtype float32 --shape 4x200"
    result = invoke("count", *arguments.split(), "--arch", "sm_90", "--arch", "sm_80", "--arch", "sm_90")
    assert result.exit_code == 0, result.output
    assert "softmax_block_tree block 64 " in result.stdout
    assert "softmax_warp_multi_row block 32x4 " in result.stdout
    assert "float16 4x200" not in result.stdout or "softmax_warp_multi_row" in result.stdout
    resources = [line for line in result.stdout.splitlines() if " fp32 softmax " in line]
    assert [line.split()[5] for line in resources[:2]] == ["sm_90", "sm_80"]


def test_json_is_the_same_bytes_each_time_and_holds_what_is_counted(real, invoke):
    texts = []
    for name in ("a.json", "b.json"):
        result = invoke("count", "softmax_split_three_phase", "--shape", "4x3000", "--json", name)
        assert result.exit_code == 0, result.output
        texts.append((real / name).read_text(encoding="ascii").replace(name, "X"))
    assert texts[0] == texts[1]
    document = json.loads(texts[0])
    assert (document["schema"], document["version"], document["exit_code"]) == ("kernel-harness/count", 1, 0)
    assert document["compiler"].startswith(f"nvrtc {document['cuda']}.")
    (variant,) = document["variants"]
    assert variant["id"] == "softmax_split_three_phase"
    assert len(variant["code"]) == 64
    (case,) = document["cases"]
    assert list(case["counters"]) == list(Counters._fields)
    assert [launch["entry"] for launch in case["launches"]] == [
        "reduce_slices",
        "merge_slices",
        "write_slices",
    ]
    for name in Counters._fields:
        assert case["counters"][name] == sum(launch["counters"][name] for launch in case["launches"])
        for launch in case["launches"]:
            lines = sum(line["counters"].get(name, 0) for line in launch["lines"])
            assert launch["counters"][name] == lines
    assert sum(case["classes"].values()) == case["counters"]["instructions"]
    assert {each["entry"] for each in case["resources"]} == {"reduce_slices", "merge_slices", "write_slices"}
    assert all(each["occupancy"]["blocks"] > 0 for each in case["resources"])


def test_one_that_does_not_compile_costs_itself_only(real, invoke):
    (real / "cuda_src" / "broken.cu").write_text(
        (real / "cuda_src" / "softmax_block_tree.cu").read_text().replace("float sum", "floot sum")
    )
    result = invoke("count", "--shape", "4x100")
    assert result.exit_code == 1
    assert "ERROR     broken-float32-4x100-normal-block256" in result.stdout
    assert 'identifier "floot" is undefined' in result.stdout
    assert "softmax_split_three_phase block 256" in result.stdout


@pytest.mark.usefixtures("real")
@pytest.mark.parametrize(
    ("arch", "status", "said"),
    [("sm_88", 0, "not known for this architecture"), ("sm_42", 1, "does not compile for sm_42")],
)
def test_architecture_without_known_occupancy_or_without_a_compiler(invoke, arch, status, said):
    result = invoke("count", "softmax_block_tree", "--shape", "4x100", "--arch", arch)
    assert result.exit_code == status
    assert said in result.stdout
    # what was counted is there all the same
    assert "\nsoftmax_block_tree block 256 " in result.stdout


def test_the_types_to_choose_from_are_all_there_are():
    assert tuple(SCALAR_TYPES) == DTYPES
