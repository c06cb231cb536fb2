"""One kernel without calls: basic blocks and places of variables."""
