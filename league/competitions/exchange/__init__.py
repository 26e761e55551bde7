"""Export and import of a whole competition as one JSON document."""
