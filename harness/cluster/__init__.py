"""Runs cases on the hosts of a cluster: placement, streaming, retries; Ray is one engine behind a small protocol."""
