"""Matches parameters to arguments: tables of names, and fits to the arrays and numbers of an operation."""
