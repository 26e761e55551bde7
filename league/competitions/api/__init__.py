"""Competitions in the REST API: door, verb, answer."""
