"""The tests. Real PostgreSQL and real Valkey always; a fixed cast and builders; the doors are tested."""
