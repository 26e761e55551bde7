"""Lines of lists of fixtures: made in Python, so what people wrote must be escaped by hand in every state."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from html import escape
from itertools import product

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from league.competitions.models import Competition, Entrant, Fixture, Round, Stage, Tie
from league.competitions.pages.fixture_lines import Listing, fixture_line
from league.players.models import User
from matches.ids import uuid7
from matches.models import Match

NAMES = ("<b>Ada</b> & 'co'", '"<img src=x>')
CUP = "Cup <script>"
MOMENT = datetime(2026, 11, 28, 15, 30, tzinfo=UTC)
LISTINGS = [Listing(AnonymousUser(), *looks) for looks in product((False, True), repeat=3)]


def made(teams: bool = False, **columns: object) -> Fixture:
    competition = Competition(pk=uuid7(), slug="cup", name=CUP, game="super_goal", boards=2 if teams else 1)
    stage = Stage(pk=1, competition=competition, format=Stage.Format.LEAGUE)
    tie = Tie(pk=uuid7(), round=Round(pk=1, stage=stage, number=1, step=1))
    home, away = (Entrant(pk=uuid7(), competition=competition, name=name, player_id=uuid7()) for name in NAMES)
    tie.home, tie.away = home, away
    first, second = (Fixture(pk=uuid7(), tie=tie, board=board, home=home, away=away, **columns) for board in (1, 2))
    tie.legs = [first, second] if teams else [first]
    return first


@pytest.mark.parametrize("teams", [False, True])
@pytest.mark.parametrize("status", Fixture.Status.values)
def test_what_people_wrote_is_escaped(status, teams):
    played = {"home_goals": 2, "away_goals": 1, "ended_at": MOMENT} if status == Fixture.Status.PLAYED else {}
    fixture = made(teams, status=status, kick_off_at=MOMENT, reason=["<u>why</u>", {}], **played)
    fixture.match = Match(pk=uuid7(), status=Match.Status.LIVE) if status == Fixture.Status.LIVE else None
    for listing in LISTINGS:
        line = fixture_line(fixture, listing)
        assert all(escape(name) in line for name in NAMES) and (escape(CUP) in line) == listing.show_competition
        assert not re.search(r"<(b>Ada|img|script|u>)", line)
        assert line.count("<") == len(re.findall(r"<(?:/?(?:li|span|a|b|i|abbr|time|svg|clipPath|g|path)\b)", line))


@timezone.override("Europe/Rome")
def test_a_line_says_when_by_its_list():
    over = made(status=Fixture.Status.PLAYED, home_goals=2, away_goals=1, ended_at=MOMENT)
    ahead = made(status=Fixture.Status.PENDING, kick_off_at=MOMENT)
    plain, of_a_day = Listing(None), Listing(None, on_day=True)
    when = {
        (name, listing.on_day): re.sub(
            r"<[^>]*>", "", re.findall(r'"when">(.*?)</span> ', fixture_line(row, listing))[0]
        )
        for name, row in (("over", over), ("ahead", ahead))
        for listing in (plain, of_a_day)
    }
    assert when == {
        ("over", False): "28 Nov",
        ("over", True): "FT",
        ("ahead", False): "Sat 28 Nov 16:30",
        ("ahead", True): "16:30",
    }


def test_a_line_of_ones_own_is_marked():
    fixture = made(status=Fixture.Status.OPEN)
    reader = User(pk=fixture.home.player_id)
    assert " data-mine>" in fixture_line(fixture, Listing(reader))
    assert "data-mine" not in fixture_line(fixture, Listing(User(pk=uuid7())))


def test_a_line_of_a_running_match_tells_its_minute():
    fixture = made(status=Fixture.Status.LIVE)
    fixture.match = Match(pk=uuid7(), status=Match.Status.LIVE, snapshot={"score": {"home": 1, "away": 0}})
    fixture.minute = 17
    line = fixture_line(fixture, Listing(None, on_day=True))
    assert 'data-state="live"' in line and ">17′<" in line and "<b>1</b> <i>–</i> <b>0</b>" in line


def test_a_tie_of_teams_is_one_line():
    board = made(teams=True, status=Fixture.Status.OPEN)
    board.tie.home_points, board.tie.away_points = 1.5, 0.5
    board.tie.decided, board.tie.winner_id = "points", board.tie.home_id
    line = fixture_line(board, Listing(None))
    assert "<b>1½</b> <i>–</i> <b>½</b>" in line and 'class="team home won"' in line and "Full time" in line


@pytest.mark.parametrize("on_day", [False, True])
@pytest.mark.parametrize("status", [Fixture.Status.PLAYED, Fixture.Status.WALKOVER])
def test_a_tie_of_which_some_boards_are_played_is_in_progress(status, on_day):
    board = made(teams=True, status=Fixture.Status.OPEN, kick_off_at=MOMENT, home_player_id=uuid7())
    before = fixture_line(board, Listing(None, on_day=on_day))
    board.tie.legs[1].status = status
    after = fixture_line(board, Listing(None, on_day=on_day))
    assert "In progress" in after and "In progress" not in before and not re.search("To play|<time", after)
