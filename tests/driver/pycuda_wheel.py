"""Builds PyCUDA on a machine without a GPU, and installs it: ``python -m tests.driver.pycuda_wheel FOLDER``.

PyCUDA comes as source. It is linked to the virtual GPU's library and to cuRAND's wheel, with the headers of NVIDIA's
wheels; no toolkit is needed. FOLDER keeps the wheel, so that the next call only installs it.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

import click

from harness.driver.library import write_library
from harness.settings.settings import Settings
from tests.tar_archive import unpack

ROOT = Path(__file__).resolve().parents[2]
VERSION = "2026.1"
HEADERS = ("nvidia-cuda-profiler-api==13.0.85", "nvidia-curand==10.4.0.35")
"""Wheels beside those of this package that the build takes headers from: those of CUDA 13.0."""
BUILD = ("setuptools", "wheel")
_TIMEOUT_S = 600


def main() -> int:
    """Install PyCUDA into this environment; return 1, with the reason, if it cannot be had."""
    folder = Path(sys.argv[1]).absolute()
    folder.mkdir(parents=True, exist_ok=True)
    try:
        _pip("install", *HEADERS, *BUILD)
        wheel = _kept(folder)
        if not wheel.is_file():
            _build(wheel)
        _pip("install", str(wheel))
        _run([sys.executable, "-m", "harness", "run", "-m", "pycuda.tools"], ROOT)
    except (subprocess.SubprocessError, OSError) as error:
        output = getattr(error, "stderr", None) or str(error)
        click.echo(f"pycuda {VERSION} cannot be had here: {output.strip().splitlines()[-1]}")
        return 1
    return 0


def _pip(*words: str) -> None:
    constraint = ("-c", str(ROOT / "requirements.lock"))
    command = [sys.executable, "-m", "pip", words[0], "-q", *constraint, *words[1:]]
    subprocess.run(command, check=True, timeout=_TIMEOUT_S, capture_output=True, text=True)


def _nvidia() -> Path:
    return Path(sysconfig.get_path("purelib")) / "nvidia" / "cu13"


def _kept(folder: Path) -> Path:
    """Return the place of the wheel for this Python, NumPy and build."""
    facts = (VERSION, HEADERS, sys.version, importlib.metadata.version("numpy"), str(_nvidia()))
    key = hashlib.sha256(repr(facts).encode() + Path(__file__).read_bytes()).hexdigest()[:16]
    tag = f"cp{sys.version_info.major}{sys.version_info.minor}"
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    return folder / key / f"pycuda-{VERSION}-{tag}-{tag}-{platform}.whl"


def _build(wheel: Path) -> None:
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        words = ("download", "-q", "--no-deps", "--no-build-isolation", "--no-binary", "pycuda")
        _run([sys.executable, "-m", "pip", *words, "-d", name, f"pycuda=={VERSION}"], work)
        (archive,) = work.glob("pycuda-*.tar.gz")
        unpack(archive, work)
        source = work / archive.name.removesuffix(".tar.gz")
        libraries = work / "libraries"
        libraries.mkdir()
        driver = write_library(Settings.load(ROOT, device="cpu").cache_dir)
        (libraries / "libcuda.so").symlink_to(driver)
        curand = _nvidia() / "lib"
        (libraries / "libcurand.so").symlink_to(next(curand.glob("libcurand.so.*")))
        folders = [f"--cudadrv-lib-dir={libraries}", f"--curand-lib-dir={libraries}"]
        _run([sys.executable, "configure.py", f"--cuda-inc-dir={_nvidia() / 'include'}", *folders], source)
        _run(
            [sys.executable, "setup.py", "-q", "bdist_wheel", "-d", name],
            source,
            # most of the time goes into Boost.Python's templates, and a call costs little beside a kernel
            CFLAGS="-O0 -g0 -w",
            # the loader finds cuRAND where its wheel is, and libcuda.so.1 as on every machine
            LDFLAGS=f"-Wl,-rpath,{curand}",
        )
        (made,) = work.glob("*.whl")
        wheel.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(made, wheel.parent / made.name)
        if made.name != wheel.name:
            (wheel.parent / made.name).rename(wheel)


def _run(command: list[str], folder: Path, **more: str) -> None:
    environ = os.environ | more
    subprocess.run(
        command, cwd=folder, env=environ, check=True, timeout=_TIMEOUT_S, capture_output=True, text=True
    )


if __name__ == "__main__":
    sys.exit(main())
