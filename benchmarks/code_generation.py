"""What a kernel costs before its first launch on the ``cpu`` device: processor seconds of each step, and sizes.

    python benchmarks/code_generation.py [VARIANT ...] [--against /path/to/another/checkout]

Every entry of the variants' PTX, of all by default, is read, turned into LLVM IR and compiled, without a cache and what
entries share once; NVRTC's PTX comes from the user's cache. With --against the package of another checkout does the
same, in turn.
"""

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def texts(names):
    """Return the distinct PTX of the variants' blocks and types."""
    from harness.compiler import compile as compile_source
    from harness.compiler.compilation import open_cache
    from harness.compiler.request import matrix_requests
    from harness.settings.settings import Settings
    from harness.variant.declaration.discovery import load_variant

    settings = Settings.load(ROOT)
    cache, found = open_cache(settings), {}
    for path in sorted((ROOT / "cuda_src").glob("*.cu")):
        variant = load_variant(path)
        for block in variant.blocks if not names or path.stem in names else ():
            for dtype in variant.dtypes:
                where = {"arch": "sm_90", "target": "ptx", "settings": settings}
                for request in matrix_requests(variant, block, dtype, **where):
                    found[compile_source(request, cache=cache).code.decode("ascii")] = None
    return list(found)


def measure(checkout, names):
    """Return the seconds of each step and the sizes, with the package of a checkout."""
    sys.path.insert(0, str(checkout))
    from harness.ptx.codegen import native
    from harness.ptx.codegen.kernel import generate
    from harness.ptx.reading.parser import parse

    found = dict.fromkeys(
        ("read PTX s", "generate IR s", "LLVM s", "kernels", "IR lines", "IR blocks", "object KB"), 0
    )

    shared = {}

    def timed(step, work, *given, **options):
        start = time.process_time()
        made = work(*given, **options)
        found[step] += time.process_time() - start
        return made

    for text in texts(names):
        module = timed("read PTX s", parse, text)
        for entry in (name for name, each in module.functions.items() if each.is_entry):
            code = timed("generate IR s", generate, module, entry)
            irs = [code.llvm_ir]
            # kernels share what they do with vectors, in checkouts that have such code
            new = {name: text for name, text in getattr(code, "lane_code", {}).items() if name not in shared}
            if new:
                shared |= new
                irs.append(native.lane_module(new.values()))
            found["kernels"] += 1
            for ir in irs:
                machine_code = timed("LLVM s", native._compile, ir, native.KERNEL_OPT, optimize=False)
                found["object KB"] += len(machine_code) / 1000
                found["IR lines"] += sum(line.startswith("  ") for line in ir.splitlines())
                found["IR blocks"] += sum(line.endswith(":") for line in ir.splitlines())
    return found


def main():
    """Print the table, of both checkouts if there are two."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="VARIANT")
    parser.add_argument("--against", type=Path)
    parser.add_argument("--measure", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        print(json.dumps(measure(options.measure, set(options.names))))
        return
    checkouts = [ROOT, *([options.against] if options.against else [])]
    command = [sys.executable, __file__, *options.names, "--measure"]
    runs = [json.loads(subprocess.check_output([*command, str(each)], text=True)) for each in checkouts]
    for name in runs[0]:
        print(f"{name:15s}", *(f"{each[name]:12,.1f}" for each in runs))


if __name__ == "__main__":
    main()
