"""PTX, damaged, parsed, compiled and launched."""

import random
import re
from functools import cached_property
from pathlib import Path

import numpy as np

from harness.compiler import CompileRequest, compile  # noqa: A004 - its name
from harness.ptx.launch.watch import UNWATCHED, Watch
from harness.ptx.reading.parser import parse
from tests.mutation.campaign import CHARACTERS, damaged_bytes
from tests.ptx.code_cache import compiling_executor

ROOT = Path(__file__).parents[2]
KERNELS = (
    "softmax_naive",
    "softmax_warp_row",
    "softmax_block_tree",
    "rms_norm_naive",
    "softmax_online",
    "softmax_float4",
)
"""Of different kinds, and small: what is damaged is then seldom a comment or one of a hundred equal lines."""

_MOST_BYTES = 20_000
_STEP_BUDGET = 20_000
_BUFFER_BYTES = 4096
_WORDS = (
    "", ",", ";", "{", "}", "(", ")", "[", "]", "%", "%p1", "%r1", "%rd1", "%f1", "%r999999999", "%tid.x",
    "-1", "0", "0x", "0xffffffffffffffffff", "9" * 400, "1e400", "0f7f800000", "0dFFFFFFFFFFFFFFFF", "0f",
    "bra", "$L__BB0_1", "$nowhere", ".reg", ".entry", ".func", ".param", ".shared", ".global", ".align",
    ".b8", ".u64", ".pred", ".f16x2", ".v4", "<1000000000>", "<0>", "<-1>", "@%p1", "@!%p1", "ret", "exit",
    "call", "bar.sync", "shfl.sync.bfly.b32", "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32",
    "cp.async.bulk", "atom.global.add.u32", ".version", ".version 99.9", ".target sm_10",
    ".address_size 32", '"', "/*", "*/", "//", ".loc 1 0 0", ".file 9 \"x\"", ".pragma", ".maxntid 0, 0, 0",
    ".reqnctapercluster 9, 9, 9", ".reqnctapercluster 0, 0, 0", "vprintf", "(" * 3000, "{" * 3000, "-" * 3000, "\\",
)  # fmt: skip
_TOKEN = re.compile(r"[\w.$%]+|\S")


class Ptx:
    """PTX of some kernels, as NVRTC writes it."""

    def __init__(self) -> None:
        # Before any fork, without threads: the runtime's code is the same for all.
        self._executor = compiling_executor(_STEP_BUDGET)

    @cached_property
    def sound(self) -> tuple[str, ...]:
        texts = []
        for name in KERNELS:
            path = ROOT / "cuda_src" / f"{name}.cu"
            made = compile(CompileRequest(path=path, arch="sm_90", include_dirs=(path.parent / "include",)))
            texts.append(made.code.decode("ascii"))
        return tuple(text for text in texts if len(text) < _MOST_BYTES)

    def prepare(self, folder: Path) -> None:
        self.read(min(self.sound, key=len).encode(), folder)

    def damaged(self, draws: random.Random) -> bytes:
        lines = draws.choice(self.sound).splitlines()
        for _ in range(draws.choice((0, 1, 1, 1, 2, 3))):
            lines = _damaged(lines, draws)
        data = ("\n".join(lines) + "\n").encode("utf-8", "surrogatepass")
        return damaged_bytes(data, draws) if draws.random() < 0.2 else data

    def read(self, data: bytes, folder: Path) -> None:
        """Load it and launch every kernel, watched; HarnessError where it is refused."""
        assert folder.is_dir()
        executor = self._executor
        text = data.decode("utf-8", "replace")
        program = executor.load(text)
        for function in parse(text).entries:
            entry = function.name
            code, _ = program.kernel(entry)
            executor.memory.clear()
            args: list[np.generic | bytes] = []
            for parameter in code.params:
                if parameter.size_bytes == 8:
                    args.append(np.uint64(executor.memory.allocate(_BUFFER_BYTES, parameter.name).address))
                elif parameter.size_bytes == 4:
                    args.append(np.int32(7))
                else:
                    args.append(bytes(parameter.size_bytes))
            for watch in (UNWATCHED, Watch(races=True)):
                executor.launch(program, entry, (2, 1, 1), (64, 1, 1), args, shared_bytes=1024, watch=watch)


def _damaged(lines: list[str], draws: random.Random) -> list[str]:
    at = draws.randrange(len(lines))
    before, line, after = lines[:at], lines[at], lines[at + 1 :]
    other = draws.randrange(len(lines))
    what = draws.randrange(9)
    if what == 0:
        return [*before, *after]
    if what == 1:
        return [*before, line, line, *after]
    if what == 2:
        return [*before, lines[other], line, *after]
    if what == 3:
        return [*before, *reversed(lines[at : at + 3]), *lines[at + 3 :]]
    if what == 4:
        place = draws.randrange(len(line) + 1)
        return [*before, line[:place] + draws.choice(CHARACTERS) + line[place + draws.randrange(3) :], *after]
    tokens = list(_TOKEN.finditer(line))
    if not tokens:
        return [*before, draws.choice(_WORDS), *after]
    token = draws.choice(tokens)
    if what == 5:
        theirs = _TOKEN.findall(lines[other]) or [""]
        word = draws.choice(theirs)
    else:
        word = draws.choice(_WORDS)
    return [*before, line[: token.start()] + word + line[token.end() :], *after]
