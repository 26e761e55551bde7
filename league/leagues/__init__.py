"""League tables: columns, rows, and how they may still end."""
