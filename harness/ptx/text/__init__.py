"""PTX text as a syntax tree: tokens, declarations, operands."""
