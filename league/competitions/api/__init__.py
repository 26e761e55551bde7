"""Competitions in the REST API: views check access, call a verb and answer."""
