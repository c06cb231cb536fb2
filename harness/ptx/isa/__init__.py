"""The instruction table: one row an instruction, with its initcheck."""
