"""What one request may cost: every public address with the most expensive content that people can store for it.

Work is counted, not timed: Python's calls, queries, bytes. What costs more than the bound has a limit that answers.
"""

from __future__ import annotations

import cProfile
import json
import time
from types import CodeType

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext

from engines.core.tree import write
from league.analysis import drawing, shown, verbs
from league.analysis.models import Analysis
from league.lessons import verbs as lessons
from league.lessons.models import Lesson
from matches.pages import visitors
from tests.engines import stored
from tests.league.analysis.page import data_of, long_tree
from tests.league.analysis.test_from_match import logged
from tests.security.test_permissions import ASKED
from tests.security.town import addresses_of_all, furnish, parts_of, path_of

MOST_CALLS = 150_000
"""Calls of Python functions: about 150 ms of CPU. Above it there is a limit."""
MOST_QUERIES = 60
MOST_BYTES = 300_000
"""Of an answer before compression. Above it there is a limit."""
FORMER_MOVES = 4000
"""Moves of an analysis that a former release saved."""
OVER = "stored match"
SHARED = ("analysis:saved", "analysis:card", "analysis:sheet", "api:analysis")


@pytest.fixture(scope="module")
def town(build_once):
    return build_once(dear_town)


def dear_town():
    """The town with the largest analysis there is, a full lesson, and FUBA's longest stored match."""
    town = furnish()
    text = write(long_tree("dom_jim", FORMER_MOVES))
    rows = Analysis.objects.filter(pk=town.places["cup"]["analysis_id"])
    rows.update(text=text, visibility="public", moves=FORMER_MOVES, at=FORMER_MOVES - 1)
    lesson = Lesson.objects.get(pk=town.places["cup"]["lesson_id"])
    for _step in range(verbs_left(lesson)):
        lessons.add_step(
            lesson=lesson, reader=lesson.owner, words="x" * 1000, position=lesson.steps.get(place=0).line, question="?"
        )
    sheets = [json.loads(path.read_text())["sheet"] for path in stored.FOLDER.glob("fuba*.json")]
    sheet = max(sheets, key=lambda sheet: len(sheet["moves"]))
    match = logged(sheet["game"], sheet["options"], sheet["terms"], sheet["opening"], sheet["moves"])
    town.places[OVER] = town.places["cup"] | {"match_id": match.pk}
    return town


def verbs_left(lesson):
    return lessons.MOST_STEPS - lesson.steps.count()


def forget():
    for kept in (shown.board_of_sheet, shown.board_of_match, drawing.card, drawing.board):
        kept.cache_clear()


def cost(path):
    """The answer, and its calls and queries."""
    counter = cProfile.Profile(builtins=False)  # those are not counted, and to note them took a third of the time
    with CaptureQueriesContext(connection) as queries:
        answer = counter.runcall(Client(raise_request_exception=False).get, path)
    calls = sum(entry.callcount for entry in counter.getstats() if isinstance(entry.code, CodeType))
    return answer, calls, len(queries)


def public_addresses(town):
    for row in ASKED:
        is_shared = row.name in SHARED  # private in the table of permissions, public here
        if row.way == "GET" and ("nobody" in row.let_in or is_shared) and not row.body:
            yield row.name, path_of(town, row.name, row.place)
            if "match_id" in parts_of(addresses_of_all()[row.name][0]):
                yield f"{row.name} of a stored match", path_of(town, row.name, OVER)


def is_limited(path):
    """Whether a limit answers the second request."""
    once = dict.fromkeys(settings.LIMITS, "1/m/address")
    with override_settings(RATE_LIMITS=True, LIMITS=once, KEY_PREFIX=f"test-dear-{time.monotonic_ns()}"):
        return [Client().get(path).status_code for _ in range(2)][1] == 429


def test_no_public_address_is_dear_without_a_limit(db, town):
    wrong, costs = [], []
    for name, path in public_addresses(town):
        forget()
        answer, calls, queries = cost(path)
        size = len(getattr(answer, "content", b""))
        costs.append((calls, name, path, answer.status_code, queries, size))
        dear = calls > MOST_CALLS or size > MOST_BYTES
        if queries > MOST_QUERIES or answer.status_code >= 500 or (dear and not is_limited(path)):
            wrong.append(f"{name} {path}: {answer.status_code}, {calls} calls, {queries} queries, {size} bytes")
    for calls, name, _path, status, queries, size in sorted(costs, reverse=True)[:12]:
        print(f"{name}: {status}, {calls} calls, {queries} queries, {size} bytes")
    assert len(costs) > 120
    assert not wrong, "\n".join(wrong)


def test_a_large_analysis_is_played_once(db, town, monkeypatch):
    """For whoever asks: only the first request plays its moves."""
    monkeypatch.setattr(visitors, "FRESH", 10**12)  # no tag turns old between two requests
    path = path_of(town, "analysis:saved")
    forget()
    first, dear, _queries = cost(path)
    again, cheap, _queries = cost(f"{path}?other=1")
    assert len(data_of(first)["nodes"]) == FORMER_MOVES and data_of(again) == data_of(first)
    assert dear > MOST_CALLS > 4 * cheap
    began = time.process_time()
    Client().get(f"{path}?other=2")
    print(f"once it is kept: {cheap} calls, {time.process_time() - began:.3f} s of CPU")
    assert Client().get(path, headers={"If-None-Match": first["ETag"]}).status_code == 304
    Analysis.objects.filter(pk=town.places["cup"]["analysis_id"]).update(version=2)
    assert Client().get(path, headers={"If-None-Match": first["ETag"]}).status_code == 200


@pytest.mark.parametrize("name", ["analysis:saved", "analysis:card", "analysis:picture", "analysis:from_match"])
def test_pages_and_pictures_of_analyses_have_a_limit(db, town, name):
    path = path_of(town, name, OVER)
    assert is_limited(path if name != "analysis:picture" else f"{path}?position=x")


def test_a_tree_of_more_moves_is_not_saved(db, town):
    player = town.people["player"]
    text = write(long_tree("super_goal", verbs.MOST_MOVES + 1))
    with pytest.raises(verbs.BadAnalysis, match="at most 2000 moves, and this analysis has 2001"):
        verbs.save(by=player, value=text, title="Too long")
