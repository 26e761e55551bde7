"""Brackets: ties laid out in rounds, drawn as a tree, written as rows."""
