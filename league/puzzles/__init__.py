"""Puzzles: positions with one right answer, a daily one, training near one's level, and lessons made of positions."""
