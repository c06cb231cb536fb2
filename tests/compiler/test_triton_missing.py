"""Without Triton, a kernel in it is an error that says what to install."""

from pathlib import Path

import pytest

from harness.compiler import CompileRequest, compile  # noqa: A004 - its name
from harness.compiler.triton import service
from harness.compiler.triton_call import TritonCall
from harness.errors import CompileError


def test_it_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service.importlib.util, "find_spec", lambda _: None)
    path = tmp_path / "k.py"
    path.write_text("raise SystemExit('never executed')\n")
    with pytest.raises(CompileError) as caught:
        compile(CompileRequest(path, "sm_90", triton=TritonCall("k", (), (), 4)))
    assert "must be compiled by Triton" in str(caught.value)
    assert "pip install 'triton>=3.4'" in caught.value.log
