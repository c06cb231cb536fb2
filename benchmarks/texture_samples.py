"""Runs the texture and surface kernels of NVIDIA's cuda-samples on the cpu device and compares them with NumPy.

    git clone https://github.com/NVIDIA/cuda-samples
    python benchmarks/texture_samples.py cuda-samples

Each kernel is compiled by NVRTC from the sample's own file, and its texture objects have the modes of the sample's host
code. "largest error" is against NumPy in float64 with exact weights: a filter's weights have 8 bits, so an error of up
to 1/256 of the range of neighbouring texels is right.
"""

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from harness.compiler import CompileRequest
from harness.compiler import compile as compile_source
from harness.ptx.launch.executor import Executor
from harness.ptx.launch.watch import Watch
from harness.ptx.textures import Sampling, Texels

WRAP = ("wrap",) * 3
WATCH = Watch(races=True, undefined=True)
Array = NDArray[Any]


class Sample:
    """One sample's file on a fresh executor."""

    def __init__(self, root: Path, file: str) -> None:
        request = CompileRequest(path=root / "Samples" / file, arch="sm_90", include_dirs=(root / "Common",))
        self.executor = Executor()
        text = compile_source(request).code.decode()
        self.entries = re.findall(r"\.entry (\w+)", text)
        self.program = self.executor.load(text)

    def texels(self, data: Array, kind: str, geometry: str, pitch_bytes: int = 0) -> Texels:
        """Put texels into device memory; `pitch_bytes` pads each row."""
        row = data.shape[-1] * data.itemsize
        memory = self.executor.memory.allocate(
            (pitch_bytes or row) * (data.size * data.itemsize // row), "texels"
        )
        memory.data.reshape(-1, pitch_bytes or row)[:, :row] = data.reshape(-1, data.shape[-1]).view(np.uint8)
        memory.define()
        depth, height, width = (1,) * (3 - data.ndim) + data.shape
        return Texels(memory.address, kind, 1, geometry, width, height, depth, pitch_bytes)

    def run(
        self, entry: str, grid: tuple[int, ...], block: tuple[int, ...], out: Array | None, *arguments: Any
    ) -> Array | None:
        """Launch a kernel with an output in front of its arguments; return the output. Any finding is an error."""
        (name,) = (each for each in self.entries if entry in each)
        given = list(arguments)
        memory = None
        if out is not None:
            memory = self.executor.memory.allocate(out.nbytes, "out")
            given.insert(0, np.uint64(memory.address))
        report = self.executor.launch(self.program, name, grid, block, given, watch=WATCH)
        if report.faults:
            raise SystemExit(f"{entry}: {report.faults[0].message}")
        return (
            None if memory is None or out is None else memory.data.view(out.dtype).reshape(out.shape).copy()
        )


def bilinear(image: Array, u: Array, v: Array) -> Array:
    """Return an image at normalised coordinates, wrapped, with exact weights."""
    height, width = image.shape
    x, y = u * width - 0.5, v * height - 0.5
    left, top = np.floor(x).astype(int), np.floor(y).astype(int)
    a, b = x - left, y - top
    total = 0.0
    for dy, wy in ((0, 1 - b), (1, b)):
        for dx, wx in ((0, 1 - a), (1, a)):
            total = total + wx * wy * image[(top + dy) % height, (left + dx) % width]
    return np.asarray(total)


def turned(width: int, height: int, theta: float) -> tuple[Array, Array]:
    """Return the coordinates that the samples' ``transformKernel`` reads."""
    x, y = np.meshgrid(np.arange(width), np.arange(height))
    u, v = x - width / 2, y - height / 2
    c, s = np.cos(theta), np.sin(theta)
    return (u * c - v * s) / width + 0.5, (v * c + u * s) / height + 0.5


IMAGE = np.add.outer(np.sin(np.arange(64) / 5), np.cos(np.arange(64) / 7)).astype(np.float32)
GRID, BLOCK, SIZE = (8, 8, 1), (8, 8, 1), (np.int32(64), np.int32(64))
Result = tuple[Array, Array]


def simple_texture(root: Path, file: str) -> Result:
    """An image turned by half a radian."""
    sample = Sample(root, file)
    texture = sample.executor.textures.texture(
        sample.texels(IMAGE, "f32", "2d"), Sampling(WRAP, is_linear=True, is_normalized=True)
    )
    out = sample.run("transformKernel", GRID, BLOCK, IMAGE, *SIZE, np.float32(0.5), np.uint64(texture))
    assert out is not None
    return out, bilinear(IMAGE.astype(float), *turned(64, 64, 0.5))


def surface_write(root: Path, file: str) -> Result:
    """An image written through a surface, then turned through a texture of the same memory."""
    sample = Sample(root, file)
    texels = sample.texels(np.zeros_like(IMAGE), "f32", "2d")
    source = sample.executor.memory.allocate(IMAGE.nbytes, "image")
    source.data[:] = IMAGE.reshape(-1).view(np.uint8)
    source.define()
    surface = sample.executor.textures.surface(texels)
    sample.run("surfaceWriteKernel", GRID, BLOCK, None, np.uint64(source.address), *SIZE, np.uint64(surface))
    texture = sample.executor.textures.texture(texels, Sampling(WRAP, is_linear=True, is_normalized=True))
    out = sample.run("transformKernel", GRID, BLOCK, IMAGE, *SIZE, np.float32(0.5), np.uint64(texture))
    assert out is not None
    # this sample does not put the centre of the image between texels
    x, y = np.meshgrid(np.arange(64) / 64 - 0.5, np.arange(64) / 64 - 0.5)
    c, s = np.cos(0.5), np.sin(0.5)
    return out, bilinear(IMAGE.astype(float), x * c - y * s + 0.5, y * c + x * s + 0.5)


def pitch_linear(entry: str) -> Callable[[Path, str], Result]:
    """An image moved and wrapped, from rows with a pitch or from an array."""

    def run(root: Path, file: str) -> Result:
        sample = Sample(root, file)
        texels = sample.texels(IMAGE, "f32", "2d", 512 if entry == "shiftPitchLinear" else 0)
        texture = sample.executor.textures.texture(texels, Sampling(WRAP, is_normalized=True))
        shift = np.int32(5), np.int32(9)
        out = sample.run(entry, GRID, BLOCK, IMAGE, np.int32(64), *SIZE, *shift, np.uint64(texture))
        assert out is not None
        return out, np.roll(IMAGE, (-9, -5), (0, 1))

    return run


def layered(root: Path, file: str) -> Result:
    """Every layer read at its texels."""
    sample = Sample(root, file)
    data = np.arange(5 * 64 * 64, dtype=np.float32).reshape(5, 64, 64) / 64
    texels = sample.texels(data, "f32", "a2d")
    texture = sample.executor.textures.texture(texels, Sampling(WRAP, is_linear=True, is_normalized=True))
    found = []
    for layer in range(5):
        out = sample.run("transformKernel", GRID, BLOCK, data, *SIZE, np.int32(layer), np.uint64(texture))
        assert out is not None
        found.append(out[layer])
    return np.stack(found), -data + np.arange(5)[:, None, None]


def cube(root: Path, file: str) -> Result:
    """Every face read at its texels."""
    sample = Sample(root, file)
    data = np.arange(6 * 64 * 64, dtype=np.float32).reshape(6, 64, 64) / 64
    texture = sample.executor.textures.texture(
        sample.texels(data, "f32", "cube"), Sampling(WRAP, is_linear=True, is_normalized=True)
    )
    out = sample.run("transformKernel", GRID, BLOCK, data, np.int32(64), np.uint64(texture))
    assert out is not None
    return out, -data


def volume(root: Path, file: str) -> Result:
    """One slice of a volume of bytes, read as numbers up to 1."""
    sample = Sample(root, file)
    data = np.random.default_rng(1).integers(0, 256, (16, 64, 64), np.uint8)
    texture = sample.executor.textures.texture(
        sample.texels(data, "u8", "3d"), Sampling(WRAP, is_normalized=True, as_floats=True)
    )
    size = np.uint32(64), np.uint32(64)
    out = sample.run(
        "d_render", GRID, BLOCK, np.zeros((64, 64), np.uint32), *size, np.float32(0.5), np.uint64(texture)
    )
    assert out is not None
    return out, data[8]


def sobel(root: Path, file: str) -> Result:
    """The edges of an image of bytes, which is not wrapped because its coordinates are not normalised."""
    sample = Sample(root, file)
    data = np.random.default_rng(2).integers(0, 256, (64, 64), np.uint8)
    texture = sample.executor.textures.texture(sample.texels(data, "u8", "2d"), Sampling(WRAP))
    scale = np.float32(0.25)
    size = np.uint32(64), np.int32(64), np.int32(64)
    out = sample.run("SobelTex", (64, 1, 1), (64, 1, 1), data, *size, scale, np.uint64(texture))
    assert out is not None
    p = np.pad(data.astype(int), 1, mode="edge")
    part = [[p[y : y + 64, x : x + 64] for x in range(3)] for y in range(3)]
    (a, b, c), (d, _, e), (f, g, h) = part
    total = abs(c + 2 * e + h - a - 2 * d - f) + abs(a + 2 * b + c - f - 2 * g - h)
    return out, np.clip((total * 0.25).astype(int), 0, 255)


SAMPLES: dict[str, tuple[str, Callable[[Path, str], Result]]] = {
    "simpleTexture": ("0_Introduction/simpleTexture/simpleTexture.cu", simple_texture),
    "simpleTextureDrv": ("0_Introduction/simpleTextureDrv/simpleTexture_kernel.cu", simple_texture),
    "simpleSurfaceWrite": ("0_Introduction/simpleSurfaceWrite/simpleSurfaceWrite.cu", surface_write),
    "simplePitchLinearTexture, rows": (
        "0_Introduction/simplePitchLinearTexture/simplePitchLinearTexture.cu",
        pitch_linear("shiftPitchLinear"),
    ),
    "simplePitchLinearTexture, array": (
        "0_Introduction/simplePitchLinearTexture/simplePitchLinearTexture.cu",
        pitch_linear("shiftArray"),
    ),
    "simpleLayeredTexture": ("0_Introduction/simpleLayeredTexture/simpleLayeredTexture.cu", layered),
    "simpleCubemapTexture": ("0_Introduction/simpleCubemapTexture/simpleCubemapTexture.cu", cube),
    "simpleTexture3D": ("0_Introduction/simpleTexture3D/simpleTexture3D_kernel.cu", volume),
    "SobelFilter, SobelTex": ("5_Domain_Specific/SobelFilter/SobelFilter_kernels.cu", sobel),
}


def table(root: Path) -> Iterator[str]:
    """Yield the lines of a table of all samples."""
    yield "| sample | values | largest error | largest value |"
    yield "| --- | --- | --- | --- |"
    for name, (file, run) in SAMPLES.items():
        got, expected = run(root, file)
        error = np.abs(got.astype(float) - expected.astype(float)).max()
        yield f"| {name} | {got.size} | {error:.2g} | {np.abs(expected).max():.3g} |"


if __name__ == "__main__":
    for line in table(Path(sys.argv[1])):
        print(line)
