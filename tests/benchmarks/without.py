"""The platform for the load driver with a private part of the live half taken out, named by ``WITHOUT``.

``dispatch`` passes each message through Channels' thread; ``collector`` leaves Python's collector as it is.
"""

from __future__ import annotations

import os

from tests.benchmarks.application import application

# The application sets Django up before these are imported.
from channels.consumer import AsyncConsumer  # isort: skip
from matches.compat.channels import QuickConsumer  # isort: skip
from matches.upkeep import lifespan  # isort: skip

WITHOUT = os.environ.get("WITHOUT", "")

if WITHOUT == "dispatch":
    QuickConsumer.dispatch = AsyncConsumer.dispatch  # type: ignore[method-assign]
if WITHOUT == "collector":
    lifespan.settle_memory = lambda: None

__all__ = ["application"]
