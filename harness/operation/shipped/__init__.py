"""Operations that come with the harness, a module for each kind; `harness.operation.catalogue` finds them.

Their bounds are derived from their references (``docs/tolerance.md``). Words of ``arithmetic`` are described where an
operation lists them.
"""
