"""Drafts of declarations: what they declare, what they need of a GPU, and how a file gets one."""
