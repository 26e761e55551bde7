"""League tables: their columns, their rows, and how they may still end."""
