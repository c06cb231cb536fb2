"""Which keys of a declaration the language of its kernel excludes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..language import CUDA, PTX, TRITON
from ..toml_document import KeyPath

NOT_IN: Mapping[str, tuple[str, ...]] = {
    CUDA: ("num_warps", "num_stages", "num_ctas", "constexprs", "arch"),
    PTX: ("num_warps", "num_stages", "num_ctas", "constexprs", "arch", "defines", "compile_options"),
    TRITON: ("block", "smem_bytes", "cluster", "cooperative", "defines", "compile_options", "launch"),
}
"""Keys that a declaration cannot have, by language."""
_WHOSE = {CUDA: "CUDA source", PTX: "a .ptx file", TRITON: "a Triton kernel"}


def language_faults(table: Mapping[str, object], language: str) -> Iterator[tuple[KeyPath, str]]:
    """Yield the key and the message of each part of a declaration that its language excludes."""
    for name in NOT_IN[language]:
        if name in table:
            yield (name,), f"{_WHOSE[language]} has no '{name}' (got it); leave it out"
    dtypes = table.get("dtypes")
    if language == PTX and isinstance(dtypes, list) and len(dtypes) > 1:
        yield (
            ("dtypes",),
            f"a .ptx file is compiled for one element type (got {len(dtypes)}); give each type a file of its own",
        )
