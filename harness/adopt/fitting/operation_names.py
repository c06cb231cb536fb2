"""Tables of the names that people give to shipped operations, arrays and sizes, and of what their code looks like.

They only decide what is tried first. An operation of a project's own is known by its own names.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from .parameter_names import COLS, INPUTS, OUTPUTS, ROWS, VECTORS


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_GRADIENT = r"backward|bwd|grad|_bp|_back"
OPERATIONS: Mapping[str, str] = {
    "attention": r"attention|attn|flash|sdpa|mha",
    "causal_attention": r"(?:causal|masked).*(?:attention|attn)|flash_?attn",
    "causal_softmax": r"(?:causal|triang|masked|autoregressive).*softmax|softmax.*(?:causal|triang|masked)",
    "column_sum": r"col(?:umn)?s?_?(?:sum|reduc)|(?:sum|reduc)\w*_?col|bias_?(?:grad|backward)|dbias|backward_bias",
    "cross_entropy": r"cross_?entropy|nll|xent",
    "cross_entropy_backward": rf"(?:cross_?entropy|xent).*(?:{_GRADIENT})|(?:{_GRADIENT}).*(?:cross_?entropy|xent)",
    "gather_rows": r"gather|embed|lookup|index_?select|take|get_?rows",
    "gelu": r"gelu",
    "gelu_tanh": r"gelu",
    "gemm": r"gemm|mat_?mul|\bmm\b|_mm_?|mmult|matrix_?mul|multiply",
    "histogram": r"hist|bincount",
    "l2_norm": r"l2_?norm|normali[sz]e",
    "layer_norm": r"layer_?norm|ln_|_ln\b",
    "layer_norm_backward": rf"layer_?norm.*(?:{_GRADIENT})|(?:{_GRADIENT}).*layer_?norm",
    "layer_norm_stats": r"layer_?norm|ln_|_ln\b",
    "log_softmax": r"log_?softmax",
    "masked_softmax": r"mask.*softmax|softmax.*mask",
    "matmul": r"gemm|mat_?mul|\bmm\b|_mm_?|mmult|matrix_?mul|multiply",
    "prefix_sum": r"prefix|scan|cumsum|cumulative",
    "quantize_fp8": r"(?:quant|cast|scale).*(?:fp8|float8|e4m3)|(?:fp8|float8|e4m3).*quant",
    "quantize_int8": r"quant",
    "ragged_softmax": r"(?:ragged|varlen|length|pad|mask).*softmax|softmax.*(?:ragged|varlen|length|pad|mask)",
    "residual_rms_norm": r"(?:add|resid|fused).*rms|rms.*(?:add|resid)",
    "rms_norm": r"rms_?norm|rms",
    "rope": r"rope|rotary|rotate",
    "row_max_index": r"arg_?max|max_?ind|top_?1",
    "scatter_add": r"scatter|index_?add|embed\w*(?:backward|grad)",
    "silu": r"silu|swish",
    "softmax": r"softmax",
    "softmax_backward": rf"softmax.*(?:{_GRADIENT})|(?:{_GRADIENT}).*softmax",
    "swiglu": r"swiglu|silu.*mul|silu_and_mul|glu|act_?and_?mul|silu.*elementwise",
    "transpose": r"transpos",
}
"""Regular expression of a kernel's name, in lower case, by the name of the operation."""

_EXPONENTIAL = r"\bexp|_exp|exp2|ex2|__expf|EXP"
_ROOT = r"sqrt|rsqrt|pow|norm3d"
_PLAIN = rf"{_EXPONENTIAL}|{_ROOT}|tanh|erf|normcdf|\blog"

_NEEDED: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(
        ("attention", "causal_attention", "causal_softmax", "masked_softmax", "ragged_softmax", "softmax"),
        (_EXPONENTIAL,),
    ),
    **dict.fromkeys(("silu", "swiglu"), (rf"{_EXPONENTIAL}|tanh",)),
    **dict.fromkeys(("cross_entropy", "log_softmax"), (_EXPONENTIAL, "log")),
    **dict.fromkeys(("l2_norm", "layer_norm", "layer_norm_stats", "residual_rms_norm", "rms_norm"), (_ROOT,)),
    "gelu": (r"erf|normcdf",),
    "gelu_tanh": (rf"tanh|{_EXPONENTIAL}",),
    "quantize_int8": (r"127|int8|char|rint|round",),
    "quantize_fp8": (r"448|fp8|e4m3",),
    "histogram": (r"atomic|\+\+|\+=",),
}
"""Regular expressions, each of which occurs in the code of almost every kernel of an operation."""

_UNUSUAL: Mapping[str, str] = {
    **dict.fromkeys(
        (
            *(
                "column_sum",
                "cross_entropy_backward",
                "gather_rows",
                "gemm",
                "histogram",
                "matmul",
                "prefix_sum",
            ),
            *("row_max_index", "scatter_add", "transpose", "softmax_backward"),
        ),
        _PLAIN,
    ),
    **dict.fromkeys(("gelu", "gelu_tanh", "silu", "swiglu"), r"rsqrt|__shfl"),
    **dict.fromkeys(("layer_norm", "layer_norm_stats", "rms_norm", "residual_rms_norm"), r"\btanh|\berf"),
    "softmax": r"\btanh|\berf",
}
"""Regular expression that the code of hardly any kernel of an operation has."""

_INDICES = "id ids idx index indices ind inds indexes"
ARRAYS: Mapping[str, frozenset[str]] = {
    **VECTORS,
    "inp": INPUTS,
    "out": OUTPUTS,
    "targets": _words(f"gold ix label labels target tgt y truth {_INDICES}"),
    "loss": _words("losses nll out output ce"),
    "probs": _words("p prob probabilities softmax softmax_out sm"),
    "dloss": _words("d_loss dl dlosses dy dout grad grad_loss grad_losses grad_out grad_output upstream"),
    "dout": _words("d_out dy gradient grad_out grad_output out_grad output_grad dz do"),
    "dinp": _words("d_inp d_input dinput dx grad_in grad_inp grad_input inp_grad input_grad"),
    "dweight": _words("d_weight dgamma dw grad_gamma grad_weight weight_grad gamma_grad dscale"),
    "dbias": _words("d_bias db dbeta grad_beta grad_bias bias_grad beta_grad"),
    "mean": _words("means mu avg"),
    "rstd": _words("inv_std inv_stddev inv_var invstd invvar rsig rsigma rsqrt_var sigma std"),
    "table": _words(
        "emb embedding embedding_table embeddings embed lookup lut params src weight weights wte x"
    ),
    "indices": _words(f"input_ids input map rows tokens token_ids words {_INDICES}"),
    "sums": _words("col_sum col_sums colsum column_sums dbias out output result sum total totals"),
    "counts": _words("bins count freq hist histo histogram out output result"),
    "mask": _words("attention_mask attn_mask keep m masks valid is_valid"),
    "lengths": _words("len length lens row_lengths seq_len seq_lens seqlens valid_lengths valid_len n_valid"),
    "scale": _words("scales row_scale row_scales amax factor factors s step steps"),
    "value": _words("max max_val max_value max_values maxes maxima out top values vals best"),
    "index": _words(f"arg argmax argmaxes best_index max_idx max_index pos position {_INDICES}"),
    "gate": _words("a g gates inp input w1 x x1 h1 gate_proj"),
    "up": _words("b h2 multiplier proj u up_proj v value w3 x2 y"),
    "residual": _words("acc hidden r res resid residuals skip stream"),
    "query": _words("heads inp q qk queries vec x xq input"),
    "cos_sin": _words(
        "cache cos_sin_cache freq freqs freqs_cis rope sincos table rotary cossin cos_sin_table"
    ),
    "positions": _words("index offsets pos pos_ids position position_ids"),
    "q": _words("queries query qs"),
    "k": _words("key keys ks"),
    "v": _words("value values vs"),
    "a": _words("d_a g_a lhs left m mat_a mata matrix_a x"),
    "b": _words("d_b g_b lhs mat_b matb matrix_b n rhs right w weight y"),
    "c": _words("d d_c g_c mat_c matc matrix_c out output p prod product res result"),
    "grad": _words("d_out d_y dout dprobs dy grad_out grad_output gradient gradients output_grad dp"),
    "y": _words("a out output probs s sm softmax softmax_out"),
    "total": _words("sum out"),
}
"""Names of arrays, besides their own."""

SIZES: Mapping[str, frozenset[str]] = {
    "n_rows": ROWS,
    "n_cols": COLS,
    "m": _words("height h n_rows num_rows rows m_rows dim_m size_m a_rows"),
    "n": _words("cols columns dim_n n_cols size_n b_cols width w"),
    "k": _words("common dim_k inner kk reduce size_k a_cols depth"),
    "heads": _words("batch_heads bh h head_num n_head n_heads nh num_head num_heads nheads"),
    "keys": _words("kv_len kv_seq_len len_k n_keys nk num_keys s_k seq_k seqlen_k kv n_kv lk"),
    "queries": _words("len_q lq n_queries nq num_queries q_len s_q seq seq_len seq_q seqlen seqlen_q t n"),
    "dim": _words("d d_head dh head_dim head_size hd hidden hs size_per_head dk"),
    "tokens": _words("batch n_tokens nt num_tokens rows seq seq_len t n_rows"),
    "head_dim": _words("d dh dim hd head_size hs rot_dim rotary_dim size_per_head"),
    "table_rows": _words("max_len max_pos max_position max_seq max_seq_len max_positions"),
}
"""Names of sizes, besides their own."""

FACTORS: Mapping[str, frozenset[str]] = {
    "scale": _words("scale scaling sm_scale softmax_scale inv_temperature inv_sqrt_d alpha factor scalar"),
    "alpha": _words("a alpha_value scale"),
    "beta": _words("beta_value"),
}
"""Names of scalars that are factors, besides their own; most kernels have factors of their own, too."""

RULES: Mapping[str, Mapping[str, frozenset[str]]] = {
    "causal_softmax": {
        "(n_cols - n_rows % n_cols) % n_cols": _words("offset past past_len pos start start_pos step")
    },
}
"""Rules for arguments that only one operation's kernels take, with the names of the parameters."""


def kernel_name_fits(operation: str, kernel: str) -> bool:
    """Whether a kernel's name tells an operation."""
    told = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", kernel).lower()
    known = OPERATIONS.get(operation)
    if known is not None:
        return re.search(known, told) is not None
    return operation.replace("_", "") in told.replace("_", "")


def lacks_needed(operation: str, code: str) -> bool:
    """Whether something is missing in a text that the code of almost every kernel of an operation has."""
    return not all(_occurs(pattern, code) for pattern in _NEEDED.get(operation, ()))


def has_unusual(operation: str, code: str) -> bool:
    """Whether a text has what the code of hardly any kernel of an operation has."""
    return operation in _UNUSUAL and _occurs(_UNUSUAL[operation], code)


@lru_cache(maxsize=1024)  # operations share patterns, and a kernel is ranked often
def _occurs(pattern: str, code: str) -> bool:
    return re.search(pattern, code) is not None


def is_gradient(name: str) -> bool:
    """Whether a name says that something is a gradient."""
    return re.search(_GRADIENT, re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()) is not None


def array_names(array: str) -> frozenset[str]:
    """Return the names of an array."""
    return ARRAYS.get(array, frozenset()) | {array}


def size_names(size: str) -> frozenset[str]:
    """Return the names of a size."""
    return SIZES.get(size, frozenset()) | {size}


def scalar_names(scalar: str) -> frozenset[str]:
    """Return the names of a scalar."""
    return FACTORS.get(scalar, frozenset()) | {scalar}


def rules_of(operation: str) -> Mapping[str, frozenset[str]]:
    """Return rules that an operation's kernels may take, with names of parameters that they are for."""
    return RULES.get(operation, {})
