"""The shipped ``runtime.ll`` and ``layout.py`` are what the sources give, and the runtime's files have an order."""

import re
import subprocess

import pytest

from harness.ptx.codegen.native import runtime_text
from harness.ptx.fault import fault_enum
from harness.ptx.runtime import make_runtime
from harness.ptx.runtime.make_runtime import (
    HERE,
    LAYOUT,
    ORDER,
    NoCompilerError,
    compile_c,
    layout_table,
    require_compiler,
    sources_unit,
)

_COMPILED = {}


@pytest.fixture
def compiler(monkeypatch):
    """Compile each text once with the same flags: no test changes a file of the sources."""
    try:
        require_compiler()
    except NoCompilerError as error:
        pytest.skip(str(error))

    def compiled(source, *more):
        key = source, more, make_runtime.FLAGS
        if key not in _COMPILED:
            _COMPILED[key] = compile_c(source, *more)
        return _COMPILED[key]

    monkeypatch.setattr(make_runtime, "compile_c", compiled)


def flipped(text):
    """Yield `text` with one instruction changed: an addition, a comparison, a constant, the last return."""
    for old, new in (
        (" add ", " sub "),
        ("icmp eq", "icmp ne"),
        (", 31\n", ", 30\n"),
        (" or i32", " and i32"),
    ):
        assert old in text
        yield text.replace(old, new, 1)
        before, _, after = text.rpartition(old)
        yield before + new + after


def swapped_faults():
    """Return the enumeration in C with two kinds of fault in each other's place."""
    return fault_enum().replace("FAULT_OOB_READ, FAULT_OOB_WRITE,", "FAULT_OOB_WRITE, FAULT_OOB_READ,")


def test_runtime_is_in_step_with_its_inputs():
    assert make_runtime.is_in_step(runtime_text())


def test_flipped_instruction_is_found_without_a_compiler():
    text = runtime_text()
    assert [other for other in flipped(text) if make_runtime.is_in_step(other)] == []
    assert not make_runtime.is_in_step(text.rstrip("\n"))
    assert not make_runtime.is_in_step("")


def test_changed_flag_or_rewrite_or_version_is_found(monkeypatch):
    changes = {
        (make_runtime, "FLAGS"): tuple(flag.replace("-O1", "-O2") for flag in make_runtime.FLAGS),
        (make_runtime, "ZIG_VERSION"): "0.14.0",
        (make_runtime, "REWRITES"): make_runtime.REWRITES[:-1],
        (make_runtime, "ORDER"): make_runtime.ORDER[::-1],
        (make_runtime, "fault_enum"): swapped_faults,
    }
    for (module, name), value in changes.items():
        assert value != getattr(module, name)
        with monkeypatch.context() as patch:
            patch.setattr(module, name, value)
            assert not make_runtime.is_in_step(runtime_text()), name
    assert make_runtime.is_in_step(runtime_text())


@pytest.mark.parametrize("name", [*ORDER, "layout.py"])
def test_changed_input_is_found(name, monkeypatch):
    path = LAYOUT if name == "layout.py" else HERE / name
    read = type(path).read_bytes
    monkeypatch.setattr(type(path), "read_bytes", lambda self: read(self) + b" " * (self == path))
    assert not make_runtime.is_in_step(runtime_text())


def test_runtime_sources_are_all_compiled():
    assert {path.name for path in HERE.glob("*.[ch]")} == set(ORDER)


def test_compiled_layout_names_every_field():
    table = layout_table(LAYOUT.read_text())
    count = int(re.search(r"\{(\d+),", table)[1])
    assert count == table.count("sizeof(") + table.count("offsetof(") + 1 > 200


def test_lock_pins_the_compiler():
    root = HERE.parents[2]
    pins = [
        re.findall(r"\bziglang==([\d.]+)", (root / name).read_text())
        for name in ("pyproject.toml", "requirements-base.lock")
    ]
    assert pins == [[make_runtime.ZIG_VERSION]] * 2


def test_other_compiler_is_refused(monkeypatch, capsys):
    monkeypatch.setattr(make_runtime, "ZIG_VERSION", "0.0.1")
    assert make_runtime.main(["--check"]) == 2
    message = capsys.readouterr().err
    assert re.match(
        r"the runtime is made with ziglang 0\.0\.1 \(got [\w.]+\): pip install .*'\.\[runtime\]'", message
    )


@pytest.mark.usefixtures("compiler")
def test_files_made_anew_are_those_checked_in(capsys):
    assert make_runtime.main(["--check"]) == 0
    assert "the same byte for byte" in capsys.readouterr().out


@pytest.mark.usefixtures("compiler")
@pytest.mark.parametrize("damage", ["instruction", "layout", "faults", "flag"])
def test_difference_from_the_files_made_anew_is_found(damage, monkeypatch, capsys, tmp_path_factory):
    folder = tmp_path_factory.mktemp("shipped")
    if damage == "instruction":
        # with digests that fit, as by hand
        body = runtime_text().partition("\n")[2].replace(" add ", " sub ", 1)
        shipped = folder / "runtime.ll"
        shipped.write_text(f"{make_runtime.first_line(body)}\n{body}")
        monkeypatch.setattr(make_runtime, "SHIPPED", shipped)
        assert make_runtime.is_in_step(shipped.read_text())
        wanted = r"^\+ .* add "
    elif damage == "layout":
        text = LAYOUT.read_text()
        layout = folder / "layout.py"
        layout.write_text(text.replace("LANES = 32", "LANES = 64"))
        monkeypatch.setattr(make_runtime, "LAYOUT", layout)
        wanted = r"^-LANES = 64\n\+LANES = 32$"
    elif damage == "faults":
        assert swapped_faults() != fault_enum()
        monkeypatch.setattr(make_runtime, "fault_enum", swapped_faults)
        wanted = r"^\+  %\d+ = "
    else:
        flags = tuple(flag.replace("-O1", "-O2") for flag in make_runtime.FLAGS)
        monkeypatch.setattr(make_runtime, "FLAGS", flags)
        wanted = r"^\+\+\+ runtime\.ll \(made anew\)"
    assert make_runtime.main(["--check"]) == 1
    out = capsys.readouterr().out
    assert re.search(wanted, out, re.MULTILINE)
    assert out.endswith("the runtime does not match its sources: run make_runtime\n")


@pytest.mark.usefixtures("compiler")
def test_files_call_only_files_before_them(capfd):
    """The compiler finds it: the files are one text, and nothing is declared before it is defined."""
    with pytest.raises(subprocess.CalledProcessError):
        compile_c(
            f"{sources_unit(LAYOUT.read_text())}\nvoid kh_n(void) {{ kh_later(); }}\nvoid kh_later(void) {{}}\n"
        )
    assert "'kh_later'" in capfd.readouterr().err
    assert [
        name for name in ORDER if re.search(r'^#include "', (HERE / name).read_text(), re.MULTILINE)
    ] == []
