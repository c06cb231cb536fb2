"""Reports of results as text, JSON and HTML."""
