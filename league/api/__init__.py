"""What the REST API of every room shares: problem details, pages of results, entity tags, the schema."""
