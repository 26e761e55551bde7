"""The statements of running matches, over psycopg, and the database's clock."""
