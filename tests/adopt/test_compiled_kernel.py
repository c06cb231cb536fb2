"""What a kernel's code says about its parameters and launches, on PTX written here."""

import pytest

from harness.adopt.reading.compiled_kernel import PointerUse, compiled_of, flat_kernel, read_facts

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
def test_the_facts_of_a_kernel_are_not_those_of_another(symbol, has_dynamic, static, threads, only):
    found = compiled_of(MODULE, symbol, (), {})
    assert (found.has_dynamic_shared, found.static_shared_bytes) == (has_dynamic, static)
    assert (found.max_threads, found.only_block) == (threads, only)


REGISTERS = ".reg .b64 %rd<20>;\n.reg .b32 %r<20>;\n.reg .f32 %f<9>;\n.local .align 8 .b8 kept[8];\n"


def facts_of(body, n_loaded, n_unused=0):
    """Return the facts of a kernel that has its first parameters in %rd0, %rd1 and so on."""
    names = [f"k_param_{n}" for n in range(n_loaded + n_unused)]
    parameters = ", ".join(f".param .u64 {name}" for name in names)
    loads = "".join(f"ld.param.u64 %rd{n}, [{name}];\n" for n, name in enumerate(names[:n_loaded]))
    text = f"{HEAD}.visible .entry k({parameters})\n{{\n{REGISTERS}{loads}{body}ret;\n}}\n"
    return read_facts(flat_kernel(text, "k")[0], names)


def test_reads_writes_and_atomics_are_told_by_pointer():
    body = (
        "cvta.to.global.u64 %rd4, %rd0;\nld.global.f32 %f1, [%rd4];\n"
        "st.global.f32 [%rd1+4], %f1;\nred.global.add.f32 [%rd2], %f1;\n"
    )
    facts = facts_of(body, 3, n_unused=1)
    kind = frozenset(["f32"])
    assert facts.is_known
    assert facts.uses == (
        PointerUse(is_read=True, n_bytes=4, types=kind),
        PointerUse(is_written=True, n_bytes=4, types=kind),
        PointerUse(is_read=True, is_written=True, is_atomic=True, n_bytes=4, types=kind),
        PointerUse(),
    )
    assert facts.is_used == (True, True, True, False)


@pytest.mark.parametrize(
    ("body", "uses", "places"),
    [
        # A stride is in the addresses of one array only.
        ("mov.u32 %r1, %ctaid.x;\ncvt.u64.u32 %rd5, %r1;\nmul.lo.s64 %rd6, %rd5, %rd2;\n"
         "add.s64 %rd7, %rd0, %rd6;\nld.global.f32 %f1, [%rd7];\nst.global.f32 [%rd1], %f1;\n", "rw-", {0}),
        # The elements before an aligned one, as kernels with vectors and a scalar head count them.
        ("and.b64 %rd4, %rd0, 15;\nadd.s64 %rd5, %rd1, %rd4;\n"
         "ld.global.f32 %f1, [%rd0];\nst.global.f32 [%rd5], %f1;\n", "rw-", set()),
        # A pointer may be kept in local memory.
        ("st.local.u64 [kept], %rd1;\nld.local.u64 %rd4, [kept];\nst.global.f32 [%rd4], %f1;\n", "-w-", set()),
        # A factor is a number.
        ("mov.u32 %r1, %tid.x;\ncvt.u64.u32 %rd5, %r1;\nmad.lo.s64 %rd6, %rd5, %rd2, %rd0;\n"
         "ld.global.f32 %f1, [%rd6];\n", "r--", {0}),
    ],
)  # fmt: skip
def test_pointers_are_told_from_numbers_in_addresses(body, uses, places):
    facts = facts_of(body, 3)
    told = ("r" * use.is_read + "w" * use.is_written or "-" for use in facts.uses)
    assert "".join(told) == uses
    assert facts.places(2, (0, 1)) == places


def test_the_special_registers_that_are_read_are_indices():
    assert facts_of("mov.u32 %r1, %ctaid.x;\n", 0).indices == {"ctaid.x"}


def test_of_code_that_cannot_be_read_nothing_is_known():
    facts = compiled_of(f"{HEAD}.visible .entry k()\n{{\nno.such.instruction\n\n", "k", (), {}).facts
    assert not facts.is_known
    assert facts.takes(3)
