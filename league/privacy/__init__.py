"""Personal data: the table of every field, the archive to take away, deletion, the privacy page."""
