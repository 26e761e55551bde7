"""Shared parts of every room's REST API: problem details, pages of results, entity tags, the schema."""
