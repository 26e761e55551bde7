"""FIDE's tournament report files, TRF16 and TRF26: records, a reader and a writer. Pure: no database, no Django."""
