"""What the recorders of answers share: the driver through ctypes, and probes that have a process each."""

import ctypes
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
FOLDER = ROOT / "fixtures" / "gpu_answers"
SANITIZER = shutil.which("compute-sanitizer") or shutil.which("/usr/local/cuda/bin/compute-sanitizer") or ""
DEADLINE_S = 60.0
_MAJOR, _MINOR = 75, 76


class Driver:
    """The driver's context on the first GPU."""

    def __init__(self) -> None:
        self.library = ctypes.CDLL("libcuda.so.1")
        self.device = ctypes.c_int()
        context = ctypes.c_void_p()
        self.must("cuInit", 0)
        self.must("cuDeviceGet", ctypes.byref(self.device), 0)
        self.must("cuDevicePrimaryCtxRetain", ctypes.byref(context), self.device)
        self.must("cuCtxSetCurrent", context)

    def call(self, name: str, *arguments: Any) -> str:
        """Call a function; return the name of its result."""
        code = getattr(self.library, name)(*arguments)
        text = ctypes.c_char_p()
        self.library.cuGetErrorName(code, ctypes.byref(text))
        return (text.value or b"").decode() or str(code)

    def must(self, name: str, *arguments: Any) -> None:
        result = self.call(name, *arguments)
        if result != "CUDA_SUCCESS":
            raise SystemExit(f"{name}: {result}")

    @property
    def info(self) -> dict[str, str]:
        name, version = ctypes.create_string_buffer(100), ctypes.c_int()
        self.call("cuDeviceGetName", name, 100, self.device)
        self.call("cuDriverGetVersion", ctypes.byref(version))
        major, minor = ctypes.c_int(), ctypes.c_int()
        self.call("cuDeviceGetAttribute", ctypes.byref(major), _MAJOR, self.device)
        self.call("cuDeviceGetAttribute", ctypes.byref(minor), _MINOR, self.device)
        return {
            "device": name.value.decode(),
            "arch": f"sm_{major.value}{minor.value}",
            "driver": driver_version(),
            "cuda": f"{version.value // 1000}.{version.value % 1000 // 10}",
        }


def driver_version() -> str:
    """Return the version of the host's driver; empty without one."""
    proc = Path("/proc/driver/nvidia/version")
    found = re.search(r"\d+\.\d+(\.\d+)?", proc.read_text()) if proc.is_file() else None
    return found.group() if found else ""


def ask(module: str, *arguments: object, tool: str = "") -> dict[str, Any]:
    """Return the JSON that a child process printed last; its status and text if there is none.

    `tool`: the tool of compute-sanitizer that watches it, what it said is ``said``.
    """
    under = [SANITIZER, "--tool", tool] if tool else []
    try:
        ran = subprocess.run(
            [*under, sys.executable, "-m", module, *map(str, arguments)],
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=DEADLINE_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return {"error": "did not end", "said": "did not end"}
    lines = ran.stdout.splitlines()
    answer = next((json.loads(line) for line in reversed(lines) if line.startswith("{")), None)
    if answer is None:
        answer = {"error": (ran.stdout + ran.stderr)[-500:], "status": ran.returncode}
    said = [line.lstrip("= ") for line in lines if line.startswith("=====")]
    return answer | ({"said": said} if tool else {})


def write(path: Path, document: dict[str, Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(document, indent=1) + "\n", encoding="ascii")
