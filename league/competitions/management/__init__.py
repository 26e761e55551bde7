"""Commands of the competitions."""
