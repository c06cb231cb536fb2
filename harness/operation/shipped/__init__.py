"""Operations that come with the harness, one module each; `harness.operation.catalogue` finds them."""
