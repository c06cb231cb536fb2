"""PTX text read by the table: parsed, calls expanded, cut into basic blocks."""
