"""Writes declarations for kernels that have none: what `kernel-harness init` does.

In the order of the data: `signature` reads kernels and parameters from the source text, `roles` says what each
parameter may receive, `instances` what a template's parameters are, `launch_styles` how the kernel may be launched,
`trial` runs the candidates on the cpu device and keeps what is right, `adoption` puts it together, and
`declared_file` writes it into the file.
"""
