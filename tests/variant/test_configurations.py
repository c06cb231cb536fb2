# ruff: noqa: E501 - the tables read best with one row a line
"""Each configuration of an autotuned kernel is a variant of its own, read from the text of the file."""

from pathlib import Path

import pytest

from harness.variant.declaration.discovery import Discovery, read_sources
from harness.variant.declaration.triton import UnreadableError, read_configurations, read_kernels

DECLARED = """\
# /// {2}
# summary = "Softmax."
# entry = "softmax"
# args = ["out", "inp", "n_cols"]
# grid = "ceil_div(n_rows, BLOCK)"
# requires = ["inp_stride == n_cols", "out_stride == n_cols"]
{0}
# ///
{1}
@triton.jit
def softmax(out, inp, n_cols, BLOCK: tl.constexpr, KIND: tl.constexpr = "a", IS_EVEN: tl.constexpr = False):
    pass
"""


def _read(tmp_path: Path, keys: str, decorators: str = "") -> Discovery:
    path = tmp_path / "tuned.py"
    keys = "\n".join(f"# {line}" for line in keys.split("\n"))
    path.write_text(DECLARED.format(keys, decorators, "variant"))
    return read_sources([path])


def _configurations(expression: str, before: str = "") -> object:
    text = f"{before}\n@triton.autotune({expression}, key=[])\n@triton.jit\ndef f(x): pass\n"
    return [({**each.constants}, {**each.options}) for each in read_configurations(text, "f")]


def test_each_configuration_of_the_file_is_a_variant(tmp_path):
    decorators = (
        '@triton.autotune(configs=[triton.Config({"BLOCK": b, "KIND": "x"}, num_warps=w, num_stages=3) '
        "for b in [64, 128] for w in (2, 8)], key=[])"
    )
    found = _read(tmp_path, 'configs = "autotune"', decorators)
    assert found.errors == ()
    ids = [f"tuned.BLOCK{block}_KINDx_w{warps}_s3" for block in (128, 64) for warps in (2, 8)]
    assert [each.id for each in found.variants] == ids
    last = found.variants[-1]
    assert last.blocks == ((256, 1, 1),)
    assert last.n_stages == 3
    assert dict(last.launches[0].constexprs)["KIND"] == ("value", "x")
    assert last.launches[0].grid[0].text.replace("(64)", "64") == "ceil_div(n_rows, 64)"


def test_named_configurations_are_variants(tmp_path):
    keys = "[configs]\nsmall = { BLOCK = 64, num_ctas = 2 }\nwide = { BLOCK = 'next_power_of_2(n_cols)' }"
    found = _read(tmp_path, keys)
    assert found.errors == ()
    assert [(each.id, each.n_ctas) for each in found.variants] == [("tuned.small", 2), ("tuned.wide", 1)]


def test_one_of_them_is_found_by_its_id(tmp_path):
    _read(tmp_path, "[configs]\nsmall = { BLOCK = 64 }\nwide = { BLOCK = 128 }")
    assert [each.id for each in read_sources([tmp_path], ids=["tuned.wide"]).variants] == ["tuned.wide"]


@pytest.mark.parametrize(("keys", "decorators", "said", "line"), [
    ('configs = "all"', "", "'configs' must be \"autotune\" or a table of tables (got 'all')", 7),
    ('configs = "autotune"', "", "'softmax' must have triton.autotune", 7),
    ('configs = "autotune"', "@triton.autotune(configs=made(), key=[])", "cannot be read from the text, which is not executed for it (got: the value of 'made()'", 9),
    ("num_warps = 4\nconfigs = { a = { BLOCK = 64, num_warps = 2 } }", "", "'num_warps' must be in 'configs' or in the declaration (got it in both)", 8),
    ("configs = { 'a-b' = { BLOCK = 64 } }", "", "must be letters, digits and _ (got 'a-b')", 7),
    ("configs = { a = { BLOCK = 64, num_ctas = 3 } }", "", "'num_ctas' must be a power of two", 7),
    ("configs = { a = { BLOK = 64 }, b = { BLOK = 65 } }", "", "(got BLOK)", 7),
])  # fmt: skip
def test_a_wrong_table_is_an_error_at_its_line(keys, decorators, said, line, tmp_path):
    found = _read(tmp_path, keys, decorators)
    assert found.variants == ()
    assert [each.line for each in found.errors if said in str(each)] == [line]


def test_what_is_wrong_for_all_configurations_is_said_once(tmp_path):
    found = _read(tmp_path, "nonsense = 1\nconfigs = { a = { BLOCK = 64 }, b = { BLOCK = 128 } }")
    assert len(found.errors) == 1


def test_cuda_has_no_configurations(tmp_path):
    path = tmp_path / "a.cu"
    path.write_text('// /// variant\n// summary = "A."\n// configs = "autotune"\n// ///\n')
    (error,) = read_sources([path]).errors
    assert "only a Triton kernel has 'configs'" in str(error)


@pytest.mark.parametrize(("expression", "before", "expected"), [
    ("[triton.Config({'B': 64}, num_warps=4, num_stages=2)]", "", [({"B": 64}, {"num_warps": 4, "num_stages": 2})]),
    ("[Config(kwargs={'B': 2**i}) for i in range(5, 7)]", "", [({"B": 32}, {}), ({"B": 64}, {})]),
    ("CONFIGS", "CONFIGS = [triton.Config({'B': 64 * 2}, 8)]", [({"B": 128}, {"num_warps": 8})]),
    ("[c for c in ALL if True]", "ALL = [triton.Config({})]", [({}, {})]),
    ("A + [triton.Config({'M': m, 'N': n}) for m, n in [(1, 2)] if m < n and not n == 3]", "A: list = [triton.Config({'M': -1 if False else 0, 'N': None})]", [({"M": 0, "N": None}, {}), ({"M": 1, "N": 2}, {})]),
])  # fmt: skip
def test_configurations_are_read_from_the_text(expression, before, expected):
    assert _configurations(expression, before) == expected


@pytest.mark.parametrize(("expression", "before", "line"), [
    ("[triton.Config({'B': b}) for b in sizes()]", "", 2),
    ("[triton.Config({}, pre_hook=f)]", "f = 1", 2),
    ("[triton.Config({'B': 10 ** 1000})]", "", 2),
    ("A", "A = A", 2),
    ("A", "A = []\nA = [1]", 3),
    ("[triton.Config({'B': i}) for i in range(300)]", "", 2),
    ("[0 for i in range(1000) for j in range(1000)]", "", 2),
    ("[triton.Config({'B': 1 // 0})]", "", 2),
    ("[triton.Config({}, num_warps='4')]", "", 2),
])  # fmt: skip
def test_configurations_that_only_execution_tells_are_refused(expression, before, line):
    with pytest.raises(UnreadableError) as caught:
        _configurations(expression, before)
    assert caught.value.line == line


@pytest.mark.parametrize(("before", "given", "computed"), [
    ("", "{'A': lambda args: 1, 'B': g}", "AB"),
    ("V = {'A': g}\n", "values=V", "A"),
    ("V = {'A': g}\nW = {**V, 'B': g}\n", "W", "AB"),
    # a dictionary that unpacks itself
    ("V = {**V}\n", "V", ""),
    # what is computed from itself must be given
    ("", "{'A': lambda args: bool(args['A']), 'B': lambda args: args['A']}", "B"),
])  # fmt: skip
def test_heuristics_are_read_from_the_text(before, given, computed):
    text = f"{before}@triton.heuristics({given})\n@triton.jit\ndef f(A, B): pass\n"
    assert read_kernels(text)["f"].computed == set(computed)


def test_a_function_is_marked_by_a_call_under_its_own_name_too():
    text = "def f(x, B: tl.constexpr): pass\nf = triton.jit(f)\nf = triton.heuristics({'B': g})(f)\n"
    assert read_kernels(text)["f"].parameters == ("x", "B")
    assert read_kernels(text)["f"].computed == {"B"}
    assert not read_kernels("def f(x): pass\ng = triton.jit(f)\nf = print(f)\n")
