"""The site with the toy game on it, for the browser tests of what no real game of the first issue needs."""

from __future__ import annotations

import engines

engines.register("toy", "tests.engines.toy")

from deploy.asgi import application  # noqa: E402  the toy must be known before the site is up

__all__ = ["application"]
