"""Pure tables: results in, ranks with their reasons out. No Django."""
