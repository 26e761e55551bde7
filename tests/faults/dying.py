"""The application that kills its own process, as kill -9 does, at one moment of a line-up that comes in.

``DIES`` names the moment:

- ``sealed``: it is committed, and nobody was told;
- ``named``: the people of both line-ups stand on the boards, within the transaction;
- ``opening``: their matches are about to be opened;
- ``committing``: all is written, and the transaction is about to be committed.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from typing import Any

from tests.live.application import application

# The application sets Django up before these are imported.
from league.competitions.derivation import line_ups as opening  # isort: skip
from league.competitions.derivation import recompute as recomputation  # isort: skip
from league.competitions.verbs import line_ups  # isort: skip


def then_dies(function: Callable[..., Any]) -> Callable[..., Any]:
    def called(*given: Any, **named: Any) -> Any:
        function(*given, **named)
        os.kill(os.getpid(), signal.SIGKILL)

    return called


match os.environ["DIES"]:
    case "sealed":
        line_ups.hand_in = then_dies(line_ups.hand_in)
    case "named":
        opening.save_values = then_dies(opening.save_values)
    case "opening":
        recomputation.open_matches = then_dies(lambda _openings: None)
    case "committing":
        line_ups.recompute = then_dies(line_ups.recompute)

__all__ = ["application"]
