"""What ptxas reports and makes: read from its log, from real compilations, and kept."""

from pathlib import Path

import pytest

from harness.compiler import CompileRequest, open_cache, open_compiler, ptx_file
from harness.compiler.compilation import Resources, read_resources, resources_of
from harness.errors import CompileError
from harness.settings.settings import Settings
from harness.store.disk_cache import DiskCache

ROOT = Path(__file__).parents[2]

LOG = """\
a.cu(3): warning #177-D: variable "x" was declared but never referenced
ptxas info    : 0 bytes gmem, 8 bytes cmem[4]
ptxas info    : Compiling entry function 'first' for 'sm_80'
ptxas info    : Function properties for first
ptxas         .     32 bytes stack frame, 12 bytes spill stores, 20 bytes spill loads
ptxas info    : Used 24 registers, used 2 barriers, 32 bytes cumulative stack size, 256 bytes smem, 396 bytes cmem[0]
ptxas info    : Compile time = 25.690 ms
ptxas info    : Compiling entry function 'second' for 'sm_80'
ptxas info    : Function properties for second
    8 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Function properties for called
    16 bytes stack frame, 4 bytes spill stores, 6 bytes spill loads
ptxas info    : Used 30 registers
"""


def test_log_is_read():
    assert read_resources("a.cu(3): warning: nothing\n", "sm_80") == {}
    found = read_resources(LOG, "sm_80")
    assert list(found) == ["first", "second"]
    assert found["first"] == Resources("first", "sm_80", 24, 2, 32, 12, 20, 256)
    assert found["second"] == Resources("second", "sm_80", 30, 0, 8, 4, 6)


def compiled(
    path: Path, arch: str, *, defines: tuple[tuple[str, str], ...] = (), options: tuple[str, ...] = ()
):
    settings = Settings.load(ROOT)
    request = CompileRequest(path=path, arch=arch, defines=defines, options=options)
    return resources_of(request, compiler=open_compiler(settings, device="cpu"), cache=open_cache(settings))


def test_real_kernels():
    split = compiled(
        ROOT / "cuda_src" / "softmax_split_three_phase.cu", "sm_90", defines=(("SLICE_COLS", "1024"),)
    )
    assert set(split) == {"reduce_slices", "merge_slices", "write_slices"}
    assert split["reduce_slices"].shared_bytes == 256
    assert split["reduce_slices"].barriers == 1
    assert split["merge_slices"].barriers == 0
    assert all(each.registers > 0 and each.spill_store_bytes == 0 for each in split.values())


def test_fewer_registers_are_spilled():
    source = ROOT / "cuda_src" / "softmax_block_packs.cu"
    defines = (("KH_SCALAR", "float"), ("KH_DTYPE_FLOAT32", "1"), ("COLS_PER_THREAD", "16"))
    free = compiled(source, "sm_90", defines=defines)["softmax"]
    tight = compiled(source, "sm_90", defines=defines, options=("-maxrregcount=24",))["softmax"]
    assert free.registers > 24 >= tight.registers
    assert (free.spill_store_bytes, free.spill_load_bytes) == (0, 0)
    assert tight.spill_store_bytes > 0
    assert tight.spill_load_bytes > 0


@pytest.mark.parametrize("arch", ["sm_75", "sm_80", "sm_100"])
def test_other_architectures(arch):
    found = compiled(ROOT / "cuda_src" / "softmax_naive.cu", arch)["softmax"]
    assert found.arch == arch
    assert 8 <= found.registers <= 64


def test_architecture_that_the_compiler_does_not_have():
    with pytest.raises(CompileError, match="does not compile for sm_42"):
        compiled(ROOT / "cuda_src" / "softmax_naive.cu", "sm_42")


def test_log_that_says_nothing_is_an_error(monkeypatch):
    monkeypatch.setattr("harness.compiler.compilation.read_resources", lambda _log, _arch: {})
    with pytest.raises(CompileError, match="the log of ptxas must have the resources of softmax on sm_90"):
        compiled(ROOT / "cuda_src" / "softmax_naive.cu", "sm_90")


PTX = b".version 8.0\n.target sm_90\n.address_size 64\n"


def _assembler(folder: Path, body: str) -> Path:
    """A program in the place of ptxas, which also counts its calls."""
    path = folder / "ptxas"
    path.write_text(f"#!/bin/sh\necho call >> {folder}/calls\nfor last; do :; done\n{body}\n")
    path.chmod(0o755)
    return path


def test_code_and_log_are_kept(tmp_path, monkeypatch):
    program = _assembler(
        tmp_path, 'echo "info: $last"\nwhile [ "$1" != -o ]; do shift; done\nprintf code > "$2"'
    )
    monkeypatch.setattr(ptx_file, "_find_ptxas", lambda number: [str(program)])
    cache = DiskCache(tmp_path / "cache", 1 << 20)
    made = ptx_file.assemble(PTX, "sm_90", "first.py", cache)
    assert made == (b"code", "info: first.py\n")
    assert ptx_file.assemble(PTX, "sm_90", "second.py", cache) == (b"code", "info: second.py\n")
    assert ptx_file.assemble(PTX, "sm_100", "first.py", cache) == made
    assert (tmp_path / "calls").read_text() == "call\ncall\n"
    program.write_text(program.read_text() + "# another release\n")
    ptx_file.assemble(PTX, "sm_90", "first.py", cache)
    assert (tmp_path / "calls").read_text() == "call\n" * 3


def test_a_refusal_is_not_kept(tmp_path, monkeypatch):
    program = _assembler(tmp_path, 'echo "$last: no"; exit 1')
    monkeypatch.setattr(ptx_file, "_find_ptxas", lambda number: [str(program)])
    cache = DiskCache(tmp_path / "cache", 1 << 20)
    for _ in range(2):
        with pytest.raises(CompileError) as caught:
            ptx_file.assemble(PTX, "sm_90", "first.py", cache)
        assert caught.value.log == "first.py: no\n"
    assert (tmp_path / "calls").read_text() == "call\n" * 2
