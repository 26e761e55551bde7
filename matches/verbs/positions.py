"""Casual matches from a position that somebody set up: against a house bot, or a friend by link.

The match is a real one with committed dice; at the kick-off a row of its log puts the position on the board
(``matches.live.kickoff``), as on a practice board. It has a mode of its own, so that it counts nowhere.
"""

from datetime import timedelta
from typing import Any, Final

from django.contrib.auth import get_user_model
from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

import engines
from engines import bots
from engines.core.errors import EngineError
from engines.core.game import Game
from engines.core.seats import SEATS
from matches.errors import MatchError, SeatTaken
from matches.models import Match
from matches.queries import OPEN
from matches.terms import time_controls
from matches.terms.pace import BOT_SECONDS
from matches.verbs.casual import TAP_SECONDS
from matches.verbs.guests import house_bots
from matches.verbs.opening import Opening, Sitter, open_match

FRIEND: Final = "friend"
LINE_LIMIT: Final = 2000


class BadPosition(MatchError):
    """A position that cannot be read, or in which nothing is left to play."""

    code = "bad_position"
    status = 422


def play_from(*, user: AbstractBaseUser, line: str, opponent: str, side: str = "home") -> Match:
    """Open a match of ``user``, who has ``side``, from the position of ``line``.

    A button tapped twice opens one match. ``opponent`` is a bot's name, or ``friend``, who joins by link. A choice that
    is sealed in the position is known to whoever set it up, so such a position is refused. Raises BadPosition,
    SeatTaken (no such bot).
    """
    game, state = _read(line)
    wire = game.to_wire(state)
    if side not in SEATS:
        raise BadPosition(_("Choose home or away for your side."))
    against_friend, level = opponent == FRIEND, bots.ALIASES.get(opponent, opponent)
    rival = None if against_friend else next((row for row in house_bots() if bots.plays_as(row.bot, level)), None)
    if rival is None and not against_friend:
        raise SeatTaken(_("There is no such bot here."))
    other = Sitter() if rival is None else Sitter(user=rival, bot=rival.bot, name=rival.nickname)
    own = Sitter(user=user)
    control = time_controls.WITH_FRIENDS[0] if against_friend else time_controls.WITH_BOTS[0]
    with transaction.atomic():  # the table may be looked at as soon as its row is there
        get_user_model()._default_manager.select_for_update(no_key=True).get(pk=user.pk)
        just_opened = Match.objects.filter(
            mode=Match.Mode.POSITION, snapshot=wire, status__in=OPEN, seats__user_id=user.pk
        )
        again = just_opened.filter(created_at__gte=timezone.now() - timedelta(seconds=TAP_SECONDS)).first()
        if again is not None:
            return again
        match = open_match(
            Opening(
                game=game.slug,
                options=wire["options"],
                terms=wire["terms"],
                home=own if side == "home" else other,
                away=other if side == "home" else own,
                title=_("From a position"),
                origin="casual",
                listed=False,
                rematch_allowed=False,
                bot_seconds=BOT_SECONDS,
                mode=Match.Mode.POSITION,
                **time_controls.limits(game.slug, control, claimed=against_friend),
            )
        )
        Match.objects.filter(pk=match.pk).update(snapshot=wire)
        match.snapshot = wire
    return match


def _read(line: str) -> tuple[Game[Any], Any]:
    words = line.strip()
    if not 1 <= len(words) <= LINE_LIMIT:
        raise BadPosition(_("A position is one line of 1 to %(most)d letters.") % {"most": LINE_LIMIT})
    try:
        game: Game[Any] = engines.get(words.partition("/")[0])
        state = game.from_position(words)
    except EngineError as error:
        raise BadPosition(_("This is no position: %(why)s") % {"why": error}) from None
    if game.result(state) is not None:
        raise BadPosition(_("In this position the match is over: there is nothing to play."))
    public = game.view(state, None)
    if any(game.view(state, seat) != public for seat in SEATS):
        raise BadPosition(_("A side has chosen in secret here. Play one move on, or step back, and start from there."))
    return game, state
