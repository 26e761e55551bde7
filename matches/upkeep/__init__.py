"""Work without a request: the sweep, the life of a web process, abandoned tables, new releases."""
