"""Writes of a match beside its moves: opening, challenges, practice, officials, line-ups."""
