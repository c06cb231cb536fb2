import functools
import os
import signal
from pathlib import Path

import pytest

from harness.compiler import CompileRequest, open_cache, open_compiler
from harness.compiler.compilation import keep_crash
from harness.compiler.resources import asked_for
from harness.releases.builds import _ASSEMBLER_CRASHED, _CRASHED, _build, _Made, _one, _ptx, _translate
from harness.releases.survey import _buildable
from harness.run.suite import Suite, VariantCases
from harness.settings.settings import Settings, usable_cores
from harness.variant.declaration.discovery import load_variant
from harness.variant.matrix import cases

ROOT = Path(__file__).parents[2]


def answer(request, *, fatal=frozenset()):
    """What a compiler in a worker does; with some architectures it ends its process."""
    if request.arch in fatal:
        os._exit(11)
    return _Made({}, request.arch)


def requests(n):
    return [CompileRequest(Path("k.cu"), f"sm_{number}") for number in range(n)]


def test_a_compiler_that_crashes_costs_its_own_request_only():
    wanted = requests(8 * usable_cores() + 5)
    work = functools.partial(answer, fatal=frozenset({"sm_3"}))
    made = dict(_translate(wanted, work))
    assert list(made) == wanted
    assert [each.arch for each, result in made.items() if result.crashed] == ["sm_3"]
    assert all(result.log == each.arch for each, result in made.items() if not result.crashed)


def killed(request):
    os.kill(os.getpid(), signal.SIGKILL)


def killed_once(folder, request):
    """End as one that was out of memory while others ran beside it."""
    mark = folder / request.arch
    if not mark.exists():
        mark.touch()
        killed(request)
    return answer(request)


def test_a_compiler_that_was_killed_is_asked_once_more(tmp_path):
    wanted = requests(2)
    made = dict(_translate(wanted, functools.partial(killed_once, tmp_path)))
    assert [(request.arch, each.log) for request, each in made.items()] == [
        (each.arch,) * 2 for each in wanted
    ]


def wrong(request):
    raise ZeroDivisionError(request.arch)


def test_a_mistake_of_ours_is_not_taken_for_a_crash():
    with pytest.raises(RuntimeError, match="ZeroDivisionError: sm_0"):
        dict(_translate(requests(1), wrong))


def test_a_crash_is_kept_and_a_kill_is_not(tmp_path, monkeypatch):
    path = tmp_path / "k.cu"
    path.write_text("__global__ void k() { }\n", encoding="ascii")
    request = CompileRequest(path, "sm_90")
    ((_, crash),) = _translate([request], functools.partial(answer, fatal=frozenset({"sm_90"})))
    assert (crash.crashed, crash.is_lasting) == (True, True)
    ((_, kill),) = _translate([request], killed)
    assert (kill.crashed, kill.is_lasting) == (True, False)
    settings = Settings.load(tmp_path, environ={"KERNEL_HARNESS_CACHE_DIR": str(tmp_path / "cache")})
    compiler = open_compiler(settings, device="cpu")
    keep_crash(asked_for(request), compiler=compiler, cache=open_cache(settings))
    monkeypatch.setattr(type(compiler), "translate", None)  # nobody asks it again
    assert _one(settings, request) == _Made(None, "", crashed=True)


def test_nothing_to_compile_starts_nothing():
    assert list(_translate([], answer)) == []


def test_a_crash_is_a_limit_of_the_release():
    build = _build(None, "float32", (32, 1, 1), "sm_90", _Made(None, "", crashed=True), None)
    assert build.skip is _CRASHED
    assert build.error == ""
    assert not build.is_built


def test_where_only_the_machine_code_cannot_be_made_the_ptx_is_executed():
    variant = load_variant(ROOT / "cuda_src" / "softmax_naive.cu")
    suite = Suite((VariantCases(variant, tuple(cases(variant))),))
    kept = {}
    for made in (
        _Made(None, "", crashed=True),
        _Made(None, "", crashed=True, has_ptx=True),
    ):
        build = _build(variant, "float32", variant.usual_block, "sm_90", made, None)
        assert not build.is_built
        builds = {variant.id: (build,)}
        kept[build.skip.reason] = [
            len(_buildable(suite, builds, "sm_90", needs_machine_code=needed).parts)
            for needed in (False, True)
        ]
    assert kept == {_CRASHED.reason: [0, 0], _ASSEMBLER_CRASHED.reason: [1, 0]}


def test_ptx_is_asked_for_by_itself(tmp_path):
    settings = Settings.load(tmp_path, environ={"KERNEL_HARNESS_CACHE_DIR": str(tmp_path / "cache")})
    path = tmp_path / "k.cu"
    path.write_text("__global__ void k() { }\n", encoding="ascii")
    assert _ptx(settings, CompileRequest(path, "sm_90")) == _Made(None, "", has_ptx=True)
    path.write_text("__global__ void k() { this }\n", encoding="ascii")
    assert not _ptx(settings, CompileRequest(path, "sm_90")).has_ptx
