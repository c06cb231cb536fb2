"""Traces for tests of the reports: a wrong element and one that nobody stored."""

import math

from harness.run.source_files import NamedSource
from harness.trace.model import CaseTrace, Decision, SourcePlace, Statement, Store, Values
from tests.report.made_up import OOB

STORE = SourcePlace("k.cu", 12, "out[col] = total;", ("called at k.cu:40",))
SUM = SourcePlace("k.cu", 8, "total += x[col];", STORE.callers)
LOOP = SourcePlace(
    "k.cu", 7, "for (int col = threadIdx.x; col < n_cols - 1; col += blockDim.x)", STORE.callers
)
THREAD = "thread (3, 0, 0) of block (0, 0, 0)"
SERIES = (
    Values(
        count=1,
        first=math.inf,
        last=math.inf,
        least=math.inf,
        largest=math.inf,
        largest_in=THREAD,
        n_infinite=1,
        first_infinite_in=THREAD,
    ),
    Values(count=32, first=1, last=2, least=None, largest=None, n_nan=32, first_nan_in=THREAD),
    Values(count=32, first=1.0, last=0.5, least=0.25, largest=2.0, largest_in=THREAD),
)

WRONG_TRACE = CaseTrace(
    case="k-float32-2x33-spread-block32",
    variant="k",
    array="out",
    element="out[0, 3]",
    got=math.nan,
    expected=1.5,
    allowed=1e-6,
    is_wrong=True,
    is_worst=True,
    schedule=7,
    n_wrong=2,
    n_elements=66,
    stores=(Store(STORE, THREAD, "k", 2),),
    depends_on=("inp[0, 0..31]",),
    selected_by=("index[0]",),
    missing=("inp[0, 32]",),
    unexpected=("inp[1, 0]",),
    unknown="matrix instructions are followed as whole tiles, so the value may depend on fewer",
    statements=(
        Statement(1, 0, STORE, "k", 1, THREAD, uses=(2,), findings=("oob-read",)),
        Statement(
            2,
            1,
            SUM,
            "k",
            32,
            "32 threads of block (0, 0, 0): 0..31",
            results=SERIES,
            terms=SERIES,
            reads=("inp[0, 0..31]",),
            over=("inp[0, 0..31]",),
            left_out=("inp[0, 32]",),
            notes=("reads shared memory that nobody had written",),
        ),
    ),
    decisions=(Decision(LOOP, "32 < 32", "false", THREAD, 64, 32),),
    indices=(SourcePlace("k.cu", 5, "const float* x = inp + row * stride;", STORE.callers),),
    findings=(OOB,),
    rerun="kernel-harness trace k -k k-float32-2x33-spread-block32 --device cpu --row 0 --col 3",
    sources=(NamedSource("k.cu", "cuda_src/k.cu", "0" * 64),),
)

UNWRITTEN_TRACE = CaseTrace(
    case="k-int32-2x33-spread-block32",
    variant="k",
    array="out",
    element="out[0, 32]",
    got=-7,
    expected=4,
    allowed=0.0,
    is_wrong=True,
    is_worst=False,
    schedule=None,
    n_wrong=0,
    n_elements=66,
    nearest="out[0, 31]",
    statements=(Statement(1, 0, STORE, "", 1, THREAD),),
    rerun="kernel-harness trace k -k k-int32-2x33-spread-block32 --device cpu --row 0 --col 32",
)
