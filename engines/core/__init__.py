"""What the five games share: the contract of a game, its dice, options, terms, moves, texts and drawing.

Nothing here knows a single game. Source: docs/engines.md.
"""
