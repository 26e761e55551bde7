"""Queries of stored statistics that pages, the API and upper apps share."""
