"""Names and order of figures."""
