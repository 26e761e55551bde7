"""kill -9 while captains seal their line-ups: nothing that came in is lost, nothing is shown of one alone.

Both open in one commit, or neither does. Processes die at each moment of it, and at any.
"""

from __future__ import annotations

import http.client
import json
import random
import threading
import time
import urllib.request
from typing import Any
from urllib.parse import urlencode

import pytest
from django.db import connection
from django.urls import reverse

from league.competitions.models import Entrant, TeamLineUp, Tie
from matches.models import Match
from tests.faults.records import tell
from tests.faults.test_kill import web
from tests.league.recomputed import computed_again, picture
from tests.league.teams import boards_of, running_teams, ties_of
from tests.live.sockets import cookie_of
from tests.server import Web, surroundings
from tests.sizes import size

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.faults]

KILLS = size(2, 40)
TOKEN = "a" * 32
"""Of the form, and in its cookie."""


def hand_in(server: Web, tie: Tie, side: Entrant | None, *numbers: int) -> int | None:
    """The captain presses the button; return the status of the answer, None if there was none."""
    assert side is not None
    page = reverse("competitions:line_up", args=[tie.round.stage.competition.slug, tie.pk])
    form = urlencode([("do", "seal"), ("at", 0), ("csrfmiddlewaretoken", TOKEN), *(("number", n) for n in numbers)])
    head = {
        "Cookie": f"{cookie_of(side.player)}; csrftoken={TOKEN}",
        "Content-Type": "application/x-www-form-urlencoded",
    }
    link = http.client.HTTPConnection("localhost", server.port, timeout=60)
    try:
        link.request("POST", page, form, head)
        return link.getresponse().status
    except (OSError, http.client.HTTPException):
        return None
    finally:
        link.close()


def press_apart(given: tuple[Any, ...], answers: list[int | None]) -> None:
    """Press the button in a thread, whose connection ends with it."""
    answers.append(hand_in(*given))
    connection.close()


def shown(server: Web, tie: Tie) -> dict[str, Any]:
    """What everybody reads of ``tie``."""
    path = f"/api/v1/competitions/{tie.round.stage.competition_id}/ties/{tie.pk}/"
    with urllib.request.urlopen(server.url + path, timeout=60) as answer:
        told: dict[str, Any] = json.load(answer)
    return told


def sealed(tie: Tie) -> dict[Any, list[int]]:
    return dict(TeamLineUp.objects.filter(tie=tie).values_list("entrant", "numbers"))


def opened(tie: Tie) -> list[str]:
    """Who stands on the boards, home and away, once both line-ups are open; and that it is all or nothing."""
    boards = boards_of(tie)
    whole = [(board.home_player is None, board.away_player is None, board.match is None) for board in boards]
    assert set(whole) in ({(True, True, True)}, {(False, False, False)}), whole
    names = [(board.home_player, board.away_player) for board in boards if board.home_player and board.away_player]
    return [f"{home.nickname[-1]}{away.nickname[-1]}" for home, away in names]


@pytest.mark.parametrize("moment", ["sealed", "named", "opening", "committing"])
def test_whenever_the_process_dies_both_are_sealed_or_both_are_open(cast, moment):
    """At each moment of ``dying``; afterwards the captain presses the button again."""
    cup = running_teams(cast.organiser, boards=3)
    [tie] = ties_of(cup)
    plain, dying = web(), web("tests.faults.dying")
    dying.around = surroundings("web", DIES=moment)
    first = dying if moment == "sealed" else plain
    try:
        first.start()
        assert hand_in(first, tie, tie.home, 2, 0, 1) == (None if first is dying else 302)
        first.kill()
        if first is plain:
            dying.start()
            assert hand_in(dying, tie, tie.away, 1, 3, 0) is None, "it died"
        assert sealed(tie) == {tie.home_id: [2, 0, 1]}, "what came in is there"
        assert opened(tie) == [] and not Match.objects.filter(fixture__tie=tie).exists()
        plain.start()
        told = shown(plain, tie)
        assert told["handed_in"] == [str(tie.home_id)]
        assert {leg["home_player"] for leg in told["legs"]} == {None}
        assert hand_in(plain, tie, tie.away, 1, 3, 0) == 302
    finally:
        dying.stop()
        plain.stop()
    assert opened(tie) == ["21", "03", "10"]
    assert picture(cup) == computed_again(cup)


def test_kills_at_any_moment_of_the_second_seal(cast):
    chance, server, outcomes = random.Random(3), web(), {"sealed": 0, "open": 0}
    cups = [running_teams(cast.organiser, boards=8) for _kill in range(KILLS)]
    for each in cups:
        [tie] = ties_of(each)
        server.start()
        try:
            hand_in(server, tie, tie.home, *range(8))  # the first answer of a process takes longer
            began = time.monotonic()
            assert hand_in(server, tie, tie.home, *range(8)) == 302
            took = time.monotonic() - began
            answers: list[int | None] = []
            second = (server, tie, tie.away, *range(7, -1, -1))
            press = threading.Thread(target=press_apart, args=(second, answers))
            press.start()
            time.sleep(chance.uniform(0.2, 4) * took)
            server.kill()
            press.join(60)
            names = opened(tie)
            assert sealed(tie)[tie.home_id] == list(range(8))
            assert bool(names) is (tie.away_id in sealed(tie)), "shown and sealed in one commit"
            assert names or answers == [None], "what was acknowledged is open"
            outcomes["open" if names else "sealed"] += 1
            server.start()
            assert hand_in(*second) == 302
        finally:
            server.stop()
        assert opened(tie) == ["07", "16", "25", "34", "43", "52", "61", "70"]
        assert Match.objects.filter(fixture__tie=tie).count() == 8
        assert picture(each) == computed_again(each)
    tell("killed_with_line_ups", tried=KILLS)
    print(f"{KILLS} kills: {outcomes}")
