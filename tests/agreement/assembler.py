"""NVIDIA's assembler over modules of forms: machine code of what it takes, its messages for what it does not."""

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from tests.agreement.form_modules import Batch, text

ARCHITECTURE = "sm_90"
DEADLINE_S = 120
_ERROR = re.compile(r"line (\d+); (?:error|fatal)\s*:\s*(.*)")
_FOLDERS = ("CUDA_HOME", "CUDA_PATH")


@dataclass(frozen=True)
class Assembled:
    """A batch less what was refused, its machine code, and the message for each refused form."""

    batch: Batch
    code: bytes
    refused: dict[str, str]


def find_ptxas() -> str | None:
    """Return the assembler on the path, in a CUDA folder that the environment names, or in CUDA's usual folder."""
    folders = [os.environ[name] for name in _FOLDERS if os.environ.get(name)]
    places = [str(Path(folder) / "bin" / "ptxas") for folder in (*folders, "/usr/local/cuda")]
    return shutil.which("ptxas") or next((place for place in places if os.access(place, os.X_OK)), None)


def version(ptxas: str) -> str:
    """Return the assembler's release, such as ``13.0.88``."""
    shown = subprocess.run(
        [ptxas, "--version"], capture_output=True, text=True, check=True, timeout=DEADLINE_S
    ).stdout
    found = re.search(r"V(\d+(?:\.\d+)*)", shown)
    return found.group(1) if found else shown.strip()


def assemble_all(ptxas: str, batches: Iterable[Batch], jobs: int) -> list[Assembled]:
    """Assemble batches side by side, in their order."""
    with ThreadPoolExecutor(jobs) as pool:
        return list(pool.map(lambda batch: assemble(ptxas, batch), batches))


def assemble(ptxas: str, batch: Batch) -> Assembled:
    """Assemble a batch; forms that the assembler names in its messages are left out, and it tries again.

    Raises RuntimeError: it refuses the module and names no form.
    """
    refused: dict[str, str] = {}
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "forms.ptx", Path(folder) / "forms.cubin"
        while batch.forms:
            module, owners = text(batch)
            source.write_text(module, encoding="ascii")
            command = [ptxas, f"-arch={ARCHITECTURE}", "-o", str(target), str(source)]
            done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=DEADLINE_S)
            if done.returncode == 0:
                return Assembled(batch, target.read_bytes(), refused)
            found = {
                owners[int(line)]: message.strip()
                for line, message in _ERROR.findall(done.stderr + done.stdout)
                if int(line) in owners
            }
            if not found:
                if len(batch.forms) > 1:
                    halves = [assemble(ptxas, Batch(part)) for part in _halves(batch)]
                    for half in halves:
                        refused.update(half.refused)
                    batch = batch.without(refused)
                    continue
                message = (done.stderr + done.stdout).strip().replace(str(source), source.name)
                found = {batch.forms[0].name: f"{message} (exit status {done.returncode})"}
            refused.update(found)
            batch = batch.without(found)
    return Assembled(batch, b"", refused)


def _halves(batch: Batch) -> tuple[tuple, tuple]:  # type: ignore[type-arg]
    middle = len(batch.forms) // 2
    return batch.forms[:middle], batch.forms[middle:]
