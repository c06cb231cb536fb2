"""Two revisions of a repository, read from git's object store."""
