"""What the pytest plugin does where kernels are."""
