"""Records of CUDA releases that nobody made, for tests of what is done with them."""

from dataclasses import replace

from harness.releases.model import Build, Cannot, CaseCost, Failure, ReleaseRecord, Run, Skip, VariantRecord

ARCHS = ("sm_80", "sm_90")
COUNTERS = {
    "global_load_sectors": 300.0,
    "global_store_sectors": 100.0,
    "instructions": 1000.0,
    "block_barriers": 4.0,
}
COSTS = {
    "registers": 32,
    "spill_store_bytes": 0,
    "spill_load_bytes": 0,
    "stack_bytes": 0,
    "shared_bytes": 128,
    "resident_warps": 64,
}


def build(arch, **changes):
    return Build("float32", ("128", "256"), arch, {**COSTS, **changes})


def variant(name="rows", *, counters=None, builds=None, run=None, **fields):
    return VariantRecord(
        id=name,
        source="0123456789abcdef",
        dtype="float32",
        block="256",
        builds=tuple(builds or (build(arch) for arch in ARCHS)),
        runs={"cpu": run or Run({"PASS": 8, "SKIP": 1})},
        costs=(CaseCost(f"{name}-float32-64x1024-normal-block256", "float32", 65536, counters or COUNTERS),),
        **fields,
    )


def failed(name="rows"):
    case = f"{name}-float32-3x1-spread-block128"
    return variant(
        name,
        run=Run(
            {"PASS": 7, "FAIL": 1},
            (Failure(case, "FAIL", ("wrong-value",), f"kernel-harness check {name} -k {case} --device cpu"),),
        ),
    )


def impossible(name="rows", archs=ARCHS):
    skip = Skip(Cannot.HEADER, "<iostream>, which CUDA's cub/util_type.cuh includes")
    record = variant(name, builds=[Build("float32", ("128", "256"), arch, skip=skip) for arch in archs])
    return replace(record, runs={}, costs=())


def release(cuda="12.4", *variants, archs=ARCHS, **fields):
    return ReleaseRecord(
        harness="0.1.0",
        cuda=cuda,
        compiler=f"nvrtc {cuda}.99",
        headers=f"headers of {cuda}",
        ptx_isa="8.4",
        arch="sm_90",
        archs=archs,
        devices={"cpu": "PTX executor on a made-up host, sm_90", "gpu": "not run: no driver (none)"},
        variants=variants or (variant(),),
        elapsed_s=1.5,
        **fields,
    )
