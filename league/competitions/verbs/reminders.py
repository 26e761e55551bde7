"""Reminders to players: a match has opened, begins within a day, or is about to expire; a line-up is due.

Each is sent once (by the key of the notification), however often or late this runs.
"""

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Final, TypeVar
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import F, Q
from django.utils import timezone

from engines.core.text import Text, text
from league.competitions.derivation.deadlines import Leave, deadline, leaves_of
from league.competitions.derivation.effects import names
from league.competitions.models import Competition, Fixture, Round, Tie
from league.competitions.policy.parties import people_in_each
from league.competitions.verbs import line_ups, open_disputes, silent_captains
from league.competitions.verbs.schedule import stored_moment
from league.players.models import User
from league.players.verbs.notify import Notice, notify_all
from matches.models import Match

Key = TypeVar("Key", UUID, int)

SOON = timedelta(hours=24)
FRESH = timedelta(minutes=10)
"""A match that opened longer ago is not announced."""
SLICE: Final = 15
"""Fixtures read together with all that a message needs: some 400 pages of 8 kB."""


def remind_due() -> int:
    """Remind everybody who is due; return the number of fixtures and line-ups looked at."""
    return _opened() + _begins() + _closes() + _line_ups()


def _line_ups() -> int:
    ties = list(line_ups.sealed_ties().values_list("pk", flat=True))
    return sum(silent_captains.ask(some) for some in _slices(ties, SLICE))


def _ahead(keys: Sequence[UUID]) -> Iterator[dict[Fixture, list[User]]]:
    """Yield those of these fixtures that are still to be played, with who plays and what a message needs, in slices."""
    for some in _slices(keys, SLICE):
        rows = Fixture.objects.filter(
            Q(match__isnull=True) | Q(match__status=Match.Status.WAITING),
            pk__in=some,
            status__in=(Fixture.Status.PENDING, Fixture.Status.OPEN),
            home__isnull=False,
            away__isnull=False,
            tie__round__stage__competition__in=Competition.objects.moving(),
        )
        fixtures = list(
            rows.select_related("home", "away", "home_player", "away_player", "match", "tie__round__stage__competition")
        )
        people = people_in_each(fixtures)
        yield {fixture: people[fixture.pk] for fixture in fixtures}


def _slices(keys: Sequence[Key], size: int) -> Iterator[Sequence[Key]]:
    return (keys[start : start + size] for start in range(0, len(keys), size))


def _row(fixture: Fixture) -> Competition:
    return fixture.tie.round.stage.competition


def _opened() -> int:
    lately = Match.objects.filter(created_at__gte=timezone.now() - FRESH, origin__startswith="fixture:")
    matches = list(lately.order_by("-created_at", "-id").values_list("pk", flat=True))
    looked_at = 0
    for some in _slices(matches, SLICE):
        for slice_of in _ahead(list(Fixture.objects.filter(match__in=some).values_list("pk", flat=True))):
            notices = []
            for fixture, people in slice_of.items():
                key = f"open:{fixture.match_id}"
                for users, message in _can_be_played(fixture, people):
                    notices.append(open_disputes.notice(_row(fixture), users, "open", message, fixture, key))
            notify_all([*notices, *_unopposed({fixture.tie_id for fixture in slice_of if fixture.of_teams})])
            looked_at += len(slice_of)
    return looked_at


def _can_be_played(fixture: Fixture, people: list[User]) -> Iterator[tuple[list[User], Text]]:
    """Yield what ``people`` hear of ``fixture``: at a board of teams each, whom they play."""
    if not fixture.of_teams:
        yield people, text("{fixture} can be played now", fixture=names(fixture))
        return
    for person in people:
        rival = fixture.away_player if fixture.home_player_id == person.pk else fixture.home_player
        name = rival.nickname if rival is not None else "?"
        yield [person], text("You play board {board} against {name}", board=fixture.board, name=name)


def _unopposed(ties: Collection[UUID]) -> Iterator[Notice]:
    """Yield what those hear who were named for a board of ``ties`` for which the other team has nobody."""
    if not ties:
        return
    alone = Fixture.objects.filter(tie__in=ties, leg=F("tie__leg"), match=None, status=Fixture.Status.WALKOVER)
    alone = alone.filter(Q(home_player=None) ^ Q(away_player=None))
    people = ("home", "away", "home_player", "away_player", "tie__round__stage__competition")
    for fixture in alone.select_related(*people):
        row, at_home = _row(fixture), fixture.home_player is not None
        player, rival = (fixture.home_player, fixture.away) if at_home else (fixture.away_player, fixture.home)
        if player is None or rival is None:
            continue
        values = {"board": fixture.board, "team": rival.name}
        message = text("You were named for board {board}, and {team} has nobody for it", **values)
        yield open_disputes.notice(row, [player], "open", message, fixture, f"unopposed:{fixture.pk}")


def _begins() -> int:
    now = timezone.now()
    dated = Fixture.objects.exclude(fixed="").filter(kick_off_at__gt=now, kick_off_at__lte=now + SOON)
    looked_at = 0
    for slice_of in _ahead(list(dated.values_list("pk", flat=True))):
        notices = []
        for fixture, people in slice_of.items():
            assert fixture.kick_off_at is not None
            when = stored_moment(fixture.kick_off_at)
            message = text("{fixture} begins on {when}", fixture=names(fixture), when=when)
            key = f"begins:{fixture.id}:{fixture.sequence}"
            notices.append(open_disputes.notice(_row(fixture), people, "reminder", message, fixture, key))
        notify_all(notices)
        looked_at += len(notices)
    return looked_at


def _closing(now: datetime) -> list[UUID]:
    """Return the open fixtures of rounds whose window ends within a day, or has ended but for those on leave."""
    rounds = Round.objects.filter(status=Round.Status.OPEN, closes_at__lte=now + SOON)
    keys: list[UUID] = []
    for some_rounds in _slices(list(rounds.values_list("pk", flat=True)), SLICE):
        ties = list(Tie.objects.filter(round__in=some_rounds).values_list("pk", flat=True))
        for some in _slices(ties, 4 * SLICE):
            fixtures = Fixture.objects.filter(tie__in=some, status=Fixture.Status.OPEN)
            keys += fixtures.values_list("pk", flat=True)
    return keys


def _closes() -> int:
    now = timezone.now()
    leaves: dict[UUID, list[Leave]] = {}
    reminded = 0
    for slice_of in _ahead(_closing(now)):
        notices = []
        for fixture, people in slice_of.items():
            if fixture.match is None or fixture.match.created_at >= now - SOON:  # not for a round of a few hours
                continue
            row = _row(fixture)
            if row.id not in leaves:
                leaves[row.id] = leaves_of(row)
            closes = deadline(fixture, leaves[row.id], ZoneInfo(row.time_zone))
            if closes is None or not now < closes <= now + SOON:
                continue
            message = text("play {fixture} by {when}", fixture=names(fixture), when=stored_moment(closes))
            key = f"closes:{fixture.id}:{closes:%Y%m%d%H}"
            notices.append(open_disputes.notice(row, people, "reminder", message, fixture, key))
        notify_all(notices)
        reminded += len(notices)
    return reminded
