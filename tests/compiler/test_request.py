import ast
from pathlib import Path

from harness.compiler.request import code_request
from harness.settings.settings import Settings
from harness.variant.declaration.discovery import load_variant

ROOT = Path(__file__).parents[2]
MAKER = Path("compiler/request.py")


def makers(folder):
    """Return the modules of a folder that build a compile request, relative to the folder."""
    texts = {path: path.read_text(encoding="utf-8") for path in folder.rglob("*.py")}
    return {
        path.relative_to(folder)
        for path, text in texts.items()
        if "CompileRequest" in text
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] == "CompileRequest"
    }


def test_one_module_makes_compile_requests():
    assert makers(ROOT / "harness") == {MAKER}


def test_a_second_maker_is_found(tmp_path):
    for name, text in {
        "whole.py": "import compiler\ncompiler.CompileRequest(path, arch)\n",
        "bare.py": "def f():\n    return [CompileRequest(path, arch=arch)]\n",
        "reader.py": "def f(request: CompileRequest): return replace(request, target='ptx')\n",
    }.items():
        (tmp_path / name).write_text(text)
    assert makers(tmp_path) == {Path("whole.py"), Path("bare.py")}


def test_a_request_has_everything_that_its_variant_declares(tmp_path):
    path = tmp_path / "k.cu"
    path.write_text(
        "// /// variant\n"
        '// summary = "s"\n// source = "textbook"\n// args = ["inp", "out", "n_rows", "n_cols"]\n'
        '// entry = "rows::softmax<KH_SCALAR>"\n// block = [[64]]\n// grid = "n_rows"\n'
        '// compile_options = ["--fmad=false"]\n// defines = { WIDTH = "block_x" }\n// ///\n'
    )
    folder = tmp_path / "headers"
    folder.mkdir()
    settings = Settings.load(tmp_path, environ={}, include_dirs=(folder,))
    request = code_request(
        load_variant(path), (64, 1, 1), "float16", arch="sm_80", target="cubin", settings=settings
    )
    assert (request.path, request.arch, request.target) == (path, "sm_80", "cubin")
    assert request.options == ("--fmad=false",)
    assert request.include_dirs == (folder,)
    assert request.instances == ("rows::softmax<KH_SCALAR>",)
    assert {"KH_SCALAR": "__half", "WIDTH": "64"}.items() <= dict(request.defines).items()
