"""Verbs of a competition, by topic: every write of this app, each safe to repeat and safe under concurrency."""
