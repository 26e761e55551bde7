"""Everything that follows from structure and log: slots, tables, rounds, places."""
