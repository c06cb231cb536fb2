"""What a GPU answers where documents leave a doubt: each module records its probes into ``fixtures/gpu_answers``."""
