"""The verbs of clubs, by topic: every write of this room, each safe to repeat and under concurrency."""
