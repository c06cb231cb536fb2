"""The executor's runtime: C sources, the LLVM IR made from them, and the script that makes it."""
