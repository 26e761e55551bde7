"""A whole competition as one JSON document, written here and read elsewhere."""
