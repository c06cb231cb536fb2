"""The instruction table: one row an instruction."""
