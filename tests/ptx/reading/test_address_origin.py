"""What the code of a kernel shows about its accesses to global memory."""

from harness.ptx.reading.address_origin import FROM_MEMORY, global_accesses
from harness.ptx.reading.parser import parse

_KERNEL = """
.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 a, .param .align 8 .b8 s[16], .param .u64 n)
{{
  .reg .pred %p<2>;
  .reg .f32 %f<6>;
  .reg .b32 %r<3>;
  .reg .b64 %rd<9>;
  .shared .b32 near[4];
  ld.param.u64 %rd1, [a];
  ld.param.u64 %rd2, [s+8];
  ld.param.u64 %rd3, [n];
  {0}
  ret;
}}
"""


def _accesses(body: str) -> dict[str, object]:
    found = global_accesses(parse(_KERNEL.format(body)).functions["k"])
    return {} if found is None else {kind: (set(origins), is_store) for origins, kind, is_store in found}


def test_each_access_has_its_parameters_and_its_type() -> None:
    body = """
      cvta.to.global.u64 %rd4, %rd1;
      mad.lo.s64 %rd5, %rd3, 4, %rd4;
    again:
      ld.global.v2.f32 {%f1, %f2}, [%rd5];
      add.s64 %rd5, %rd5, 8;
      st.f64 [%rd2+8], 0d0000000000000000;
      ld.shared.u32 %r1, [near];
      setp.eq.s32 %p1, %r1, 0;
      @%p1 bra again;
      ld.global.u64 %rd6, [%rd1];
      ld.u8 %r2, [%rd6];
      atom.global.add.u32 %r1, [%rd2], 1;
    """
    assert _accesses(body) == {
        "v2.f32": ({("a", 0), ("n", 0)}, False),
        "f64": ({("s", 8)}, True),
        "u64": ({("a", 0)}, False),
        "u8": ({FROM_MEMORY}, False),
        "": ({("s", 8)}, False),
    }


def test_a_pointer_of_one_of_two_has_both() -> None:
    body = "setp.eq.s64 %p1, %rd3, 0; selp.b64 %rd4, %rd1, %rd2, %p1; ld.global.f32 %f1, [%rd4];"
    assert _accesses(body) == {"f32": ({("a", 0), ("s", 8)}, False)}


def test_a_kernel_that_calls_has_unknown_accesses() -> None:
    text = ".extern .func f();\n" + _KERNEL.format("call.uni f, ();").partition(".address_size 64")[2]
    module = parse(_KERNEL.partition(".visible")[0] + text)
    assert global_accesses(module.functions["k"]) is None
