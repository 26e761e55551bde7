"""Shared ground of the five games: contract, dice, options, terms, moves, texts and drawing.

Nothing here knows a single game. Source: docs/engines.md.
"""
