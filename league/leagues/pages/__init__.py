"""Pages of league tables: the table, and the file of all tables."""
