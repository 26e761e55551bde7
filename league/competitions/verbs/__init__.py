"""The verbs of a competition, by topic: every write of this room is here, each safe to repeat and beside another."""
