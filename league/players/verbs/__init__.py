"""Every write of players, by subject; each is safe to repeat and safe under concurrency."""
