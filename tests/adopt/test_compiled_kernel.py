"""What a kernel's code says about its parameters and launches, on PTX written here."""

import pytest

from harness.adopt.reading.compiled_kernel import PointerUse, compiled_of, read_facts

HEAD = ".version 8.0\n.target sm_80\n.address_size 64\n"
MODULE = f"""{HEAD}
.extern .shared .align 16 .b8 buffer[];
.shared .align 4 .f32 top;
.shared .align 4 .b8 sums[32];
.visible .entry rows_long()
.maxntid 64, 1, 1
{{
 .reg .b32 %r<2>;
 mov.u32 %r1, buffer;
 ret;
}}
.visible .entry rows()
.reqntid 32, 2
{{
 .reg .f32 %f<2>;
 ld.shared.f32 %f1, [sums];
 st.shared.f32 [top], %f1;
 ret;
}}
"""


@pytest.mark.parametrize(
    ("symbol", "has_dynamic", "static", "threads", "only"),
    [("rows_long", True, 0, 64, None), ("rows", False, 36, 1024, (32, 2, 1))],
)
def test_the_facts_of_a_kernel_are_not_those_of_another(
    symbol: str, has_dynamic: bool, static: int, threads: int, only: tuple[int, int, int] | None
) -> None:
    found = compiled_of(MODULE, symbol, (), {})
    assert (found.has_dynamic_shared, found.static_shared_bytes) == (has_dynamic, static)
    assert (found.max_threads, found.only_block) == (threads, only)


def facts_of(body, n_pointers, registers=".reg .b64 %rd<20>;\n.reg .b32 %r<20>;\n.reg .f32 %f<9>;\n"):
    names = [f"k_param_{n}" for n in range(n_pointers)]
    parameters = ",\n".join(f".param .u64 {name}" for name in names)
    return read_facts(
        f"{HEAD}.visible .entry k(\n{parameters}\n)\n{{\n{registers}{body}ret;\n}}\n", "k", names
    )


def loaded(n):
    return f"ld.param.u64 %rd{n}, [k_param_{n}];\n"


def test_reads_writes_and_atomics_are_told_by_pointer():
    facts = facts_of(
        loaded(0)
        + loaded(1)
        + loaded(2)
        + "cvta.to.global.u64 %rd4, %rd0;\nld.global.f32 %f1, [%rd4];\n"
        + "st.global.f32 [%rd1+4], %f1;\nred.global.add.f32 [%rd2], %f1;\n",
        4,
    )
    assert facts.is_known
    assert facts.uses == (
        PointerUse(is_read=True, n_bytes=4, types=frozenset(["f32"])),
        PointerUse(is_written=True, n_bytes=4, types=frozenset(["f32"])),
        PointerUse(is_read=True, is_written=True, is_atomic=True, n_bytes=4, types=frozenset(["f32"])),
        PointerUse(),
    )
    assert facts.is_used == (True, True, True, False)


def test_a_stride_belongs_to_the_pointers_whose_addresses_it_is_in():
    facts = facts_of(
        loaded(0)
        + loaded(1)
        + loaded(2)
        + "mov.u32 %r1, %ctaid.x;\ncvt.u64.u32 %rd5, %r1;\nmul.lo.s64 %rd6, %rd5, %rd2;\n"
        + "add.s64 %rd7, %rd0, %rd6;\nld.global.f32 %f1, [%rd7];\nst.global.f32 [%rd1], %f1;\n",
        3,
    )
    assert facts.places(2, (0, 1)) == {0}
    assert facts.indices == {"ctaid.x"}


def test_a_number_computed_from_an_address_is_no_pointer():
    # The elements before an aligned one, as kernels with vectors and a scalar head count them.
    facts = facts_of(
        loaded(0)
        + loaded(1)
        + "and.b64 %rd4, %rd0, 15;\nadd.s64 %rd5, %rd1, %rd4;\n"
        + "ld.global.f32 %f1, [%rd0];\nst.global.f32 [%rd5], %f1;\n",
        2,
    )
    assert not facts.uses[0].is_written
    assert not facts.uses[1].is_read


def test_a_pointer_that_is_kept_in_local_memory_is_followed():
    facts = facts_of(
        loaded(0) + "st.local.u64 [kept], %rd0;\nld.local.u64 %rd4, [kept];\nst.global.f32 [%rd4], %f1;\n",
        1,
        ".reg .b64 %rd<20>;\n.reg .f32 %f<9>;\n.local .align 8 .b8 kept[8];\n",
    )
    assert facts.uses[0].is_written


def test_of_code_that_cannot_be_read_nothing_is_known():
    facts = read_facts(f"{HEAD}.visible .entry k()\n{{\nno.such.instruction\n\n", "k", ())
    assert not facts.is_known
    assert facts.takes(3)


def test_a_factor_in_an_address_is_no_pointer():
    facts = facts_of(
        loaded(0)
        + loaded(1)
        + "mov.u32 %r1, %tid.x;\ncvt.u64.u32 %rd5, %r1;\nmad.lo.s64 %rd6, %rd5, %rd1, %rd0;\n"
        + "ld.global.f32 %f1, [%rd6];\n",
        2,
    )
    assert facts.use(0) is not None
    assert facts.use(1) is None
    assert facts.places(1, (0,)) == {0}
