"""Casual play: a match against a house bot, against a friend by link, and the rematch of one.

Nothing here is rated or belongs to a competition; competitions open their own matches (``matches.verbs.opening``).
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any, Unpack
from uuid import UUID

from django.contrib.auth import get_user_model
from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

import engines
from engines import bots
from matches import feed
from matches.codes import API_BOT
from matches.errors import NotSeated, SeatTaken
from matches.live.commands import command
from matches.models import Match, Seat
from matches.queries import OPEN
from matches.terms.pace import BOT_SECONDS
from matches.terms.rules import Chosen, RulesOfMatch
from matches.terms.time_controls import limits
from matches.verbs.guests import house_bots, must_be_welcome
from matches.verbs.opening import Opening, Sitter, count_people, open_match, poke

QUICK_SECONDS = 0.2
"""``BOT_SECONDS`` against a program, which follows quickly."""
TAP_SECONDS = 10
"""Seconds in which a second press of a button means the table that the first one opened."""


def open_once(begin: Callable[[], Match], *, user: AbstractBaseUser, rules: RulesOfMatch, **same: Any) -> Match:
    """Return the table that ``begin`` opens, or one of the same ``rules`` that ``user`` opened a moment ago.

    A button tapped twice is one wish, also when both taps are on their way at once; a program that asks twice means two
    (it calls the verbs below itself). ``same`` are filters of a match that is alike; it must not be over. Raises what
    ``begin`` raises.
    """
    since = timezone.now() - timedelta(seconds=TAP_SECONDS)
    with transaction.atomic():
        get_user_model()._default_manager.select_for_update(no_key=True).get(pk=user.pk)
        own_tables = Match.objects.filter(seats__user_id=user.pk, seats__side="home", game=rules.game, origin="casual")
        going = own_tables.filter(status__in=OPEN, created_at__gte=since).filter(**same).order_by("-created_at")
        alike = (match for match in going if RulesOfMatch.of(match).values == rules.values)
        return next(alike, None) or begin()


def play_bot(
    *, user: AbstractBaseUser, game: str, bot: str, control: str = "unhurried", **chosen: Unpack[Chosen]
) -> Match:
    """Open a match of ``user`` (home) against the first house bot of the level ``bot``, or the first of its two legs.

    Nobody occupies a house bot for ever: a player who goes away loses after a while, and nobody has to claim it. Raises
    SeatTaken if no house bot plays so; BadControl; BadRules; BadRequest of the engine.
    """
    rules = RulesOfMatch.taken(game, **chosen)
    level = bots.ALIASES.get(bot, bot)
    house_bot = next((row for row in house_bots() if bots.plays_as(row.bot, level)), None)
    if house_bot is None:
        raise SeatTaken(_("There is no such bot here."))
    return open_match(
        Opening(
            game=game,
            options=rules.options,
            terms=rules.terms,
            home=Sitter(user=user),
            away=Sitter(user=house_bot, bot=house_bot.bot, name=house_bot.nickname),
            title=engines.get(game).name,
            origin="casual",
            bot_seconds=QUICK_SECONDS if getattr(user, "bot", "") == API_BOT else BOT_SECONDS,
            legs=rules.legs,
            **limits(game, control, claimed=False),
        )
    )


def check_people(game: str, people_per_side: int) -> None:
    """Raise SeatTaken naming the numbers of people per side that ``game`` allows, unless it is one of them."""
    allowed = range(1, engines.get(game).sharers + 1)
    if people_per_side not in allowed:
        numbers = ", ".join(map(str, allowed))
        raise SeatTaken(_("Choose one of these numbers of people per side: %s.") % numbers)


def play_friend(
    *,
    user: AbstractBaseUser,
    game: str,
    control: str = "none",
    people_per_side: int = 1,
    **chosen: Unpack[Chosen],
) -> Match:
    """Open a match of ``user`` (home) with an invite link for the other side, or the first of its two legs.

    It has a clock only if ``user`` asks for one. With several people per side each side has a link, good until the side
    is complete (``opening.take_seat``); both must be for the kick-off. Raises BadControl, BadRules, SeatTaken.
    """
    rules, several = RulesOfMatch.taken(game, **chosen), people_per_side > 1
    check_people(game, people_per_side)
    return open_match(
        Opening(
            game=game,
            options=rules.options,
            terms=rules.terms,
            home=Sitter(users=(user,), places=people_per_side) if several else Sitter(user=user),
            away=Sitter(places=people_per_side),
            title=engines.get(game).name,
            origin="casual",
            legs=rules.legs,
            **limits(game, control),
        )
    )


def hot_seat(
    *,
    user: AbstractBaseUser,
    second: str,
    game: str,
    team_mates: Iterable[str] = (),
    opponents: Iterable[str] = (),
    **chosen: Unpack[Chosen],
) -> Match:
    """Open a match, or the first of its two legs, of two people on one screen: ``user`` at home, ``second`` away.

    It counts nowhere. ``team_mates`` of the one and further ``opponents`` make sides of several people, who take their
    turns in this order. Raises SeatTaken without a name for each, or for more people than the game has; BadRules;
    BadRequest of the engine.
    """
    rules = RulesOfMatch.taken(game, **chosen)
    home = [str(user), *(_shown_name(name) for name in team_mates)]
    away = [_shown_name(name) for name in (second, *opponents)]
    if not all(home + away):
        raise SeatTaken(_("Enter the name of the second player."))
    return open_match(
        Opening(
            game=game,
            options=rules.options,
            terms=rules.terms,
            home=_at_one_screen(user, home),
            away=_at_one_screen(user, away),
            title=engines.get(game).name,
            origin="casual",
            listed=False,
            mode=Match.Mode.HOT_SEAT,
            legs=rules.legs,
        )
    )


def _shown_name(name: str) -> str:
    return " ".join(name.split())[:24]


def _at_one_screen(user: AbstractBaseUser, people: Sequence[str]) -> Sitter:
    """Return the sitter of a side that ``people`` play at the screen of ``user``."""
    if len(people) > 1:
        return Sitter(user=user, people=tuple(people))
    return Sitter(user=user, name=people[0])


def practice(*, user: AbstractBaseUser, game: str, **chosen: Unpack[Chosen]) -> Match:
    """Open a practice board of ``user``, of one leg (``matches.verbs.practice``). Raises BadRules.

    It counts and shows nowhere.
    """
    rules = RulesOfMatch.taken(game, **chosen)
    return open_match(
        Opening(
            game=game,
            options=rules.options,
            terms=rules.terms,
            home=Sitter(user=user, name=_("Home side")),
            away=Sitter(user=user, name=_("Away side")),
            title=_("Practice"),
            origin="casual",
            listed=False,
            rematch_allowed=False,
            mode=Match.Mode.PRACTICE,
        )
    )


def rematch(*, match_id: UUID, user: AbstractBaseUser) -> Match:
    """Open the next match of the same two by the same rules, seats swapped; repeats, by either, return the same one.

    After two legs it is the first of two again. Raises NotSeated, SeatTaken (not finished, no rematch here, or
    the other is banned).
    """
    must_be_welcome(user)
    with transaction.atomic():
        old = Match.objects.select_for_update().get(id=match_id)
        if not old.seats.filter(user_id=user.pk).exists():
            raise NotSeated(_("Only the two who played can play again."))
        if not old.rematch_allowed or old.status != Match.Status.FINISHED:
            raise SeatTaken(_("There is no rematch of this match."))
        next_one = next_match(old)
        if next_one is not None:
            return next_one
        if any(getattr(seat.user, "is_banned", False) for seat in old.seats.select_related("user")):
            raise SeatTaken(_("There is no rematch of this match."))
        transaction.on_commit(lambda: feed.publish(f"match:{old.id}", {"rematch": True}))
        # After two legs whoever began away is at home first: these are the seats of the second leg.
        again = same_table(old, swapped=not old.leg)
        return open_match(replace(again, origin=_origin(old), legs=old.legs))


def same_table(old: Match, *, swapped: bool = True) -> Opening:
    """Return the opening of a friendly of the same people as ``old``, under its rules."""
    seats: dict[str, Seat] = {seat.side: seat for seat in old.seats.select_related("user")}
    home, away = (_sitter(seats[side]) for side in (("away", "home") if swapped else ("home", "away")))
    return Opening(
        game=old.game,
        options=engines.get(old.game).options_under(old.rules_version, old.options),
        terms=old.terms,
        home=home,
        away=away,
        title=old.title,
        back_url=old.back_url,
        move_seconds=old.move_seconds,
        budget_seconds=old.budget_seconds,
        control=old.control,
        absence_seconds=old.absence_seconds,
        absence_claimed=old.absence_claimed,
        bot_seconds=old.bot_seconds,
        listed=old.listed,
        audience=old.audience,
        closed=old.closed,
        mode=old.mode,
    )


def leave(*, match_id: UUID, user: AbstractBaseUser) -> None:
    """Close a table of ``user`` at which nobody else plays: one screen, practice, an unanswered invitation.

    Of a table at which people gather for sides of several, whoever opened it closes it, and anybody else only frees
    their own place. Raises NotSeated, SeatTaken (somebody else sits there: resign instead).
    """
    with transaction.atomic():
        match = Match.objects.select_for_update().get(id=match_id)
        seats = list(match.seats.prefetch_related("controllers"))
        own_seat = next((seat for seat in seats if seat.is_of(user)), None)
        if own_seat is None:
            raise NotSeated(_("Only its players can close this match."))
        if match.status not in (Match.Status.WAITING, Match.Status.LIVE, Match.Status.PAUSED):
            return
        gathering = (
            match.origin == "casual" and match.status == Match.Status.WAITING and any(seat.invite for seat in seats)
        )
        if match.for_two and not gathering:
            raise SeatTaken(_("You have an opponent here. Resign instead."))
        if gathering and (own_seat.side, own_seat.user_id) != ("home", user.pk):
            own_seat.controllers.filter(user=user.pk).delete()
            count_people(own_seat)
            transaction.on_commit(lambda: poke(match_id))
            return
        # A sent link must not lead to a closed table.
        match.seats.exclude(invite="").update(invite="")
        command(match_id, "void", {"reason": ""})


def next_match(match: Match) -> Match | None:
    return Match.objects.filter(origin=_origin(match)).first()


def _origin(match: Match) -> str:
    return f"rematch:{match.id}"


def _sitter(seat: Seat) -> Sitter:
    users = tuple(person.user for person in seat.controllers.select_related("user"))
    return Sitter(user=seat.user, bot=seat.bot, name=seat.name, users=users, people=tuple(seat.people or ()))
