"""A match after the fact: its steps, its report, its dice."""
