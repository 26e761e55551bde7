"""Verbs of a competition: every write of this app, safe to repeat and safe under concurrency."""
