"""The verbs of clubs, by topic: every write of this room is here, each safe to repeat and beside another."""
