"""Writes declarations for kernels that have none, for `kernel-harness init`.

In the order of the data flow: `signature` reads kernels and parameters from the source text. `roles` guesses the
arguments of each parameter, `instances` the template arguments, `launch_styles` the launch. `launches` reads the
launches of host code; `host_drafts` makes drafts of them, which are tried first. `trial` runs the candidates on the cpu
device and keeps the right ones, `adoption` assembles the declaration, `declared_file` writes it.
"""
