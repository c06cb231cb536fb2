"""Records of Triton's releases are put side by side; what stays the same has no row."""

from tests.kernels.triton_table import table


def test_figures_that_differ_have_a_row() -> None:
    older = {"result": "PASS", "instructions": "10", "registers": "8"}
    kernels = {"b": older, "a": {"result": "CompileError"}}
    newer = {"b": {**older, "instructions": "11"}, "a": older}
    records = [
        {"triton": "3.10.0", "isa": "9.4", "kernels": newer},
        {"triton": "3.9.0", "isa": "9.3", "kernels": kernels},
    ]
    assert table(records).split("\n") == [
        "| kernel | figure | 3.9.0 | 3.10.0 |",
        "| --- | --- | ---: | ---: |",
        "| | PTX ISA | 9.3 | 9.4 |",
        "| `a` | result | CompileError | **PASS** |",
        "|  | instructions | - | **10** |",
        "|  | registers | - | **8** |",
        "| `b` | instructions | 10 | **11** |",
    ]
