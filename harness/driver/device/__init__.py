"""The virtual GPU: its contexts, streams and objects, its memory, and what runs on it."""
