"""Figures in words: their order and their names."""
