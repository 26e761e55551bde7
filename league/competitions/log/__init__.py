"""Append-only log of a competition: its lock, its verdicts, and the notice of every change."""
