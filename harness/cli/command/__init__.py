"""The options and help of each command; no module here imports code that runs a kernel."""
