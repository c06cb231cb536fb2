"""Drawn launches: results are one of the two numbers around the exact one, right on average, and exact ones stay."""

import itertools
from fractions import Fraction

import ml_dtypes
import numpy as np
import pytest

from harness.ptx.launch.watch import FIRST_EVEN, UNWATCHED, Watch, drawn
from tests.ptx.ptx_text import kernel, line_of
from tests.ptx.ptx_text import run as run_kernel

N_SEEDS = 200
STREAM = np.random.default_rng(5)
A, B, C = (STREAM.uniform(1, 2, 32) * 2.0 ** STREAM.integers(-3, 4, 32) for _ in range(3))

EXACT = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "div": lambda a, b: a / b,
}
FORMS = {
    "f32": (np.float32, "f32", "f", "%f"),
    "f64": (np.float64, "f64", "d", "%fd"),
    "f16": (np.float16, "b16", "h", "%h"),
    "bf16": (ml_dtypes.bfloat16, "b16", "h", "%h"),
}


def text_of(name, form):
    """Return a kernel that applies an instruction to three numbers of each lane, which lie one after another."""
    dtype, word, _, register = FORMS[form]
    size = np.dtype(dtype).itemsize
    loads = [f"mad.wide.u32 %rd3, %r0, {3 * size}, %rd1;", f"mad.wide.u32 %rd4, %r0, {size}, %rd0;"]
    loads += [f"ld.global.{word} {register}{k + 1}, [%rd3+{k * size}];" for k in range(3)]
    operands = ", ".join(f"{register}{k}" for k in range(1, 4 if name == "fma" else 3))
    rounding = ".rn"
    return kernel("\n".join([
        *loads, f"{name}{rounding}.{form} {register}4, {operands};", f"st.global.{word} [%rd4], {register}4;",
    ]))  # fmt: skip


def results(executor, text, dtype, inputs, watch):
    inp = np.stack(inputs, axis=1).astype(dtype)
    ran = run_kernel(executor, text, inp=inp, n_out=64, watch=watch)
    assert ran.report.faults == ()
    return ran.out.view(dtype)[:32]


def neighbours(exact, dtype):
    """Return the largest number of a format that is at most `exact`, and the smallest that is at least `exact`."""
    near = dtype(float(exact))
    ends = [near, np.nextafter(near, dtype(-np.inf)), np.nextafter(near, dtype(np.inf))]
    numbers = sorted({Fraction(float(end)) for end in ends})
    return max(x for x in numbers if x <= exact), min(x for x in numbers if x >= exact)


@pytest.mark.parametrize(("name", "form"), [
    *itertools.product(("add", "sub", "mul"), FORMS), ("div", "f32"), ("div", "f64"),
])  # fmt: skip
def test_results_are_around_the_exact_one_and_right_on_average(executor, name, form):
    dtype = FORMS[form][0]
    text = text_of(name, form)
    plain = results(executor, text, dtype, (A, B, C), UNWATCHED)
    found = np.stack(
        [results(executor, text, dtype, (A, B, C), Watch(drawing=seed)) for seed in range(N_SEEDS)]
    ).astype(np.float64)
    a, b = (values.astype(dtype).astype(np.float64) for values in (A, B))
    n_moved = 0
    for lane in range(32):
        exact = EXACT[name](Fraction(a[lane]), Fraction(b[lane]))
        low, high = neighbours(exact, dtype)
        drawn_here = {Fraction(x) for x in found[:, lane]}
        assert drawn_here <= {low, high}
        if low == high:
            assert float(plain[lane]) == float(exact)
            continue
        n_moved += len(drawn_here) == 2
        share = (exact - low) / (high - low)
        n_high = sum(Fraction(x) == high for x in found[:, lane])
        sigma = (N_SEEDS * share * (1 - share)) ** 0.5
        assert abs(n_high - N_SEEDS * share) <= 5 * sigma + 1, (lane, float(share), n_high)
    assert n_moved >= 12


@pytest.mark.parametrize("form", FORMS)
def test_a_fused_product_has_the_spread_of_a_product_and_a_sum(executor, form):
    dtype = FORMS[form][0]
    inputs = A, B, -A * B + 2.0**-9
    found = np.stack(
        [
            results(executor, text_of("fma", form), dtype, inputs, Watch(drawing=seed))
            for seed in range(N_SEEDS)
        ]
    ).astype(np.float64)
    a, b, c = (values.astype(dtype).astype(np.float64) for values in inputs)
    product_gap = np.spacing(np.abs(a * b).astype(dtype)).astype(np.float64)
    # of a product that is drawn the sum moves by the product's gap, of a fused one by the sum's, a hundredth of it
    assert np.median(found.std(axis=0) / product_gap) > 0.2
    for lane in range(32):
        exact = Fraction(a[lane]) * Fraction(b[lane]) + Fraction(c[lane])
        error = sum(Fraction(x) - exact for x in found[:, lane]) / N_SEEDS
        assert abs(error) < Fraction(product_gap[lane]) * Fraction(5 * 0.6 / N_SEEDS**0.5)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(("name", "inputs"), [
    ("add", (A, 0 * A, A)),
    ("mul", (A, A**0, A)),
    ("mul", (A, 2 * A**0, A)),
    ("sub", (A, A, A)),
    ("sub", (1.5 * A**0, 1.25 * A**0, A)),
    ("add", (np.arange(32.0), np.arange(32.0) * 3, A)),
    ("fma", (np.arange(9.0).repeat(4)[:32], 3 * A**0, np.arange(32.0))),
], ids=["0", "x1", "x2", "x-x", "Sterbenz", "integers", "fused integers"])  # fmt: skip
def test_exact_results_stay(executor, form, name, inputs):
    dtype = FORMS[form][0]
    text = text_of(name, form)
    plain = results(executor, text, dtype, inputs, UNWATCHED)
    for seed in range(12):
        assert results(executor, text, dtype, inputs, Watch(drawing=seed)).tobytes() == plain.tobytes()


@pytest.mark.parametrize(("instruction", "name"), [("cvt.rn.f32.f64", "f32"), ("cvt.rn.f16.f64", "f16")])
def test_conversions_from_f64_are_drawn(executor, instruction, name):
    dtype, word, _, register = FORMS[name]
    text = kernel(f"""mad.wide.u32 %rd3, %r0, 24, %rd1;
mad.wide.u32 %rd4, %r0, {np.dtype(dtype).itemsize}, %rd0;
ld.global.f64 %fd1, [%rd3];
{instruction} {register}1, %fd1;
st.global.{word} [%rd4], {register}1;""")

    def converted(watch):
        inp = np.stack([A, B, C], axis=1)
        return run_kernel(executor, text, inp=inp, n_out=64, watch=watch).clean_out.view(dtype)[:32]

    found = np.stack([converted(Watch(drawing=seed)) for seed in range(N_SEEDS)]).astype(np.float64)
    n_results = [len({*column}) for column in found.T]
    assert max(n_results) == 2
    assert n_results.count(2) >= 28  # the others are nearly exact
    ulp = np.spacing(A.astype(dtype)).astype(np.float64)
    assert (np.abs(found.mean(axis=0) - A) / ulp).max() < 5 * 0.5 / N_SEEDS**0.5


def test_zero_infinity_and_nan_stay(executor):
    special = np.array([0, -0.0, np.inf, -np.inf, np.nan, 3.4e38, 1e-45, -1e-45] * 4)
    for form, name in (("f32", "add"), ("f32", "mul"), ("f64", "mul"), ("f32", "div"), ("bf16", "mul")):
        dtype = FORMS[form][0]
        text = text_of(name, form)
        with np.errstate(all="ignore"):
            inputs = special, np.roll(special, 3), special
            plain = results(executor, text, dtype, inputs, UNWATCHED)
            found = results(executor, text, dtype, inputs, Watch(drawing=1))
        assert (np.isnan(plain) == np.isnan(found)).all()
        stays = ~np.isfinite(plain) | (plain == 0)
        assert (np.isnan(plain) | (plain == found))[stays].all()


ADDED = """mov.f32 %f1, 0f4B000001;
mov.f32 %f2, 0f3E800000;
mov.u32 %r2, 0;
again:
add.f32 %f1, %f1, %f2;
add.u32 %r2, %r2, 1;
setp.lt.u32 %p1, %r2, 4000;
@%p1 bra again;"""


def test_equal_additions_do_not_all_go_the_same_way_and_lanes_agree(executor):
    """A quarter is added 4000 times to 2^23, whose ulp is 1: rounded to nearest it would be lost each time."""
    text = kernel(ADDED, result="%f1")
    plain = run_kernel(executor, text).clean_out.view(np.float32)
    assert (plain == 2.0**23 + 1).all()
    sums = [
        run_kernel(executor, text, watch=Watch(drawing=seed)).clean_out.view(np.float32) for seed in range(8)
    ]
    assert {len({*each}) for each in sums} == {1}
    assert len({each[0] for each in sums}) > 4
    assert np.mean(sums) - 2.0**23 == pytest.approx(1001, abs=40)


def test_a_draw_depends_on_the_seed_and_repeats(executor):
    text = kernel("cvt.rn.f32.u32 %f1, %r0;\nadd.f32 %f2, %f1, 0f3DCCCCCD;", result="%f2")

    def ran(seed):
        return run_kernel(executor, text, block=(128, 1, 1), watch=Watch(drawing=seed)).clean_out.tolist()

    assert ran(1) == ran(1)
    assert ran(1) != ran(2)


def test_adding_a_large_number_to_round_to_an_integer_is_not_drawn(executor):
    body = "cvt.rn.f32.u32 %f1, %r0;\nmul.f32 %f1, %f1, 0f3EA00000;\nadd.f32 %f2, %f1, 0f4B400000;"
    plain = run_kernel(executor, kernel(body, result="%f2")).clean_out.tolist()
    for seed in range(8):
        found = run_kernel(executor, kernel(body, result="%f2"), watch=Watch(drawing=seed))
        assert found.clean_out.tolist() == plain


@pytest.mark.parametrize("space", ["global", "shared"])
def test_sums_of_atomics_are_drawn(executor, space):
    """32 lanes and 200 rounds add a quarter to 2^23, whose ulp is 1."""
    text = kernel(
        f"""mov.u64 %rd5, {"%rd0" if space == "global" else "sum"};
setp.eq.u32 %p1, %r0, 0;
@%p1 st.{space}.f32 [%rd5], 0f4B000001;
bar.sync 0;
mov.u32 %r2, 0;
again:
atom.{space}.add.f32 %f1, [%rd5], 0f3E800000;
add.u32 %r2, %r2, 1;
setp.lt.u32 %p1, %r2, 200;
@%p1 bra again;
bar.sync 0;
ld.{space}.f32 %f2, [%rd5];
st.global.f32 [%rd0], %f2;""",
        module=".shared .align 4 .f32 sum;\n" if space == "shared" else "",
    )

    def summed(watch):
        return run_kernel(executor, text, watch=watch).out.view(np.float32)[0] - 2.0**23

    assert summed(UNWATCHED) == 1
    sums = [summed(Watch(drawing=seed)) for seed in range(6)]
    assert len({*sums}) > 3
    assert np.mean(sums) == pytest.approx(1601, abs=80)


def test_the_order_of_atomics_is_drawn_and_that_of_other_kernels_is_not(executor):
    """Each of four warps adds ones to 2^24 in its turn: how many are lost depends on when the large one comes."""
    body = """setp.eq.u32 %p1, %r0, 64;
selp.f32 %f1, 0f4B800000, 0f3F800000, %p1;
{}"""
    added = kernel(body.format("atom.global.add.f32 %f2, [%rd0+1024], %f1;"), result="%f1")
    stored = kernel(
        body.format("setp.lt.u32 %p2, %r0, 64;\n@%p2 st.global.f32 [%rd0+1024], %f1;"), result="%f1"
    )

    def last(text, seed):
        zeros = np.zeros(257, np.uint32)
        watch = Watch(schedule=seed, drawing=seed, drawn_line=(1, 999))
        ran = run_kernel(executor, text, block=(128, 1, 1), out=zeros, watch=watch)
        return ran.out.view(np.float32)[256]

    assert len({last(added, seed) for seed in range(12)}) > 1
    assert len({last(stored, seed) for seed in range(12)}) == 1


def test_matrix_products_move_by_one_at_most(executor):
    body = """cvt.rn.f32.u32 %f1, %r0;
mul.f32 %f1, %f1, 0f3DCC0000;
mov.b32 %r2, %f1;
mov.f32 %f4, {};
mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32
    {{%f10, %f11, %f2, %f3}}, {{%r2, %r2}}, {{%r2}}, {{%f4, %f4, %f4, %f4}};"""
    text = kernel(body.format("0f3DCCCCCD"), result="%f2")
    plain = run_kernel(executor, text).clean_out.astype(np.int64)
    moves = (
        np.stack([run_kernel(executor, text, watch=Watch(drawing=k)).clean_out for k in range(40)]) - plain
    )
    assert {*moves.ravel().tolist()} == {-1, 0, 1}
    assert np.abs(moves).mean() == pytest.approx(0.5, abs=0.1)
    assert np.abs(moves.mean(axis=0)).mean() < 0.25
    whole = kernel(body.format("0f3F800000").replace("0f3DCC0000", "0f3F800000"), result="%f2")
    short = run_kernel(executor, whole).clean_out.tolist()
    assert run_kernel(executor, whole, watch=Watch(drawing=1)).clean_out.tolist() == short


def test_directed_roundings_and_plain_launches_are_not_drawn(executor):
    body = "cvt.rn.f32.u32 %f1, %r0;\nadd.{} %f2, %f1, 0f3DCCCCCD;"
    for instruction in ("rz.f32", "rp.f32"):
        text = kernel(body.format(instruction), result="%f2")
        plain = run_kernel(executor, text).clean_out.tolist()
        assert run_kernel(executor, text, watch=Watch(drawing=3)).clean_out.tolist() == plain


def test_one_source_line_alone_is_drawn(executor):
    body = """.loc 1 7 1
cvt.rn.f32.u32 %f1, %r0;
add.f32 %f1, %f1, 0f3DCCCCCD;
.loc 1 8 1
fma.rn.f32 %f2, %f1, 0f3DCCCCCD, %f1;"""
    text = kernel(body, module='.file 1 "k.cu"\n', result="%f2")

    def ran(watch):
        return run_kernel(executor, text, watch=watch).clean_out.tolist()

    plain = ran(UNWATCHED)
    assert ran(Watch(drawing=1, drawn_line=(1, 7))) != plain
    assert ran(Watch(drawing=1, drawn_line=(1, 8))) not in (plain, ran(Watch(drawing=1, drawn_line=(1, 7))))
    assert ran(Watch(drawing=1, drawn_line=(1, 9))) == plain
    assert line_of(text, "fma.rn") > 0


def test_plain_code_is_the_same_with_and_without_drawn_launches(executor):
    text = kernel("cvt.rn.f32.u32 %f1, %r0;\nadd.f32 %f2, %f1, 0f3DCCCCCD;", result="%f2")
    program = executor.load(text)
    plain, _ = program.kernel("k")
    other, _ = program.kernel("k", drawing=True)
    assert "kh_drawn" not in plain.llvm_ir
    assert "kh_drawn_f32" in other.llvm_ir


@pytest.mark.parametrize("form", ["f32", "f64"])
def test_an_even_draw_moves_what_rounding_absorbs(executor, form):
    """1 + 2^-60 is 1, and 1 less 2^-60 as likely 1 as the number below; 1 + 0 stays."""
    dtype = FORMS[form][0]
    tiny = np.where(np.arange(32) % 4 == 0, 0.0, -(2.0**-60))
    found = np.stack([
        results(executor, text_of("add", form), dtype, (1.0 + 0 * A, tiny * (A + 1), A), drawn(FIRST_EVEN + k))
        for k in range(40)
    ])  # fmt: skip
    below = np.nextafter(dtype(1), dtype(0))
    assert (found[:, ::4] == 1).all()
    absorbed = np.delete(found, np.s_[::4], axis=1)
    assert {*absorbed.ravel().tolist()} == {1.0, float(below)}
    assert (absorbed == 1).mean() == pytest.approx(0.5, abs=0.1)
    rare = results(executor, text_of("add", form), dtype, (1.0 + 0 * A, tiny, A), drawn(1))
    assert (rare == 1).all()


def test_a_drawn_launch_takes_no_checks():
    assert drawn(2) == Watch(schedule=2, perturbation=8, drawing=2)
    with pytest.raises(ValueError, match="a drawn launch takes no checks and no counts"):
        Watch(drawing=1, races=True)
    with pytest.raises(ValueError, match="drawing must be a seed from 0"):
        Watch(drawing=-1)
