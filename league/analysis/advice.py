"""A bot's answer to a position, worked out where searching bots think, so that no request's thread holds it up."""

import threading
from functools import partial
from typing import Any, Final

from django.utils.translation import gettext as _

from engines.bots.ranking import Advice, advise
from engines.core.seats import Seat
from league.analysis import boards
from league.analysis.errors import BotsAreBusy
from matches.live.calling import call
from matches.live.running import hall

AT_ONCE: Final = 2
"""Answers that one web process works out or keeps waiting: each takes up to a second of the bots' process, which house
bots of live matches need too."""

_free = threading.BoundedSemaphore(AT_ONCE)


def answer(*, line: str, bot: str) -> dict[str, Any]:
    """Return what ``boards.advice`` says, thought where searching bots think. Raises EngineError, BotsAreBusy."""
    return boards.advice(line, bot, _think)


def _think(slug: str, line: str, seat: Seat, bot: str, seed: int) -> Advice:
    if not _free.acquire(blocking=False):
        raise BotsAreBusy(_("The bots are thinking about other positions. Ask again in a moment."))
    try:
        advised: Advice = call(_in_bot_process(partial(advise, slug, line, seat, bot, seed)))
        return advised
    finally:
        _free.release()


async def _in_bot_process(work: partial[Advice]) -> Advice:
    return await hall().bots.apart(work)
