"""A table in the order of a column, and how ranks have moved since the matchday before."""

from __future__ import annotations

import re
from itertools import combinations

import pytest

from league.competitions.verbs import rulings
from tests.league.builders import running
from tests.league.competitions.test_carrying import chain, enter


@pytest.fixture
def league(cast):
    """Four players, two matchdays played: Aldo leads after the first, somebody passes him in the second."""
    season = running(cast.organiser, "league", 4)
    for number, scores in ((1, [(1, 0), (2, 0)]), (2, [(0, 3), (0, 4)])):
        ties = season.stages.get().rounds.get(number=number).ties.order_by("number")
        for tie, (home, away) in zip(ties, scores, strict=True):
            rulings.enter_result(fixture=tie.fixtures.get(), score=rulings.Score(home, away), by=cast.organiser)
    return season


def rows(client, league, query="", most=4):
    """``(rank, change, name, goal difference, points)`` of each row as it stands on the page."""
    text = client.get(f"/competitions/{league.slug}/table/{query}").content.decode()
    found = []
    for row in re.findall(r"<tr[^>]*>\s*<td class=\"pos\">.*?</tr>", text, re.S)[:most]:
        cells = [
            re.sub(r"<span class=\"sr\">[^<]*</span>|<svg.*?</svg>|<[^>]+>", "", cell).strip()
            for cell in re.findall(r"<t[dh].*?</t[dh]>", row, re.S)
        ]
        if 'class="moved"' not in row:
            cells.insert(1, "·")
        found.append((int(cells[0].split()[0]), cells[1], cells[2], int(cells[9].replace("−", "-")), int(cells[10])))
    return found


def test_rows_stand_in_the_order_asked_for(client, league):
    ranked = rows(client, league)
    assert [row[0] for row in ranked] == [1, 2, 3, 4]
    by_name = rows(client, league, "?by=name")
    assert [row[2] for row in by_name] == ["Aldo", "Berta", "Carlo", "Dora"]
    assert sorted(by_name) == sorted(ranked)  # the ranks stay what they are
    falling = [row[3] for row in rows(client, league, "?by=difference")]
    assert falling == sorted(falling, reverse=True)
    assert [row[3] for row in rows(client, league, "?by=-difference")] == sorted(falling)
    assert rows(client, league, "?by=colour") == ranked


def test_a_head_asks_for_the_other_way_and_keeps_the_rest(client, league):
    text = client.get(f"/competitions/{league.slug}/table/?venue=home&by=points").content.decode()
    assert 'aria-sort="descending"' in text and text.count("aria-sort") == 1
    assert 'href="?venue=home&amp;by=-points"' in text and 'href="?venue=home&amp;by=won"' in text
    assert "As ranked" in text
    assert "As ranked" not in client.get(f"/competitions/{league.slug}/table/").content.decode()


def test_matchday_and_venue_keep_the_order(client, league):
    text = client.get(f"/competitions/{league.slug}/table/?venue=home&by=-points").content.decode()
    assert 'name="venue" value="home"' in text and 'name="by" value="-points"' in text
    assert 'href="?venue=away&amp;by=-points"' in text and '<option value="1">Matchday 1</option>' in text
    plain = client.get(f"/competitions/{league.slug}/table/").content.decode()
    assert 'name="venue"' not in plain and 'name="by"' not in plain
    assert 'href="?venue=away"' in plain and 'href="?"' in plain
    then = client.get(f"/competitions/{league.slug}/table/?after=1").content.decode()
    assert '<option value="1" selected>' in then and 'href="?after=1&amp;venue=away"' in then
    now = client.get(f"/competitions/{league.slug}/table/?after=now").content.decode()
    assert "selected>" not in now and 'href="?venue=away"' in now


def test_changes_are_those_since_the_matchday_before(client, league):
    first = {row[2]: row[0] for row in rows(client, league, "?after=1")}
    now = rows(client, league)
    for rank, change, name, _difference, _points in now:
        steps = 0 if change == "·" else int(change[1:]) * (1 if change[0] == "↑" else -1)
        assert steps == first[name] - rank
    assert {change for _rank, change, *_rest in now} != {"·"}


def test_a_first_matchday_and_a_venue_have_no_changes(client, league):
    for query in ("?after=1", "?venue=home"):
        assert 'class="moved"' not in client.get(f"/competitions/{league.slug}/table/{query}").content.decode()


def test_groups_of_one_kind_have_one_legend(client, cast):
    cup = running(cast.organiser, "world_cup", 8)
    text = client.get(f"/competitions/{cup.slug}/table/").content.decode()
    assert text.count("Ranks 1–2 go through") == 1 and "Group B" in text


def test_groups_with_the_same_notes_say_them_once(client, cast):
    kicks = running(cast.organiser, "world_cup", 16, settings={"draws": "shootout"})
    tables = client.get(f"/competitions/{kicks.slug}/table/").context["tables"]
    assert [bool(table.shootouts) for table in tables] == [False, False, False, True]
    paid = running(cast.organiser, "world_cup", 8, points=[2, 1, 0])
    text = client.get(f"/competitions/{paid.slug}/table/").content.decode()
    assert text.count("A win is worth 2, a draw 1, a defeat 0.") == 1 and "Group B" in text


def test_a_table_that_is_over_moves_no_more_and_one_that_begins_has_not_moved(client, cast):
    cup = chain(cast, through=4)
    enter(cup, cast, 1)
    upsets = {frozenset((better, worse)): {better: 0, worse: 3} for better, worse in combinations(range(1, 5), 2)}
    tie, other = cup.stages.get(number=2).rounds.order_by("number").first().ties.order_by("number")
    for each in (tie, other):
        fixture = each.fixtures.select_related("home", "away").get()
        goals = upsets[frozenset((fixture.home.seed, fixture.away.seed))]
        score = rulings.Score(goals[fixture.home.seed], goals[fixture.away.seed])
        rulings.enter_result(fixture=fixture, score=score, by=cast.organiser)
    assert {row[1] for row in rows(client, cup, most=8)} == {"·"}
    enter(cup, cast, 2, upsets)
    first, second = (rows(client, cup, most=8)[at : at + 4] for at in (0, 4))
    assert [row[2] for row in first] != [row[2] for row in second], "the case is worth nothing otherwise"
    assert {row[1] for row in first} == {"·"}, "the table of the stage before stays as it was"


def test_an_explanation_is_the_same_one_after_a_result_elsewhere(client, cast):
    """A fold that is open stays so by its id: with that of its row it closed as somebody came in between."""
    season = running(cast.organiser, "league", 4)
    rounds = season.stages.get().rounds

    def reads():
        text = client.get(f"/competitions/{season.slug}/table/").text
        return re.findall(r'<details id="(why-[^"]*)">\s*<summary>\s*(\d) level on 3', text)

    for tie in rounds.get(number=1).ties.all():
        rulings.enter_result(fixture=tie.fixtures.get(), score=rulings.Score(1, 0), by=cast.organiser)
    [(two, count)] = reads()
    lost = {tie.away_id for tie in rounds.get(number=1).ties.all()}
    fixture = next(tie.fixtures.get() for tie in rounds.get(number=2).ties.all() if {tie.home_id, tie.away_id} & lost)
    goals = (1, 0) if fixture.home_id in lost else (0, 1)
    rulings.enter_result(fixture=fixture, score=rulings.Score(*goals), by=cast.organiser)
    assert (count, reads()) == ("2", [(two, "3")])
