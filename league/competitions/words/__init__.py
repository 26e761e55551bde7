"""Competitions in sentences, put into the reader's language."""
