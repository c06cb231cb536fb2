"""The reference interpreter against what a GPU gave, truths worked out by hand, and what it must refuse."""

import struct
from collections.abc import Iterator

import pytest

from tests.agreement.form_modules import read as recorded
from tests.agreement.instruction_forms import Form, forms
from tests.agreement.operand_tables import operands
from tests.fuzz import reference
from tests.fuzz.meaning import WIDTHS, Meaning
from tests.fuzz.memory import Memory, UndefinedError
from tests.fuzz.patterns import PATTERNS, opcodes
from tests.fuzz.reader import UnreadableError, read
from tests.fuzz.semantics import meaning
from tests.ptx.exact_float import FORMATS
from tests.sampled import one_in

N_LANES = 24


def answers(form: Form, known: Meaning) -> Iterator[tuple[list[int], list[int], list[int]]]:
    """Yield sources of some lanes of a recorded form, what the reference makes of them, and what a GPU made."""
    columns, results = operands(form.kinds, form.n), recorded().results[form.name]
    table = [int(form.name.rpartition("/")[2], 16)] if form.opcode.startswith("lop3") else []
    for lane in range(0, len(columns[0]), max(len(columns[0]) // N_LANES, 1)):
        words = [int(column[lane]) for column in columns]
        words[3:3] = table
        sources = [word & (1 << WIDTHS[kind]) - 1 for word, kind in zip(words, known.sources, strict=True)]
        if form.opcode[:3] in ("div", "rem") and not sources[1]:
            continue
        found = known.function(*sources)
        if form.opcode.startswith("setp"):  # both predicates are in one word
            found = found[0] | found[1] << 1
        given = list(found) if isinstance(found, tuple) else [found]
        for at, kind in enumerate(known.results[: len(given)]):
            # a register that is wider than the type is filled with the sign
            is_negative = kind[0] == "s" and given[at] >> (WIDTHS[kind] - 1)
            given[at] |= (-1 << WIDTHS[kind] if is_negative else 0) & ((1 << 8 * results[at].itemsize) - 1)
        yield sources, given, [int(result[lane]) for result in results]


@pytest.mark.parametrize("pattern", one_in(6, PATTERNS, pytest.mark.slow))
def test_an_instruction_means_what_a_gpu_makes_of_it(pattern):
    for opcode in opcodes(pattern):
        known = meaning(opcode)
        recorded_forms = [
            form for form in forms() if form.opcode == opcode and form.name in recorded().results
        ]
        assert recorded_forms, opcode
        for form in recorded_forms[:: len(recorded_forms) // 8 + 1]:
            for sources, given, wanted in answers(form, known):
                layout = FORMATS.get(known.results[0])
                # which NaN it is may be open
                are_nan = layout and all(map(layout.is_nan, (*given, *wanted)))
                assert given == wanted or are_nan, (form.name, [f"{source:#x}" for source in sources])


@pytest.mark.parametrize(
    ("opcode", "sources", "expected"),
    [
        ("add.cc.u32", (0xFFFFFFFF, 1), (0, 1)),
        ("addc.u32", (1, 2, 1), 4),
        ("sub.cc.u32", (0, 1), (0xFFFFFFFF, 0)),
        ("subc.cc.u64", (5, 5, 0), (0xFFFFFFFFFFFFFFFF, 0)),
        ("madc.hi.cc.u32", (0xFFFFFFFF, 0xFFFFFFFF, 1, 1), (0, 1)),
    ],
)
def test_carries(opcode, sources, expected):
    assert meaning(opcode).function(*sources) == expected


def run(
    body: str, *, n_threads: int = 32, n_out: int = 1, head: str = "", backwards: bool = False
) -> list[int]:
    """Run a body whose ``%o`` is the thread's part of the output; returns its words."""
    text = f"""
{head}
.visible .entry k(.param .u64 out)
{{
.reg .b32 %r<20>;
.reg .b64 %o, %x;
.reg .pred %p<5>;
.shared .align 8 .b8 box[512];
.local .align 8 .b8 own[16];
mov.u32 %r0, %tid.x;
ld.param.u64 %x, [out];
mad.wide.u32 %o, %r0, {4 * n_out}, %x;
{body}
ret;
}}
"""
    memory = Memory(elsewhere=backwards)
    address = memory.allocate(bytes(4 * n_out * n_threads))
    reference.run(read(text), "k", (1, 1, 1), (n_threads, 1, 1), [address], memory, backwards=backwards)
    data = memory.region(address)[0].data
    return list(struct.unpack(f"<{n_out * n_threads}I", data))


def test_divergent_lanes_shuffle_among_themselves():
    found = run("""
and.b32 %r1, %r0, 1;
setp.eq.u32 %p0, %r1, 0;
vote.sync.ballot.b32 %r2, %p0, -1;
@%p0 bra EVEN;
not.b32 %r2, %r2;
shfl.sync.down.b32 %r3, %r0, 2, 31, %r2;
bra END;
EVEN:
shfl.sync.idx.b32 %r3, %r0, 4, 31, %r2;
END:
st.global.u32 [%o], %r3;
""")
    assert found[0:8:2] == [4, 4, 4, 4]
    assert found[1:8:2] == [3, 5, 7, 9]
    assert found[29:32:2] == [31, 31]


@pytest.mark.parametrize(("mode", "expected"), [("up", [0, 0, 1, 2]), ("bfly", [1, 0, 3, 2])])
def test_shuffle_modes(mode, expected):
    limit = 0 if mode == "up" else 31
    found = run(f"shfl.sync.{mode}.b32 %r1|%p1, %r0, 1, {limit}, -1;\nst.global.u32 [%o], %r1;")
    assert found[:4] == expected


def test_values_cross_warps_through_a_barrier():
    body = """
mov.u32 %r1, box;
mad.lo.u32 %r2, %r0, 4, %r1;
st.shared.u32 [%r2], %r0;
bar.sync 0;
sub.u32 %r3, 63, %r0;
mad.lo.u32 %r2, %r3, 4, %r1;
ld.shared.u32 %r4, [%r2];
st.global.u32 [%o], %r4;
"""
    assert run(body, n_threads=64) == list(range(63, -1, -1))
    assert run(body, n_threads=64, backwards=True) == list(range(63, -1, -1))


@pytest.mark.parametrize("space", ["shared", "local"])
def test_nothing_is_at_an_address_that_no_variable_has(space):
    for backwards in (False, True):
        with pytest.raises(UndefinedError, match="8 bytes at 0 of"):
            run(f"mov.u64 %x, 0;\nst.{space}.u64 [%x], 1;", backwards=backwards)


def test_a_race_depends_on_the_order():
    body = """
st.shared.u32 [box], %r0;
bar.sync 0;
ld.shared.u32 %r1, [box];
st.global.u32 [%o], %r1;
"""
    assert run(body) != run(body, backwards=True)


def test_reducing_barrier_counts_what_is_left_of_a_block():
    found = run(
        """
setp.eq.u32 %p0, %r0, 40;
@%p0 exit;
setp.lt.u32 %p1, %r0, 10;
bar.red.popc.u32 %r1, 0, %p1;
st.global.u32 [%o], %r1;
""",
        n_threads=48,
    )
    assert found == [10] * 40 + [0] + [10] * 7


def test_loop_ends_lane_by_lane():
    found = run("""
mov.u32 %r1, 0;
TOP:
add.u32 %r1, %r1, %r0;
sub.u32 %r2, %r1, 100;
setp.lt.s32 %p0, %r2, 0;
setp.ne.and.u32 %p0, %r0, 0, %p0;
@%p0 bra TOP;
st.global.u32 [%o], %r1;
""")
    assert found[:5] == [0, 100, 100, 102, 100]


def test_call_copies_its_arguments():
    head = """
.func (.param .b32 z) f (.param .b32 x)
{
.reg .b32 %r<3>;
.reg .pred %p<1>;
ld.param.b32 %r0, [x];
st.param.b32 [z], %r0;
setp.lt.u32 %p0, %r0, 2;
@%p0 ret;
mul.lo.u32 %r1, %r0, 10;
st.param.b32 [z], %r1;
ret;
}
"""
    found = run(
        """
{
.param .b32 a;
.param .b32 b;
st.param.b32 [a], %r0;
call (b), f, (a);
ld.param.b32 %r1, [b];
}
st.global.u32 [%o], %r1;
""",
        head=head,
    )
    assert found[:4] == [0, 1, 20, 30]


def test_branch_table():
    found = run("""
and.b32 %r1, %r0, 1;
mov.u32 %r2, 5;
T: .branchtargets A, B;
brx.idx %r1, T;
B:
mov.u32 %r2, 6;
A:
st.global.u32 [%o], %r2;
""")
    assert found[:4] == [5, 6, 5, 6]


def test_signed_load_fills_a_wider_register():
    assert run("st.local.b8 [own], 0x80;\nld.local.s8 %r1, [own];\nst.global.u32 [%o], %r1;")[0] == 0xFFFFFF80


INVALID = {
    "unwritten register": "st.global.u32 [%o], %r5;",
    "unwritten shared memory": "ld.shared.u32 %r1, [box];",
    "unwritten local memory": "ld.local.u32 %r1, [own];",
    "before the copy has come": "cp.async.ca.shared.global [box], [%o], 4;\nld.shared.u32 %r1, [box];",
    "division by zero": "div.u32 %r1, %r0, %r0;",
    "outside": "st.global.u32 [%o+4096], %r0;",
    "misaligned": "ld.global.u32 %r1, [%o+2];",
    "no end": "TOP:\nbra TOP;",
    "lane outside its own mask": "bar.warp.sync 1;",
    "shuffle from a lane that is not there": """
setp.eq.u32 %p0, %r0, 3;
@%p0 exit;
shfl.sync.bfly.b32 %r1, %r0, 1, 31, -1;
""",
    "a lane never comes": """
setp.eq.u32 %p0, %r0, 3;
@%p0 bar.warp.sync 15;
@!%p0 bar.sync 0;
""",
    "masks that do not agree": """
mov.u32 %r1, -1;
setp.eq.u32 %p0, %r0, 3;
@%p0 mov.u32 %r1, 0xFF;
vote.sync.ballot.b32 %r2, %p0, %r1;
""",
    "a barrier in two places": """
setp.eq.u32 %p0, %r0, 3;
@%p0 bra A;
bar.sync 0;
bra B;
A:
bar.sync 0;
B:
""",
    "branch table": "T: .branchtargets A;\nbrx.idx %r0, T;\nA:",
    "no carry": "addc.u32 %r1, %r0, %r0;",
}


@pytest.mark.parametrize("body", INVALID.values(), ids=INVALID.keys())
def test_what_is_undefined_is_refused(body):
    with pytest.raises(UndefinedError):
        run(body)


@pytest.mark.parametrize(
    "line", ["wgmma.fence;", "add.q32 %r1, %r0, %r0;", "add.u32 %r1, %r0;", "ex2.approx.f32 %r1, %r0;"]
)
def test_what_is_not_in_the_subset_is_refused(line):
    with pytest.raises(UnreadableError):
        run(line)
