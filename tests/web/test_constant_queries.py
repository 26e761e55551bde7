"""Every page, every list of the API and every feed asks the database as often for many rows as for few."""

from __future__ import annotations

from datetime import date, timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

import engines
from league.clubs.models import Membership
from league.clubs.verbs import clubs
from league.competitions.models import Absence, Announcement, Comment, Competition, Invitation, Staff
from league.competitions.verbs import entries, rounds
from league.moderation.models import Act, Case
from league.players.models import ApiToken, LadderPlace, Notification
from league.players.verbs.robots import make_bot
from league.series import verbs as series_verbs
from league.statistics.verbs import books, ratings
from matches.models import Challenge, ChatLine, Match, MatchSecret, Seat
from tests.cast import account
from tests.league.builders import competition, running
from tests.league.statistics.played import played
from tests.league.tables import finish, open_fixtures, play_out
from tests.sizes import size

BACKEND = "django.contrib.auth.backends.ModelBackend"
GAME = "super_goal"
FEW, MANY = 3, size(5, 9)
"""Odd, so that with Anna a league has nobody who rests: her first fixture is open, whatever is drawn."""


def furnished(cast, many):
    """``many`` of everything that a page lists: the addresses of what there is now."""
    tag, now = f"of{many}", timezone.now()
    people = [account(f"{tag}-{number}") for number in range(many)]
    league = competition(cast.organiser, "league", many + 1)
    entries.enter(competition=league, player=cast.anna)
    entries.enter_names(competition=league, by=cast.organiser, names=[f"{tag} {number}" for number in range(many)])
    league = rounds.start(competition=league, by=cast.organiser)
    # Whoever plays in a fixture is asked more than others, so it is always Anna's that is opened, whatever is drawn.
    fixture = next(row for row in open_fixtures(league) if cast.anna.pk in (row.home.player_id, row.away.player_id))
    finish(fixture.match, 2, 1)
    play_out(league, until=many - 1)
    cup = running(cast.organiser, "cup", many, settings={"legs": 2})
    play_out(cup, until=2)
    over = [running(cast.organiser, "cup", 2) for _ in range(many)]
    for row in over:
        play_out(row)
    opened = [competition(cast.organiser) for _ in range(many)][-1]
    club = clubs.create(by=cast.organiser, name=f"Club {tag}")
    Competition.objects.filter(pk__in=[league.pk, cup.pk, opened.pk, *(row.pk for row in over)]).update(club=club)
    Membership.objects.bulk_create(Membership(club=club, user=user) for user in [*people, cast.anna])
    series = series_verbs.create(by=cast.organiser, name=f"Series {tag}", points=[3, 2, 1], competitions=over)
    for number, user in enumerate(people):
        clubs.create(by=user, name=f"Bar {tag} {number}")
        series_verbs.create(by=user, name=f"Cups {tag} {number}", points=[1])
        last = played(GAME, cast.anna, user, days=number)
        MatchSecret.objects.create(match=last, value="00" * 32)
    bot = make_bot(owner=cast.anna, nickname=f"Bot {tag}")
    LadderPlace.objects.bulk_create(LadderPlace(bot=user, game=GAME) for user in [bot, *people])
    live = tables(cast, people)
    rows_of(cast, people, league=league, opened=opened, fixture=fixture, live=live, bot=bot, now=now)
    ratings.refresh()
    books.refresh(at_once=True)
    return {
        "league": league, "cup": cup, "opened": opened, "club": club, "series": series, "fixture": fixture,
        "player": cast.anna, "rival": people[0], "match": last, "live": live,
    }  # fmt: skip


def tables(cast, people):
    """A live match of Anna's with each of ``people``; the last."""
    game = engines.get(GAME)
    at_play = game.to_wire(game.setup(dict(game.showcase)))
    for user in people:
        row = Match.objects.create(
            game=GAME, rules_version=1, status="live", snapshot=at_play, version=3, started_at=timezone.now()
        )
        for side, sitter in (("home", cast.anna), ("away", user)):
            Seat.objects.create(match=row, side=side, user=sitter, name=sitter.nickname)
    return row


def rows_of(cast, people, *, league, opened, fixture, live, bot, now):
    """A row a person of what is said, asked, offered and noted."""
    for number, user in enumerate(people):
        key = uuid4().hex
        Challenge.objects.create(owner=user, game=GAME, expires_at=now + timedelta(days=1))
        Announcement.objects.create(competition=league, by=user, words=f"Word {number}", at=now)
        Comment.objects.create(fixture=fixture, by=user, words=f"Note {number}", at=now)
        Invitation.objects.create(competition=opened, name=user.nickname, key=key, made_by=cast.organiser, made_at=now)
        Staff.objects.create(
            competition=league, role="referee", user=user, key=key, invited_by=cast.organiser, invited_at=now,
            accepted_at=now,
        )  # fmt: skip
        day = date(2031, 1, 1) + timedelta(days=3 * number + len(people) * 100)
        Absence.objects.create(user=cast.anna, first=day, last=day)
        ApiToken.objects.create(user=bot, name=f"Token {number}", digest=key)
        for reader in (cast.anna, cast.organiser):
            Notification.objects.create(
                user=reader, kind="report", key=key, about=league.name, message=["said", {}], url="/", at=now
            )
        line = ChatLine.objects.create(
            match=live, room="spectators", n=number + 1, client_id=uuid4(), user=user, name=user.nickname,
            text="Forza", at=now,
        )  # fmt: skip
        case = Case.objects.create(kind="chat", subject=user, opened_by=cast.anna, line=line)
        Act.objects.create(by=cast.referee, verb="warn", subject=user, case=case, reason="said so")


def of_competition(row, *parts):
    return [f"/competitions/{row.slug}/{part}" for part in parts]


def everybodys(there):
    """Return the pages that everybody reads."""
    league, cup, opened = there["league"], there["cup"], there["opened"]
    player, club, match = f"/players/{there['player'].pk}/", f"/clubs/{there['club'].slug}/", there["match"]
    series = f"/series/{there['series'].slug}/"
    return [
        "/", "/matches/", "/competitions/", "/series/", "/clubs/", "/bots/", "/leaders/", "/leaders/?by=goals",
        "/search/?q=of", "/search/?q=of&only=people", f"/games/{GAME}/statistics/", f"/games/{GAME}/records/",
        *of_competition(league, "", "table/", "table/?after=1", "table/?venue=home", "fixtures/", "fixtures/all/",
                        "statistics/", "statistics/leaders/", "records/", "entrants/", "rules/", "audit/", "draw/",
                        "calendar.ics", "announcements.atom", "fixtures.csv", "standings.csv", "export.json",
                        f"fixtures/{there['fixture'].pk}/"),
        *of_competition(cup, "", "bracket/", "bracket.svg", "fixtures/", "entrants/", "draw/"),
        *of_competition(opened, "", "entrants/"),
        *(f"/wall/{row.slug}/" for row in (league, cup)),
        *(f"/embed/{league.slug}/{part}/" for part in ("table", "fixtures")), f"/embed/{cup.slug}/bracket/",
        player, f"{player}statistics/", f"{player}statistics/?game={GAME}", f"{player}opponents/",
        f"{player}vs/{there['rival'].pk}/", f"{player}calendar.ics",
        series, f"{series}statistics/", f"{series}feed.atom", f"{series}merit.csv",
        club, f"{club}honours/", f"{club}statistics/",
        *(f"/matches/{match.pk}/{part}" for part in ("", "report/")), f"/matches/{there['live'].pk}/",
    ]  # fmt: skip


def lists_of_api(there):
    """The lists of the API."""
    one, other = (f"/api/v1/competitions/{there[name].pk}/" for name in ("league", "cup"))
    player, club = f"/api/v1/players/{there['player'].pk}/", f"/api/v1/clubs/{there['club'].pk}/"
    fixture = f"{one}fixtures/{there['fixture'].pk}/"
    parts = ("entrants", "rounds", "fixtures", "standings", "draws", "results", "audit", "statistics", "leaders",
             "records", "announcements", "leaves", "substitutions", "archive")  # fmt: skip
    return [
        *(f"/api/v1/{name}/" for name in ("competitions", "series", "clubs", "matches", "presets")),
        one, *(f"{one}{part}/" for part in parts), fixture, f"{fixture}comments/", f"{fixture}proposals/",
        f"{one}standings/?after=1", f"{other}bracket/", f"/api/v1/series/{there['series'].pk}/merit/",
        player, f"{player}record/", f"{player}matches/", club, f"{club}honours/",
        f"/api/v1/matches/{there['match'].pk}/", f"/api/v1/matches/{there['match'].pk}/moves/",
    ]  # fmt: skip


def of_a_player(there):
    """Return the pages of a player who is in the league and sits at tables."""
    return [
        "/", "/matches/", "/my/fixtures/", "/my/absences/", "/notifications/", "/settings/bots/", "/leaders/",
        "/search/?q=of", f"/players/{there['player'].pk}/", f"/players/{there['rival'].pk}/",
        f"/clubs/{there['club'].slug}/", f"/clubs/{there['club'].slug}/members/", f"/matches/{there['live'].pk}/",
        *of_competition(there["league"], "", "table/", "fixtures/", "entrants/", f"fixtures/{there['fixture'].pk}/"),
        "/api/v1/absences/", "/api/v1/challenges/", "/api/v1/handovers/", f"/api/v1/clubs/{there['club'].pk}/members/",
    ]  # fmt: skip


def of_the_organiser(there):
    """The console of who runs everything."""
    league, opened = there["league"], there["opened"]
    return [
        "/", "/notifications/", "/competitions/", f"/series/{there['series'].slug}/desk/",
        *(f"/clubs/{there['club'].slug}/{part}" for part in ("", "members/", "settings/", "audit/", "honours/")),
        *of_competition(league, "", "console/", "console/inactive/?days=1", "console/plan/", "console/options/",
                        "console/results/", "print/", "print/all/", "staff/", "entrants/", "entrants/links/",
                        f"console/{there['fixture'].pk}/", "console/hooks/", "console/visibility/"),
        *of_competition(there["cup"], "console/", "bracket/"),
        *of_competition(opened, "console/", "console/settings/", "entrants/", "entrants/list/", "entrants/invitations/",
                        "entrants/check-in/", "staff/"),
        f"/api/v1/competitions/{league.pk}/inactive/", f"/api/v1/competitions/{league.pk}/staff/",
        f"/api/v1/competitions/{opened.pk}/invitations/", f"/api/v1/clubs/{there['club'].pk}/audit/",
    ]  # fmt: skip


def of_a_moderator(there):
    """The moderators' queue and their audit."""
    return ["/moderation/", "/moderation/audit/", "/api/v1/moderation/cases/", "/api/v1/moderation/audit/"]


READERS = {
    None: lambda there: [*everybodys(there), *lists_of_api(there)],
    "anna": of_a_player,
    "organiser": of_the_organiser,
    "referee": of_a_moderator,
}


def asked(cast, there, before=None):
    """The queries of each page, warm; the addresses of one world and another stand in the same order. With those of the
    world ``before`` a page is asked again only where it took more than there: what a process learns once, it has learnt
    from that world, but for what it keeps of these rows."""
    found = []
    for name, paths in READERS.items():
        client = Client()
        if name:
            client.force_login(getattr(cast, name), backend=BACKEND)
        for path in paths(there):
            if before is None:
                client.get(path)
            queries = counted(client, name, path)
            if before is not None and len(queries) > len(before[len(found)][2]):
                queries = counted(client, name, path)
            found.append((name, path, queries))
    return found


def counted(client, name, path):
    with CaptureQueriesContext(connection) as queries:
        status = client.get(path).status_code
    assert status == 200, (name, path)
    return [row["sql"] for row in queries]


@pytest.mark.django_db
def test_many_rows_are_no_more_queries(cast):
    cast.referee.is_moderator = True
    cast.referee.save()
    few = asked(cast, furnished(cast, FEW))
    many = asked(cast, furnished(cast, MANY), few)
    grown = {
        (name, path): (len(before), len(after), [sql[:300] for sql in after if after.count(sql) > 1][:2])
        for (name, _path, before), (_name, path, after) in zip(few, many, strict=True)
        if len(after) > len(before)
    }
    assert grown == {}
