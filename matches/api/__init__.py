"""Matches in the REST API: views, addresses, problem details."""
