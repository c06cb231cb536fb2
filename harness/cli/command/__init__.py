"""The options and help of each command; nothing here imports what runs a kernel."""
