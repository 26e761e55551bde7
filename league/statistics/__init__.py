"""Figures of finished matches, players and competitions."""
