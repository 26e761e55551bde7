"""What people can do in a competition, a row each (``league.actions``); ``every`` joins them."""
