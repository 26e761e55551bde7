"""Messages that leave the site."""
