"""The proof of a competition: one file, and its check without site and database."""
