"""Accidents and the end of a season in the REST API."""
