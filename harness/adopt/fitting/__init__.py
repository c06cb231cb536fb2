"""Which parameter is which argument: tables of names, and fits to the arrays and numbers of an operation."""
