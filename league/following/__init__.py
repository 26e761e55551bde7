"""Following: what a person follows, its page, the bell of each thing, and the notices that come of it."""
