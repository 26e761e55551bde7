"""What leaves the site."""
