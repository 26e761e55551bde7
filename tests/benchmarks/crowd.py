"""A site that has been there for years, made in seconds: one league played by the verbs, then copied row by row.

Ids are new and the people are others; what is derived (tables, scores) is the original's with the ids exchanged, so
every page finds what a real one would.
"""

from __future__ import annotations

import json
import random
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db import connection
from django.utils import timezone

import engines
from league.clubs.models import Club, Membership
from league.clubs.verbs import clubs
from league.competitions import demo
from league.competitions.models import (
    AuditEntry,
    Competition,
    Entrant,
    Fixture,
    Group,
    ResultEntry,
    Round,
    Stage,
    Tie,
)
from league.players.models import User
from league.series import verbs as series_verbs
from league.series.models import Series
from league.statistics.models import Line, MatchFigures, Rating
from matches.ids import uuid7
from matches.models import Match, Seat
from matches.verbs.opening import Opening, Sitter, open_match
from tests.league.builders import running
from tests.league.tables import play_out

GAME = "super_goal"


def people(count: int) -> list[User]:
    """``count`` accounts."""
    rows = [
        User(username=f"crowd{n}", nickname=f"Player {n}", password="!", email=f"crowd{n}@example.org")
        for n in range(count)
    ]
    return User.objects.bulk_create(rows)


class Copier:
    """Copies of the rows of one competition, with new ids."""

    def __init__(self, original: Competition):
        self.original = original
        inside = {"competition": original}
        self.rows: list[tuple[Any, list[Any]]] = [
            (Competition, [original]),
            (Entrant, list(Entrant.objects.filter(**inside))),
            (Stage, list(Stage.objects.filter(**inside))),
            (Group, list(Group.objects.filter(stage__competition=original))),
            (Round, list(Round.objects.filter(stage__competition=original))),
            (Tie, list(Tie.objects.filter(round__stage__competition=original))),
            (Match, list(Match.objects.filter(fixture__tie__round__stage__competition=original))),
            (Seat, list(Seat.objects.filter(match__fixture__tie__round__stage__competition=original))),
            (Fixture, list(Fixture.objects.filter(tie__round__stage__competition=original))),
            (ResultEntry, list(ResultEntry.objects.filter(**inside))),
            (AuditEntry, list(AuditEntry.objects.filter(**inside))),
            (Line, list(Line.objects.filter(**inside))),
            (MatchFigures, list(MatchFigures.objects.filter(match__fixture__tie__round__stage__competition=original))),
        ]

    def copy(self, number: int, players: list[User], name: str = "League") -> Competition:
        """One more, played by ``players``."""
        made: dict[Any, Any] = {}
        named: dict[str, str] = {}
        places = dict(zip((row.player_id for row in self.rows[1][1]), players, strict=True))
        for model, rows in self.rows:
            fresh = []
            for row in rows:
                values = {}
                for field in model._meta.concrete_fields:
                    value = getattr(row, field.attname)
                    if field.primary_key and not field.is_relation:
                        continue
                    if isinstance(value, UUID) and value in places:
                        value = places[value].pk
                    elif isinstance(value, (dict, list)):
                        value = exchanged(value, named)
                    elif field.is_relation or isinstance(value, UUID):
                        value = made.get((field.related_model if field.is_relation else Match, value), value)
                    elif isinstance(value, str):
                        value = named.get(value, value)
                    values[field.attname] = value
                if model is Competition:
                    values |= {"slug": f"{name.lower()}-{number}", "name": f"{name} {number}"}
                    values |= {"champion_id": None, "published_at": timezone.now() - timedelta(hours=number)}
                if model is Match:
                    values["finished_at"] = timezone.now() - timedelta(hours=number) if row.finished_at else None
                if model is Entrant:
                    values |= {"name": places[row.player_id].nickname, "personal_key": ""}
                again = model(**values)
                if isinstance(row.pk, UUID) and not model._meta.pk.is_relation:
                    again.pk = uuid7()
                    made[(model, row.pk)] = again.pk
                    named[str(row.pk)] = str(again.pk)
                fresh.append(again)
            model.objects.bulk_create(fresh, batch_size=1000)
            if model is Match:  # its opener's reference
                for again in fresh:
                    again.origin = ""
            for row, again in zip(rows, fresh, strict=True):
                made[(model, row.pk)] = again.pk
        copied = Competition.objects.get(pk=made[(Competition, self.original.pk)])
        copied.champion_id = made.get((Entrant, self.original.champion_id))
        copied.save(update_fields=["champion"])
        return copied


def exchanged(value: Any, named: dict[str, str]) -> Any:
    """``value`` with every old id in it replaced."""
    text = json.dumps(value)
    for old in {part for part in text.split('"') if part in named}:
        text = text.replace(f'"{old}"', f'"{named[old]}"')
    return json.loads(text)


def fill(organiser: User, *, matches: int, players: int) -> dict[str, Any]:
    """At least ``matches`` matches and ``players`` players: leagues of twenty, a cup of 64, a club with a series of
    finished cups, live casual matches. What there is to look at: ``league`` (running), ``cup``, ``club``, ``series``,
    ``player``, ``match`` (finished), ``fixture``."""
    rng = random.Random(7)
    crowd = people(players)
    league = running(organiser, "league", 20)
    play_out(league, until=150)
    cup = running(organiser, "cup", 64)
    play_out(cup, until=40)
    game = engines.get(GAME)
    position = game.to_wire(game.setup(dict(game.showcase)))
    Match.objects.filter(status="finished").update(snapshot=position, version=40, started_at=timezone.now())
    Line.objects.filter(competition__in=[league, cup]).delete()
    lines_of(league)
    club, series = house_of(organiser, crowd, rng)
    copier = Copier(league)
    number = 0
    while Match.objects.count() < matches:
        number += 1
        copier.copy(number, rng.sample(crowd, 20))
    ratings(crowd, rng)
    live_ones(crowd, rng, position)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")  # as a server's own sweeper does; that of tests does not run
    league = Competition.objects.get(slug="league-1")
    fixture = Fixture.objects.filter(tie__round__stage__competition=league, status="played").first()
    busiest = league.entrants.order_by("seed").first()
    there = {"league": league, "cup": cup, "club": club, "series": series, "fixture": fixture}
    return {**there, "player": busiest.player, "match": real_one()}


def house_of(organiser: User, crowd: list[User], rng: random.Random) -> tuple[Club, Series]:
    """A club of two hundred members with thirty finished cups, and the series that they make."""
    cup = running(organiser, "cup", 16)
    play_out(cup)
    copier = Copier(cup)
    cups = [copier.copy(number, rng.sample(crowd, 16), "Cup") for number in range(1, 31)]
    club = clubs.create(by=organiser, name="Bar Centrale", description="Every Thursday from nine.")
    Competition.objects.filter(pk__in=[row.pk for row in cups]).update(club=club)
    Membership.objects.bulk_create(Membership(club=club, user=user) for user in crowd[:200])
    points = [25, 18, 15, 12, 10, 8, 6, 4, 2, 1]
    series = series_verbs.create(by=organiser, name="Grand prix", points=points, rest=1, best=8, competitions=cups)
    return club, series


def real_one() -> Match:
    """A match of full length that two bots have played, move by move."""
    match = open_match(
        Opening(game=GAME, home=Sitter(bot="greedy", name="Greedy"), away=Sitter(bot="random", name="Random"))
    )
    demo.play([match.id])
    match.refresh_from_db()
    return match


def lines_of(league: Competition) -> None:
    """Return the figures that the statistics would have counted."""
    made = []
    for fixture in Fixture.objects.filter(tie__round__stage__competition=league, status="played").select_related(
        "home", "away", "match"
    ):
        score = {"home": fixture.home_goals, "away": fixture.away_goals}
        for side, other in (("home", "away"), ("away", "home")):
            us, them = score[side], score[other]
            made.append(
                Line(
                    match=fixture.match,
                    side=side,
                    player_id=getattr(fixture, side).player_id,
                    opponent_id=getattr(fixture, other).player_id,
                    competition=league,
                    game=GAME,
                    goals_for=us,
                    goals_against=them,
                    outcome="D" if us == them else "W" if us > them else "L",
                    how="regulation",
                    played_at=fixture.match.finished_at,
                )
            )
    Line.objects.bulk_create(made)


def ratings(crowd: list[User], rng: random.Random) -> None:
    """A career of ratings for everybody who played."""
    rows, count = [], dict.fromkeys((user.pk for user in crowd), 0)
    for line in Line.objects.order_by("pk").only("match_id", "player_id", "played_at"):
        if line.player_id in count:
            count[line.player_id] += 1
            strength = 1500 + rng.gauss(0, 150)
            number = count[line.player_id]
            rows.append(
                Rating(
                    player_id=line.player_id,
                    game=GAME,
                    match_id=line.match_id,
                    number=number,
                    rating=strength,
                    deviation=60,
                    volatility=0.06,
                    at=line.played_at,
                )
            )
    for row in rows:
        row.last = row.number == count[row.player_id]
    Rating.objects.bulk_create(rows, batch_size=2000)


def live_ones(crowd: list[User], rng: random.Random, position: dict[str, Any]) -> None:
    """Forty casual matches being played."""
    now = timezone.now()
    rows = Match.objects.bulk_create(
        [
            Match(
                game=GAME, rules_version=1, status="live", snapshot=position, version=9, started_at=now, origin="casual"
            )
            for _ in range(40)
        ]
    )
    seats = []
    for row in rows:
        for side, user in zip(("home", "away"), rng.sample(crowd, 2), strict=True):
            seats.append(Seat(match=row, side=side, user=user, name=user.nickname))
    Seat.objects.bulk_create(seats)
