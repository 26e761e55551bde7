"""Pages of a season's accidents and of its end."""
