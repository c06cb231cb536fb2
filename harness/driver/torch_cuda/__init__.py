"""CUDA tensors of a PyTorch that was built without CUDA, on the virtual GPU."""
