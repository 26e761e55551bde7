"""What an organiser does in a season, a row each (``league.actions``); ``every`` joins them."""
