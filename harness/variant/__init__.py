"""Declarations, launch rules, variants, and the cases on which variants are checked."""
