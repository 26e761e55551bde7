"""Commands of moderation."""
