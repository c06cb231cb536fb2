"""How exactly kernels compute: formats, the words of ``arithmetic``, roundings and their bounds."""
