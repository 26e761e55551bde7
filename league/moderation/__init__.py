"""Moderation: one queue of reports, moderators' decisions, and appeals."""
