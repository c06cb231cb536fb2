"""Names that people give to arrays, sizes and scalars, and what they reveal about parameters and template arguments."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from ...compiler.artifact import Param
from ...lazy import dataclass, field, pattern, replace
from ...operation.model import GRADIENT, Operation
from ..reading.signature import KernelSignature, Parameter, TemplateParameter


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _listed(text: str) -> frozenset[str]:
    return frozenset(text.split(", "))


def _by_type(**names: str) -> Mapping[str, str]:
    return {name: dtype for dtype, text in names.items() for name in _listed(text)}


INTEGER_TYPES = _listed(
    "int, unsigned, unsigned int, long, long int, unsigned long, long long, long long int, unsigned long long, "
    "unsigned long long int, short, unsigned short, uint, ulong, ushort, "
    "size_t, std::size_t, ssize_t, ptrdiff_t, index_t, IndexType, idx_t"
) | frozenset(
    f"{prefix}{sign}int{bits}_t"
    for prefix in ("", "std::", "cuda::std::")
    for sign in ("", "u")
    for bits in (8, 16, 32, 64)
)
INTEGER_ELEMENTS = _by_type(
    int32="int, unsigned, unsigned int, int32_t, uint32_t, uint, int2, int4",
    int64="long, long int, unsigned long, long long, long long int, unsigned long long, unsigned long long int, "
    "int64_t, uint64_t, size_t, std::int64_t",
    int8="char, signed char, int8_t, std::int8_t, char4",
    uint8="unsigned char, uint8_t, std::uint8_t, uchar, bool, uchar4, __nv_fp8_storage_t, __nv_fp8_e4m3, __nv_fp8_e5m2",
)
"""Element type of an integer array in a declaration, by the pointed-to type in C++."""
FLOAT_TYPES = frozenset(("float", "double"))
DTYPES = _by_type(
    float32="float, float2, float4, KH_SCALAR",
    float64="double, double2",
    float16="half, __half, half2, __half2",
    bfloat16="nv_bfloat16, __nv_bfloat16, nv_bfloat162, __nv_bfloat162",
)
"""Element type in a declaration, by the pointed-to type in C++."""


def typed_as_compiled(kernel: KernelSignature, params: Sequence[Param]) -> KernelSignature:
    """Return a kernel whose numbers of unknown types, such as aliases, have the types of the compiled code."""
    known = INTEGER_TYPES | FLOAT_TYPES | {*DTYPES, "bool", *(template.name for template in kernel.template)}
    parameters = [
        parameter
        if parameter.is_pointer or parameter.type in known
        else replace(parameter, type=_COMPILED_TYPES.get((param.kind, param.size_bytes), parameter.type))
        for parameter, param in zip(kernel.parameters, params, strict=True)
    ]
    return replace(kernel, parameters=tuple(parameters))


_COMPILED_TYPES = {("int", n): f"int{8 * n}_t" for n in (1, 2, 4, 8)} | {
    ("float", 4): "float",
    ("float", 8): "double",
}

INPUTS = _words(
    "a data idata in indata inp input input_data inputs logits mat matrix qk scores source src vals "
    "values x x_in xs"
)
OUTPUTS = _words(
    "b dest destination dst o odata out outdata outp output output_data outputs prob probs res result "
    "results softmax y y_out ys"
)
ROWS = _words(
    "b batch batch_size batches bs bt h height m n_batch n_row n_rows n_tokens nbatch nrow nrows num_row "
    "num_rows num_tokens ny outer outer_dim outer_size row_count rows rows_count tokens"
)
COLS = _words(
    "axis_size c channels classes col_count cols cols_count cols_per_row columns d dim dim_size dims "
    "element_count elems_per_row embed_dim feature_size features hidden hidden_dim hidden_size inner "
    "inner_dim inner_size k len length n_channels n_classes n_col n_cols n_columns n_features ncol ncols "
    "num_classes num_col num_cols num_columns num_features nx row_elements row_len row_length row_size "
    "seq_len softmax_elements softmax_size v vocab vocab_size w width"
)
MORE_ROWS = _words("heads n_heads nh num_heads nz seq seq_len seqlen sequence_length t")
"""Names of a further factor of the number of rows, after another parameter for rows."""
TOTALS = _words("elements n_elements num_elements numel total total_elements total_size")
BLOCK_SIZES = _words(
    "bdim block block_dim block_dim_x block_size block_threads block_x blockdim blocksize max_threads "
    "n_threads nt nthreads num_threads thread_num threadblock_size threads threads_per_block "
    "threads_per_group threads_per_row tpb"
)
BLOCK_ROWS = _words("block_dim_y block_y n_warps num_warps nwarps rows_per_block warps warps_per_block")
ONES = _words("alpha inv_temperature inverse_temperature scale scaling softmax_scale temperature")
"""Names of parameters that do not change the result if they are 1."""
ZEROS = _words(
    "beta bias causal eps epsilon is_causal is_log is_log_softmax is_masked log log_softmax masked "
    "use_mask weight_bias"
)
"""Names of parameters that do not change the result if they are 0 or false."""

_INDICES = "id ids idx index indices ind inds indexes"
ARRAYS: Mapping[str, frozenset[str]] = {
    "inp": INPUTS,
    "out": OUTPUTS,
    "weight": _words(
        "g gain gamma gammas ln_w ln_weight norm_weight rms_weight scale scales w weight weights"
    ),
    "bias": _words("b beta betas betta bias biases ln_b ln_bias norm_bias offset shift"),
    "mean": _words("means mu avg"),
    "rstd": _words("inv_std inv_stddev inv_var invstd invvar rsig rsigma rsqrt_var sigma std"),
    "indices": _words(f"input_ids input map rows tokens token_ids words {_INDICES}"),
    "table": _words(
        "emb embedding embedding_table embeddings embed lookup lut params src weight weights wte x"
    ),
    "targets": _words(f"gold ix label labels target tgt y truth {_INDICES}"),
}
"""Names of the arrays that several operations have. `Operation.recognised_by` has the names of one operation alone."""
SIZES: Mapping[str, frozenset[str]] = {
    "n_rows": ROWS,
    "n_cols": COLS,
    "heads": _words("batch_heads bh h head_num n_head n_heads nh num_head num_heads nheads"),
}
"""Names of the sizes that several operations have."""
SCALARS: Mapping[str, frozenset[str]] = {
    "eps": _words(
        "eps epsilon layer_norm_eps layernorm_eps layernorm_epsilon ln_eps ln_epsilon norm_eps rms_eps rms_norm_eps "
        "rmsnorm_eps variance_epsilon"
    ),
}
"""Names that mean a scalar wherever they occur."""
FACTORS: Mapping[str, frozenset[str]] = {
    "scale": _words("scale scaling sm_scale softmax_scale inv_temperature inv_sqrt_d alpha factor scalar"),
}
"""Names of scalars that are factors; most kernels have factors of their own, too."""
STATISTICS = _words(
    "inv_rms inv_std inv_stddev inv_sum inv_var invstd invvar log_sum_exp logsumexp lse max_vals maxes "
    "mean means mu norm_factor rms row_max row_maxes row_mean row_rstd row_sum row_sums rsigma rstd sigma "
    "std sums var variance variances vars"
)
"""Names of additional outputs with one number per row."""
SMALL_NUMBERS = (4, 8, 1, 2, 16, 32)
"""Values to try for unknown integers of a template: elements per thread, vector widths, unrolling."""
LOGARITHMS = (10, 8, 5)
"""Values to try for logarithms to base 2 of the number of columns."""


UNNAMED = 3.0
"""Least `rank` of an operation that a kernel's name does not identify."""


def rank(kernel: KernelSignature, operation: Operation) -> float:
    """Return how unlikely a kernel computes an operation, from its name and its text; 0 if both say so."""
    # Of several operations in a name, the longest: a log_softmax is a softmax by name, too.
    cost = 0.5 - 0.02 * len(operation.name) if is_named_in(operation, kernel.name) else UNNAMED
    cost += 2.0 * (_is_gradient(kernel.name) != _is_gradient(operation.name))
    cost += 2.5 * lacks_needed(operation, kernel.code)
    unusual = operation.recognised_by.unusual
    return cost + 2.0 * (bool(unusual) and _occurs(unusual, kernel.code))


def is_named_in(operation: Operation, kernel: str) -> bool:
    words = _in_words(kernel)
    names = operation.recognised_by.names
    if names:
        return re.search(names, words) is not None
    return operation.name.replace("_", "") in words.replace("_", "")


def lacks_needed(operation: Operation, code: str) -> bool:
    """Whether a text lacks something that the code of almost every kernel of an operation has."""
    return not all(_occurs(pattern, code) for pattern in operation.recognised_by.needs)


def array_names(operation: Operation, array: str) -> frozenset[str]:
    return ARRAYS.get(array, frozenset()) | _own_names(operation, array)


def size_names(operation: Operation, size: str) -> frozenset[str]:
    return SIZES.get(size, frozenset()) | _own_names(operation, size)


def scalar_names(operation: Operation, scalar: str) -> frozenset[str]:
    return FACTORS.get(scalar, frozenset()) | _own_names(operation, scalar)


def _own_names(operation: Operation, name: str) -> frozenset[str]:
    return frozenset((name, *operation.recognised_by.aliases.get(name, "").split()))


@lru_cache(maxsize=1024)  # operations share patterns, and a kernel is ranked often
def _occurs(pattern: str, code: str) -> bool:
    return re.search(pattern, code) is not None


def _is_gradient(name: str) -> bool:
    return re.search(GRADIENT, _in_words(name)) is not None


def _in_words(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


IS_RECIPROCAL = pattern(
    r"^(?:inv|recip|rcp|r|one_over)_|_(?:inv|recip|rcp)$|^(?:inv|recip|rcp)|reciprocal|inverse"
)
IS_STRIDE = pattern(r"stride|pitch|^ld(?:[a-z]|_\w+)?$|^row_step$|^leading_dim")
_NUMBER = pattern(r"([-+]?\s*(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)[fFuUlL]*")
_NOTHING = {"nullptr": "0", "NULL": "0", "false": "0", "true": "1"}


@dataclass(frozen=True)
class Unknown:
    name: str
    why: str

    @property
    def is_parameter(self) -> bool:
        """Whether an option can give it: it is a parameter of the kernel."""
        return self.name not in ("grid", "args", "inp", "out", "operation", "smem_bytes")


def is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def default_argument(text: str) -> str:
    """Return a default argument in the syntax of declarations; empty if it is not a number."""
    if text in _NOTHING:
        return _NOTHING[text]
    number = _NUMBER.fullmatch(text)
    return number[1].replace(" ", "") if number else ""


def is_factor(parameter: Parameter, types: set[str]) -> bool:
    """Whether a parameter of a template type is a floating-point number, judging by its name."""
    name = plain_name(parameter.name)
    return parameter.type in types and (
        name in ONES or name in ZEROS or any(name in names for names in SCALARS.values())
    )


def scalar_of(parameter: Parameter, operation: Operation | None) -> str:
    """Return the name of the operation's scalar that a parameter is; empty if it is not one."""
    name = plain_name(parameter.name)
    scalars = [scalar.name for scalar in operation.scalars] if operation else []
    return next((scalar for scalar in scalars if name == scalar or name in SCALARS.get(scalar, ())), "")


def is_element(type_name: str, kernel: KernelSignature) -> bool:
    """Whether a template type is the element type of a matrix, and not only of a row statistic."""
    return any(
        parameter.is_pointer and parameter.type == type_name and plain_name(parameter.name) not in STATISTICS
        for parameter in kernel.parameters
    )


def plain_name(name: str) -> str:
    """Return a name as in the tables: ``input`` for ``d_inputPtr``."""
    words = _in_words(name).strip("_")
    words = re.sub(r"^(?:d|g|gpu|dev|p)_(?=\w{2})", "", words)
    return re.sub(r"_(?:ptr|pointer|d|gpu|dev|device|arr|buf)$", "", words)


_ACCUMULATORS = pattern(r"acc|compute|comp", re.IGNORECASE)
_MOST_INSTANCES = 12
BLOCK_MACRO = "THREADS"
"""End of the name of a macro for the number of threads of a block."""


@dataclass(frozen=True)
class Instance:
    entry: str
    defines: Mapping[str, str]
    """Value of the key ``defines``: macros in the entry whose values depend on the block."""
    tried: Mapping[str, str] = field(default_factory=dict)


def read_instances(
    kernel: KernelSignature, given: Mapping[str, str], operation: Operation | None = None
) -> tuple[tuple[Instance, ...], tuple[Unknown, ...]]:
    """Return the possible instances of a kernel, the likeliest first."""
    choices: list[tuple[str, ...]] = []
    unknown: list[Unknown] = []
    for parameter in kernel.template:
        argument = given.get(parameter.name)
        values = (argument,) if argument else _template_arguments(parameter, kernel, operation)
        if not values and parameter.default:
            if choices:
                break
            values = (parameter.default,)  # an entry cannot end with <>
        if not values:
            unknown.append(Unknown(parameter.name, f"a template parameter ({parameter.type or 'a type'})"))
        choices.append(values)
    # Do not try two integers at once: right results would not determine them.
    several = [each.name for each, values in zip(kernel.template, choices, strict=False) if len(values) > 2]
    if len(several) > 1:
        unknown += [Unknown(name, "a template parameter (an integer)") for name in several]
    if unknown:
        return (), tuple(unknown)
    instances = itertools.islice(itertools.product(*choices), _MOST_INSTANCES)
    return tuple(_instance(kernel, chosen, choices) for chosen in instances), ()


def _instance(kernel: KernelSignature, chosen: tuple[str, ...], choices: list[tuple[str, ...]]) -> Instance:
    written: list[str] = []
    defines: dict[str, str] = {}
    tried: dict[str, str] = {}
    for parameter, value, among in zip(kernel.template, chosen, choices, strict=False):
        if len(among) > 1:
            tried[parameter.name] = value
        if not value.startswith("block_"):
            written.append(value)
            continue
        macro = BLOCK_MACRO if value == "block_x" else "BLOCK_ROWS"
        while re.search(rf"\b{macro}\b", kernel.code):
            macro = f"LAUNCH_{macro}"
        defines[macro] = value
        written.append(macro)
    entry = kernel.qualified + (f"<{', '.join(written)}>" if kernel.template else "")
    return Instance(entry, defines, tried)


def _template_arguments(
    parameter: TemplateParameter, kernel: KernelSignature, operation: Operation | None
) -> tuple[str, ...]:
    """Return the possible arguments of a template parameter, the likeliest first; empty if unknown."""
    name = plain_name(parameter.name)
    if not parameter.type:
        return _template_type(parameter, kernel, operation)
    for names, argument in ((BLOCK_SIZES, "block_x"), (BLOCK_ROWS, "block_y"), (("warp_size",), "32")):
        if name in names:
            return (argument,)
    if parameter.default:
        return ()
    if parameter.type == "bool":
        return ("false", "true")
    if parameter.type in INTEGER_TYPES:
        return tuple(str(number) for number in (LOGARITHMS if "log2" in name else SMALL_NUMBERS))
    return ()


def _template_type(
    parameter: TemplateParameter, kernel: KernelSignature, operation: Operation | None
) -> tuple[str, ...]:
    if is_element(parameter.name, kernel):
        return ("KH_SCALAR",)
    of_this_type = [other for other in kernel.parameters if other.type == parameter.name]
    is_float = _ACCUMULATORS.search(parameter.name) or any(
        other.is_pointer or scalar_of(other, operation) or is_factor(other, {parameter.name})
        for other in of_this_type
    )
    if is_float:
        return ("float",)
    return ("int",) if of_this_type else ()
