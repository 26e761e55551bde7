"""Pages over HTTP: each works, refuses what it must, costs a fixed number of queries."""
