"""What people can do in a competition, a row each (``league.actions``): the address of all is ``every.ACTIONS``."""
