"""A small town that has one of everything and everybody: read by the table of permissions and by the fuzzing.

``Town.people`` holds an account for each role, ``Town.places`` what an address may need at each place: ``cup`` (it is
played, and belongs to a club), ``foreign`` (other people's), ``class``, ``evening``, ``over`` and ``draft``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import time, timedelta
from functools import cache
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

import engines
from engines.core.dice import ScriptedDice
from engines.core.seats import other
from engines.core.tree import Start, Tree, write
from league.analysis.models import Analysis
from league.arenas import verbs as arenas
from league.arenas.models import Arena
from league.classes import verbs as classes
from league.clubs.verbs import clubs, handovers, presets
from league.clubs.verbs import members as club_members
from league.competitions.models import Competition, Dispute, Entrant, Fixture, Proposal, ResultEntry, Tie
from league.competitions.policy.parties import seat_in
from league.competitions.verbs import absences, create, entries, invitations, notes, rounds
from league.competitions.verbs import staff as staff_verbs
from league.evenings.models import Sheet
from league.events.models import Event
from league.events.verbs import events, joining
from league.lessons import verbs as lessons
from league.moderation import verbs as moderation
from league.players.models import User
from league.players.verbs import robots
from league.players.verbs.guests import guest
from league.privacy.models import DataArchive
from league.puzzles import loading
from league.puzzles.models import Puzzle
from league.seasons.models import Leave, Renewal
from league.seasons.verbs import leaves, official, renewals
from league.series import verbs as series
from league.series.models import Series
from matches.models import LineUp, Match
from matches.verbs import challenges
from tests.cast import account
from tests.league.builders import competition, running
from tests.league.tables import open_fixtures, play_out
from tests.league.teams import league as league_of_teams
from tests.league.teams import ties_of

ROLES = (
    "nobody", "guest", "pupil", "bot", "stranger", "player", "entrant", "referee", "co_organiser", "organiser",
    "club_member", "club_staff", "club_owner", "foreign_referee", "foreign_organiser", "moderator", "staff",
)  # fmt: skip
"""``player`` plays the match that is asked for, ``entrant`` another one of the same cup, which is the club's."""


@dataclass
class Town:
    """``places``: the name of a place -> the name of a part of an address -> its value there."""

    people: dict[str, User | None]
    places: dict[str, dict[str, Any]]
    keys: dict[str, str]
    """The name of an address that is opened by a secret -> that secret."""
    token: str
    """The bot's."""


def kicked_off(match: Match) -> None:
    """Let ``match`` be played, as far as its row goes."""
    game = engines.get(match.game)
    rolls = [1, 2] * 20
    state, events = game.new(match.options, match.terms, ScriptedDice(rolls))
    match.opening = {"rolls": rolls, "events": events}
    match.snapshot, match.status, match.started_at = game.to_wire(state), Match.Status.LIVE, match.created_at
    match.save()


def hire(cup: Competition, people: dict[str, Any], **offices: str) -> None:
    """Give ``offices`` in ``cup``: role=person."""
    for office, person in offices.items():
        invitation = staff_verbs.invite(competition=cup, by=cup.owner, role=office, name=people[person].username)
        staff_verbs.accept(key=invitation.key, by=people[person])


def furnish() -> Town:
    """Build the town by the verbs that the pages use."""
    accounts = [role for role in ROLES if role not in ("nobody", "guest", "pupil", "bot")]
    people: dict[str, Any] = {"nobody": None} | {role: account(role) for role in accounts}
    people["guest"] = guest(nickname="Passing by")
    User.objects.filter(pk=people["staff"].pk).update(is_staff=True)
    User.objects.filter(pk=people["moderator"].pk).update(is_moderator=True)
    people |= {role: User.objects.get(pk=people[role].pk) for role in ("staff", "moderator")}
    people["bot"] = robots.make_bot(owner=people["stranger"], nickname="Robby")
    token = robots.new_token(bot=people["bot"])[1]

    club = clubs.create(by=people["club_owner"], name="Bar Centrale", joining="request")
    for role in ("club_member", "club_staff"):
        membership = club_members.join(club=club, by=people[role])
        club_members.approve(membership=membership, by=people["club_owner"])
    club_members.appoint(
        membership=club.memberships.get(user=people["club_staff"]), by=people["club_owner"], staff=True
    )
    named_member = club_members.add_names(club=club, by=people["club_owner"], names="Zeno")[0]
    clubs_key = club_members.new_link(club=club, by=people["club_owner"]).key

    cup = competition(people["organiser"], places=4)
    link = invitations.open_link(competition=cup, by=people["organiser"])
    entries.enter(competition=cup, player=people["player"])
    entries.enter_names(competition=cup, by=people["organiser"], names="Ugo\nVera\nZita")
    Competition.objects.filter(pk=cup.pk).update(club=club)
    cup.refresh_from_db()
    cup = rounds.start(competition=cup, by=people["organiser"])
    hire(cup, people, referee="referee", co_organiser="co_organiser")
    entrant = cup.entrants.get(player=people["player"])
    played = fixture_of(entrant)
    beside = next(row for row in open_fixtures(cup) if row.pk != played.pk)
    cup.entrants.filter(pk=beside.home_id).update(player=people["entrant"], personal_key="")
    kicked_off(played.match)
    now = timezone.now()
    Dispute.objects.create(fixture=played, seat="home", at=now, deadline_at=now + timedelta(hours=1))
    proposal = Proposal.objects.create(
        fixture=played, seat=other(seat_in(played, people["player"])), kick_off_at=now + timedelta(days=1), made_at=now
    )
    entrant_row = cup.entrants.exclude(personal_key="").first()
    referee_link = staff_verbs.invite(competition=cup, by=people["organiser"], role="referee")
    winter = series.create(by=people["organiser"], name="Winter", points=[3, 2, 1], competitions=[cup])
    Series.objects.filter(pk=winter.pk).update(slug="winter")  # its own has a random end
    arena = arenas.create(by=people["organiser"], name="Lunch hour", game="super_goal")
    Arena.objects.filter(pk=arena.pk).update(slug="lunch-hour")  # the same
    arenas.join(arena=arena, player=people["player"])
    today = timezone.localdate()
    tomorrow = today + timedelta(days=1)  # for an hour of each night it is today in Italy
    gathering = events.create(
        by=people["organiser"], name="Weekend", first_day=today, last_day=tomorrow, opens=time(9), closes=time(21)
    )
    part = joining.add(event=gathering, by=people["organiser"], competition=cup)
    elsewhere = events.create(
        by=people["foreign_organiser"], name="Far away", first_day=today, last_day=tomorrow,
        opens=time(9), closes=time(21),
    )  # fmt: skip
    Event.objects.filter(pk=gathering.pk).update(slug="weekend")
    offered = handovers.offer(thing=club, by=people["club_owner"], name="club_staff")
    case = moderation.report_name(subject=people["player"], by=people["entrant"])
    challenge = challenges.offer(user=people["player"], game="super_goal", to=people["stranger"])
    board = engines.get("dom_jim").setup({})
    analysis = Analysis.objects.create(
        owner=people["player"],
        title="Mine",
        game="dom_jim",
        text=write(Tree(Start("dom_jim", position=engines.get("dom_jim").position(board)))),
    )
    line_up = LineUp.objects.create(user=people["player"], name="Old", game="soccer_tactics", cells={})

    foreign = running(people["foreign_organiser"], entrants=2)
    hire(foreign, people, referee="foreign_referee")
    foreign_club = clubs.create(by=people["foreign_organiser"], name="Bar Lontano")
    far_arena = arenas.create(by=people["foreign_organiser"], name="Far hour", game="super_goal")
    summer = series.create(by=people["foreign_organiser"], name="Summer", points=[3, 2, 1], competitions=[foreign])
    school = classes.make(
        by=people["organiser"], name="Class 3B", game="super_goal", preset="cup", names="Ada\nBice\nCarlo\nDino",
        delete_on=timezone.localdate() + timedelta(days=90),
    )  # fmt: skip
    room = rounds.start(competition=school.competition, by=people["organiser"])
    card = school.cards.order_by("pk").first()
    people["pupil"] = card.user
    evening = competition(people["organiser"], preset="evening", places=8, advance="auto")
    entries.enter_names(competition=evening, by=people["organiser"], names="Ada\nBice\nCarlo\nDino")
    evening = rounds.start(competition=evening, by=people["organiser"])
    over = finished(people)
    after = renewals.next_season(competition=over, by=people["organiser"])
    renewal = Renewal.objects.filter(asking__competition=after).order_by("pk").first()
    leave = on_leave(people)
    tie = meeting(people)
    teams = tie.round.stage.competition
    squads = league_of_teams(people["organiser"], captain=people["player"])
    draft = create.create(by=people["organiser"], name="Secret cup", game="super_goal", preset="cup", places=4)
    pairs = create.create(by=people["organiser"], name="Pairs", game="six_a_side", preset="cup", places=4, side_size=3)
    create.publish(competition=pairs, by=people["organiser"])
    absence = absences.add(user=people["player"], first=today, last=tomorrow)

    loading.load()
    puzzle = Puzzle.objects.filter(game="super_goal").order_by("code").first()
    lesson = lessons.create(owner=people["organiser"], title="Openings")
    lessons.add_step(lesson=lesson, reader=people["organiser"], words="Look", position=puzzle.pk, question="Which die?")

    earlier = now - timedelta(days=2)
    archive = DataArchive.objects.create(user=people["player"], asked_at=earlier, ready_at=earlier, file=b"zip")

    anywhere = {
        "player_id": people["player"].pk,
        "rival_id": people["entrant"].pk,
        "case_id": case.pk,
        "app": "players",
        "model": "user",
        "row_id": people["player"].pk,
        "series_id": winter.pk,
        "arena_id": arena.pk,
        "event_id": gathering.pk,
        "part_id": part.pk,
        "club_id": club.pk,
        "handover_id": offered.pk,
        "membership_id": named_member.pk,
        "preset_id": presets.keep(club=club, competition=cup, by=people["club_owner"], name="As ever").pk,
        "challenge_id": challenge.pk,
        "line_up_id": line_up.pk,
        "analysis_id": analysis.pk,
        "absence_id": absence.pk,
        "archive_id": archive.pk,
        "card_id": card.pk,
        "leave_id": leave.pk,
        "code": puzzle.pk,
        "game": puzzle.game,
        "theme": puzzle.theme,
        "lesson_id": lesson.pk,
        "place": 0,
        "matched_id": 1,
        "mark_id": 1,
        "number": 1,
        "n": 1,
        "part": "bracket",
        "section": "competitions",
        "document": "poster",
        "lang": "it",
        "mark": "x",
        "name": "x",
        "room": "players",
        "form": "txt",
        "uidb36": "1",
        "key": "x" * 32,
        "token": "made-up",
        "pk": 1,
        "provider_id": "made-up",
        "invite": "made-up",
    }
    there = {
        "staff_id": referee_link.pk,
        "invitation_id": invitations.invite(competition=pairs, by=people["organiser"], names="Ida")[0].pk,
        "proposal_id": proposal.pk,
        "tie_id": played.tie_id,
        "comment_id": notes.comment(fixture=played, by=people["organiser"], words="Rain").pk,
        "announcement_id": notes.announce(competition=cup, by=people["organiser"], words="Rain").pk,
    }
    places = {
        "cup": anywhere | there | place_of(cup, played, entrant),
        "foreign": anywhere
        | place_of(foreign)
        | {
            "club_id": foreign_club.pk,
            "series_id": summer.pk,
            "arena_id": far_arena.pk,
            "event_id": elsewhere.pk,
        },
        "class": anywhere | place_of(room) | {"entrant_id": card.entrant_id},
        "evening": anywhere | place_of(evening),
        "over": anywhere | place_of(over),
        "next": anywhere | place_of(after),
        "league": anywhere | place_of(leave.entrant.competition, fixture_of(leave.entrant), leave.entrant),
        "draft": anywhere | place_of(draft),
        "teams": anywhere | place_of(teams, tie.fixtures.get(board=1), tie.home) | {"tie_id": tie.pk},
        "squads": anywhere | place_of(squads, entrant=squads.entrants.get(player=people["player"])),
    }
    keys = {
        "competitions:invitation": referee_link.key,
        "competitions:invited": link.key,
        "competitions:side": entries.enter(competition=pairs, player=people["player"]).side_key,
        "players:enter": entrant_row.personal_key,
        "classes:card": card.key,
        "clubs:invited": clubs_key,
        "clubs:me": named_member.key,
        "seasons:in_or_out": renewal.key,
        "lessons:solve": lesson.key,
        "api:asked_lesson": lesson.key,
        "evenings:sheet": Sheet.objects.create(fixture=open_fixtures(evening)[0], seat="home", key="s" * 32).key,
    }
    return Town(people, places, keys, token)


def finished(people: dict[str, Any]) -> Competition:
    """A cup of the organiser that is over, official and archived."""
    over = running(people["organiser"], entrants=2)
    play_out(over)
    ResultEntry.objects.filter(competition=over).update(at=timezone.now() - timedelta(days=9))
    official.make_official(competition=over, by=people["organiser"])
    over.refresh_from_db()
    return over


def meeting(people: dict[str, Any]) -> Tie:
    """A tie of two teams whose line-ups are sealed; the player is the captain of the home side."""
    teams = league_of_teams(people["organiser"], captain=people["player"], seeding="hand")
    return ties_of(rounds.start(competition=teams, by=people["organiser"]))[0]


def on_leave(people: dict[str, Any]) -> Leave:
    """A leave of the player in a league of the organiser that allows some."""
    league = competition(people["organiser"], preset="league", places=4)
    entrant = entries.enter(competition=league, player=people["player"])
    entries.enter_names(competition=league, by=people["organiser"], names="Ada\nBice\nCarlo")
    league = rounds.start(competition=league, by=people["organiser"])
    leaves.allow(competition=league, days=9, by=people["organiser"])
    day = timezone.localdate() + timedelta(days=1)
    return leaves.take(entrant=entrant, first=day, last=day, by=people["organiser"])


def fixture_of(entrant: Entrant) -> Fixture:
    """The fixture of ``entrant`` that is open."""
    return next(row for row in open_fixtures(entrant.competition) if entrant.pk in (row.home_id, row.away_id))


def place_of(row: Competition, fixture: Fixture | None = None, entrant: Entrant | None = None) -> dict[str, Any]:
    """Return the parts of addresses that name ``row``."""
    fixture = fixture or (open_fixtures(row) or [None])[0]
    entrant = entrant or row.entrants.order_by("pk").first()
    return {
        "slug": row.slug,
        "competition_id": row.pk,
        "fixture_id": fixture and fixture.pk,
        "match_id": fixture and fixture.match_id,
        "entrant_id": entrant and entrant.pk,
    }


ROUTES = (
    ("games/", "super_goal"),
    ("play/", "super_goal"),
    ("offline/analysis/", "super_goal"),
    ("offline/puzzles/", "super_goal"),
    ("tv/", "super_goal"),
    ("series/", "winter"),
    ("arenas/", "lunch-hour"),
    ("events/", "weekend"),
    ("clubs/", "bar-centrale"),
)
"""Which slug a route means, if not a competition's."""


def addresses(patterns: Any = None, space: str = "", route: str = "") -> dict[str, tuple[str, URLPattern]]:
    """Every address of pages and API by its name (where there is none, its route), with its route and pattern."""
    found: dict[str, tuple[str, URLPattern]] = {}
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        here = route + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            inner = f"{space}{pattern.namespace}:" if pattern.namespace else space
            found |= addresses(pattern.url_patterns, inner, here)
        else:
            found[space + pattern.name if pattern.name else here] = (here, pattern)
    return found


def parts_of(route: str) -> list[str]:
    """The names of the parts of an address."""
    return re.findall(r"<(?:\w+:)?(\w+)>", route)


def path_of(town: Town, name: str, place: str = "cup", **instead: Any) -> str:
    """The path of the address ``name`` at ``place``."""
    route, pattern = addresses_of_all()[name]
    values = town.places[place] | instead
    if name in town.keys:
        values["key"] = town.keys[name]
    for start, slug in ROUTES:
        if f"{start}<slug:slug>" in route:
            values["slug"] = slug
    unknown = [part for part in parts_of(route) if values.get(part) is None]
    assert not unknown, f"{name}: give {place!r} a value for {', '.join(unknown)} in tests/security/town.py"
    return reverse(name, kwargs={part: values[part] for part in parts_of(route)}) if pattern.name else f"/{route}"


@cache
def addresses_of_all() -> dict[str, tuple[str, URLPattern]]:
    return addresses()
