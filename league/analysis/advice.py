"""A bot's answer to a position, worked out where searching bots think, so that no request's thread holds it up."""

import threading
from functools import partial
from typing import Any, Final

from django.utils.translation import gettext as _

from engines import bots
from engines.bots.ranking import Advice, advise
from engines.core.errors import BadRequest, show
from league.analysis.errors import BotsAreBusy
from league.analysis.shown import game_of
from matches.live.calling import call
from matches.live.running import hall

AT_ONCE: Final = 2
"""Answers that one web process works out or keeps waiting: each takes up to a second of the bots' process, which house
bots of live matches need too."""
SHOWN: Final = 5

_free = threading.BoundedSemaphore(AT_ONCE)


def answer(*, line: str, bot: str) -> dict[str, Any]:
    """Return the move of ``bot`` in the position of ``line``, and the best moves by their worth.

    The same question has the same answer. Raises EngineError, BotsAreBusy.
    """
    game, state = game_of(line)
    to_act = game.to_act(state)
    bot = bots.level_of(bot)
    if bot not in bots.bots_of(game.slug):
        raise BadRequest(f"there is no bot {show(bot)} here; the bots are {', '.join(bots.bots_of(game.slug))}")
    if not to_act:
        raise BadRequest("the match is over: there is no move to advise")
    seat = to_act[0]
    if not _free.acquire(blocking=False):
        raise BotsAreBusy(_("The bots are thinking about other positions. Ask again in a moment."))
    try:
        advice: Advice = call(_in_bot_process(partial(advise, game.slug, line.strip(), seat, bot, 1)))
    finally:
        _free.release()
    moves = [ranked.move for ranked in advice.ranked[:SHOWN]]
    moves += [advice.chosen] if advice.chosen not in moves else []
    worth = {number: ranked.worth for number, ranked in enumerate(advice.ranked[:SHOWN])}
    worth |= {
        len(moves) - 1: ranked.worth for ranked in advice.ranked if ranked.move == advice.chosen and len(moves) > SHOWN
    }
    choices = game.choices(game.view(state, seat), seat, moves)
    return {
        "seat": seat,
        "bot": bot,
        "unit": advice.unit,
        "left_out": advice.left_out,
        "expectation": advice.expectation,
        "moves": [
            {"choice": choice, "worth": worth.get(number), "chosen": move == advice.chosen}
            for number, (move, choice) in enumerate(zip(moves, choices, strict=True))
        ],
    }


async def _in_bot_process(work: partial[Advice]) -> Advice:
    return await hall().bots.apart(work)
