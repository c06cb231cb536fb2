"""The text of declarations: blocks in head comments, files of declarations, TOML with line numbers."""
