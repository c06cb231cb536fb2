"""Compiles Triton kernels in a process of its own: ``python -I translator.py FD_IN FD_OUT``.

This file imports nothing of this package but `stand_ins` and `followed` next to it, and runs the user's Python
file. It reads one JSON request a line and answers with one line: PTX and what a launch must know, or an error.
`harness.compiler.triton.service` starts it.

It calls the same functions of Triton as ``JITFunction.run``: Triton's own code decides on the types and on
the specialisation of the arguments.
"""

import ast
import ctypes
import importlib
import importlib.util
import json
import os
import resource
import signal
import sys
import sysconfig
import traceback
import types
from pathlib import Path
from typing import Any

_PDEATHSIG = 1
_FILE_BYTES = 1 << 28
_POINTERS = {
    "float32": "fp32", "float64": "fp64", "float16": "fp16", "bfloat16": "bf16", "float8_e4m3fn": "fp8e4nv",
    "float8_e5m2": "fp8e5", "int8": "i8", "int32": "i32", "int64": "i64", "uint8": "u8", "bool": "i1",
}  # fmt: skip


def neighbour(name: str) -> Any:
    """Return the module of a file next to this one, which Python does not look for there with ``-I``."""
    # It is not in ``sys.modules``, where the user's file could meet it.
    spec = importlib.util.spec_from_file_location(name, Path(__file__).with_name(f"{name}.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


stand_ins = neighbour("stand_ins")
followed = neighbour("followed")


def without_own_key() -> None:
    """Keep Triton from hashing its libraries, half a gigabyte, for the key of a cache that is not used here."""
    for name in ("triton.compiler.compiler", "triton.runtime.cache"):
        module = importlib.import_module(name)
        if hasattr(module, "triton_key"):
            setattr(module, "triton_key", lambda: "not cached")  # noqa: B010 - not every module has it


def package_of(path: Path) -> str:
    """Return the name of the package that a file belongs to, and make the package; empty for a file on its own."""
    folders = []
    folder = path.parent
    while (folder / "__init__.py").is_file() and folder.name.isidentifier():
        folders.append(folder)
        folder = folder.parent
    if not folders:
        return ""
    sys.path.append(str(folder))
    name = ""
    for item in reversed(folders):
        name = f"{name}.{item.name}" if name else item.name
        if name in sys.modules:
            return ""
        sys.modules[name] = stand_ins.LazyPackage(name, item)
    return name


class Pointer:
    """Stand-in for an array argument, with the type and address that Triton asks for."""

    def __init__(self, dtype: str, address: int) -> None:
        self.dtype, self._address = dtype, address

    def data_ptr(self) -> int:
        return self._address


class KernelError(Exception):
    """The request cannot be fulfilled; the argument is the message."""


def load(path: str) -> types.ModuleType:
    """Import the user's file, as part of its packages; modules next to it can be imported, behind all others."""
    sys.path.append(str(Path(path).parent))
    sys.meta_path.append(stand_ins.AbsentModules())
    package = package_of(Path(path))
    name = f"{package}.{Path(path).stem}" if package else Path(path).stem
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    if package:
        execute_in_package(module, Path(path))
    else:
        spec.loader.exec_module(module)
    return module


def execute_in_package(module: types.ModuleType, path: Path) -> None:
    """Execute a file of a package; an import that fails gives placeholders."""
    # The import of a package may need a GPU or another package, which its kernels seldom need.
    for statement in ast.parse(path.read_text(encoding="utf-8-sig"), str(path)).body:
        code = compile(ast.Module([statement], []), str(path), "exec", dont_inherit=True)
        try:
            exec(code, module.__dict__)
        except Exception:
            if not isinstance(statement, (ast.Import, ast.ImportFrom)):
                raise
            whole = getattr(statement, "module", None) or ""
            for alias in statement.names:
                name = alias.asname or alias.name.partition(".")[0]
                module.__dict__.setdefault(name, stand_ins.Placeholder(f"{whole}.{alias.name}".strip(".")))


def read_files(path: str) -> dict[str, str]:
    """Return the digests of the file and of every module that it imported from outside of Python and site-packages."""
    library = str(Path(sys.modules["triton"].__file__ or "").parent)
    schemes = ("stdlib", "platstdlib", "purelib", "platlib")
    own = tuple(os.path.realpath(folder) + os.sep for folder in (library, *map(sysconfig.get_path, schemes)))
    files = {path}
    for module in [module for name, module in sys.modules.items() if name != "__main__"]:
        name = getattr(module, "__file__", None)
        # Python's own folder may link to a module elsewhere, as Debian's does to `sitecustomize`.
        if name and not any(place.startswith(own) for place in (name, os.path.realpath(name))):
            files.add(str(Path(name).absolute()))
    return {name: followed.digest_of(name) for name in files}


def kernel_of(module: types.ModuleType, entry: str) -> tuple[Any, list[dict[str, Any]]]:
    """Return a kernel without the decorators around it, and its heuristics: functions of its arguments by parameter."""
    from triton.runtime.autotuner import Heuristics
    from triton.runtime.jit import JITFunction

    named = getattr(module, entry, None)
    function, heuristics = named, []
    while function is not None and not isinstance(function, JITFunction):
        if isinstance(function, Heuristics):
            heuristics.append(function.values)
        function = getattr(function, "fn", None)
    if function is None:
        raise KernelError(f"'{entry}' must be a function marked @triton.jit (got {named!r})")
    return function, heuristics


def value_of(kind: str, value: Any) -> Any:
    return getattr(importlib.import_module("triton.language"), value) if kind == "dtype" else value


def argument(kind: str, dtype: str, number: int) -> Any:
    if kind == "pointer":
        return Pointer(_POINTERS[dtype], number)
    return 0.5 if kind == "float" else number


def packed(kernel: Any, backend: Any, options: Any, bound: Any, specialization: Any) -> Any:
    """Return the types, constants and attributes of a kernel's parameters, as ``JITFunction.run`` makes them."""
    if hasattr(kernel, "_pack_args"):
        return kernel._pack_args(backend, options, bound, specialization, options)[1:]
    # Triton 3.4 has these lines in `run`.
    types_, values = [part[0] for part in specialization], [part[1] for part in specialization]
    names = [param.name for param in kernel.params]
    constexprs = {(at,): bound[names[at]] for at, kind in enumerate(types_) if kind == "constexpr"}
    attributes = {(at,): backend.parse_attr(text) for at, text in enumerate(values) if isinstance(text, str)}
    return dict(zip(names, types_, strict=True)), constexprs, attributes


def translate(request: dict[str, Any], module: types.ModuleType) -> dict[str, Any]:
    """Compile one kernel as ``kernel[grid](...)`` would, without its last step, machine code."""
    import triton
    from triton.backends.compiler import GPUTarget
    from triton.compiler import ASTSource
    from triton.compiler.compiler import make_backend
    from triton.runtime.jit import create_function_from_signature

    kernel, heuristics = kernel_of(module, request["entry"])
    names = [param.name for param in kernel.params]
    constants = {name: value_of(kind, value) for name, kind, value in request["constants"]}
    own = {param.name for param in kernel.params if param.is_constexpr}
    own |= {name for heuristic in heuristics for name in heuristic}
    passed = [name for name in names if name not in constants and name not in own]
    if len(passed) != len(request["args"]):
        raise KernelError(
            f"'{request['entry']}' takes {', '.join(passed) or 'no arguments'} besides its constants "
            f"(got {len(request['args'])} arguments)"
        )
    target = GPUTarget("cuda", request["capability"], 32)
    backend = make_backend(target)
    values = dict(zip(passed, (argument(*item) for item in request["args"]), strict=True))
    if any(name not in constants for heuristic in heuristics for name in heuristic):
        actual = dict(zip(passed, request["actual"], strict=True))
        seen = {name: values[name] if value is None else value for name, value in actual.items()}
        seen |= {p.name: p.default for p in kernel.params if p.has_default and p.name not in seen}
        # As `Heuristics.run` does; a declared value goes first.
        for heuristic in heuristics:
            for name, compute in heuristic.items():
                if name not in constants:
                    constants[name] = compute({**seen, **constants})
    options = {"num_warps": request["n_warps"]}
    options |= {"num_ctas": request["n_ctas"]} if request["n_ctas"] != 1 else {}
    options |= {"num_stages": request["n_stages"]} if request["n_stages"] is not None else {}
    binder = create_function_from_signature(kernel.signature, kernel.params, backend)
    bound, specialization, _ = binder(**values, **constants, **options)
    signature, constexprs, attributes = packed(kernel, backend, options, bound, specialization)
    for name in constants:
        position = (names.index(name),)
        signature[name], constexprs[position] = "constexpr", constants[name]
        attributes.pop(position, None)
    source = ASTSource(kernel, signature, constexprs, attributes)
    add_stages = type(backend).add_stages

    def without_machine_code(self: Any, stages: dict[str, Any], *rest: Any) -> None:
        add_stages(self, stages, *rest)
        stages["cubin"] = lambda *_: b""

    type(backend).add_stages = without_machine_code
    try:
        compiled = triton.compile(source, target=target, options=options)
    finally:
        type(backend).add_stages = add_stages
    metadata = compiled.metadata
    return {
        "ptx": compiled.asm["ptx"],
        "name": metadata.name,
        "smem_bytes": metadata.shared,
        "global_scratch_bytes": getattr(metadata, "global_scratch_size", 0),
        "cluster": getattr(metadata, "num_ctas", 1),
        "kept": [index for index, name in enumerate(passed) if signature[name] != "constexpr"],
    }


class LoadedFile:
    def __init__(self) -> None:
        self.module: types.ModuleType | None = None
        self.files: dict[str, str] = {}
        self.followed: Any = None

    def depends_on(self) -> dict[str, Any]:
        """Return files with digests and variables with values, and what else it asked for that is not followed."""
        own = self.followed
        files = dict.fromkeys(own.absent_modules(), "") | self.files | own.files
        return {"files": sorted(files.items()), "variables": sorted(own.variables.items()), "lost": own.lost}


def answer(request: dict[str, Any], state: LoadedFile) -> dict[str, Any]:
    """Return the answer to a request: first to import the file, then to compile kernels of it."""
    # Every error of the file, of Triton or of the request is an answer.
    try:
        if state.followed is None:
            state.followed = followed.Followed(request["reach"], str(Path.cwd()))
            state.followed.begin()
        if state.module is None:
            module = load(request["path"])
            state.files, state.module = read_files(request["path"]), module
        result = translate(request, state.module) if "entry" in request else {}
        return {**result, **state.depends_on()}
    except KernelError as error:
        return {"error": str(error)}
    except BaseException as error:
        return {"error": described(error, request["path"]), **state.depends_on()}


def described(error: BaseException, path: str) -> str:
    """Return an error as a compiler's message: ``file(line): error: text``, then the source that Triton shows."""
    chain = [error]
    while chain[-1].__cause__ is not None:
        chain.append(chain[-1].__cause__)
    line = None
    for item in reversed(chain):
        node = getattr(item, "node", None)
        source = getattr(item, "src", None)
        if node is not None and source is not None and hasattr(node, "lineno"):
            try:
                text = Path(path).read_text(encoding="utf-8-sig")
                # A compilation error counts lines from the function's own.
                at = text.find(source.strip("\n"))
                line = (text.count("\n", 0, at) if at >= 0 else 0) + node.lineno
            except OSError:
                pass
            break
    if line is None:
        frames = [frame for link in reversed(chain) for frame in traceback.extract_tb(link.__traceback__)]
        own = [frame.lineno for frame in frames if os.path.realpath(frame.filename) == os.path.realpath(path)]
        line = own[-1] if own else getattr(error, "lineno", None) or 1
    text = "\n".join(f"{type(link).__name__}: {link}" for link in chain)
    return f"{path}({line}): error: {text}"


def main() -> None:
    requests, answers, parent = int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    ctypes.CDLL(None).prctl(_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        return
    limit = int(sys.argv[4])
    if limit:
        resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (_FILE_BYTES, _FILE_BYTES))
    # The process ignores PYTHONPATH, which may be how Triton is found: that folder goes before installed packages.
    own = {os.path.realpath(sysconfig.get_path(scheme)) for scheme in ("purelib", "platlib")}
    first = next((at for at, path in enumerate(sys.path) if os.path.realpath(path) in own), len(sys.path))
    sys.path.insert(first, sys.argv[5])
    # Before the user's file, so that no file next to it takes the name.
    without_own_key()
    state = LoadedFile()
    with os.fdopen(requests, encoding="utf-8") as lines, os.fdopen(answers, "w", encoding="utf-8") as out:
        for line in lines:
            out.write(json.dumps(answer(json.loads(line), state)) + "\n")
            out.flush()


if __name__ == "__main__":
    main()
