"""The views of the site and what they read."""
