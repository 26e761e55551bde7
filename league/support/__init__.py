"""Django's admin for support: rows to read, for staff who have passed their second factor in this session."""
