"""LLVM IR as text: registers, masks, initcheck's shadow, and the row that an instruction is in the table."""
