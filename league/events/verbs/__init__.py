"""Verbs of an event: each is one transaction and safe to repeat."""
