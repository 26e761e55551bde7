"""Sentences about competitions in the reader's language."""
