"""A whole competition as one JSON document, written here and read elsewhere: schema, writing, checking, rows."""
