"""The ASGI application with the tests' own small game, for server processes that tests start and kill."""

import engines

engines.register("duel", "tests.matches.duel")

from deploy.asgi import application  # noqa: E402  the game must be there before the application serves

__all__ = ["application"]
