"""Figures of a match's pieces on its report: for games whose events name pieces, by names that people know."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from django.utils import translation

from league.statistics.queries.almanac import of_game
from league.statistics.queries.matches import match_pieces
from league.statistics.queries.people import in_game
from league.statistics.verbs import books
from tests.league.statistics.played import played

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("slug", ["dom_jim", "six_a_side", "soccer_tactics"])
def test_a_report_tells_what_each_piece_did(cast, client, slug):
    match = played(slug, cast.anna, cast.bruno)
    with translation.override("en"):
        told = match_pieces(match)
    assert told is not None and told.rows["home"] and told.rows["away"]
    assert ("run" in [deed.name for deed in told.deeds]) == (slug == "soccer_tactics")
    text = client.get(f"/matches/{match.id}/report/").content.decode()
    table = text[text.index('id="pieces"') :]
    for rows in told.rows.values():
        assert [row.numbers for row in rows] == sorted((row.numbers for row in rows), reverse=True)
        for row in rows:
            assert any(row.numbers) and len(row.numbers) == len(told.deeds)
            assert re.match(r"[A-Z][a-z]+", row.name) and "@" not in row.name and " of " not in row.name
            assert f">{row.name}</th>" in table
    italian = client.get(f"/matches/{match.id}/report/", headers={"accept-language": "it"}).content.decode()
    assert "Pedina per pedina" in italian and "Duelli vinti" in italian


@pytest.mark.parametrize("slug", ["super_goal", "fuba"])
def test_a_game_without_named_pieces_has_no_such_table(cast, client, slug):
    match = played(slug, cast.anna, cast.bruno)
    assert match_pieces(match) is None
    assert 'id="pieces"' not in client.get(f"/matches/{match.id}/report/").content.decode()


def test_a_career_and_a_season_add_up_what_pieces_did(cast, client):
    """Anna plays home and away: the career has her pieces of both, the book of the game everybody's."""
    matches = [played("six_a_side", cast.anna, cast.bruno), played("six_a_side", cast.bruno, cast.anna, seed=2)]
    books.refresh(at_once=True)
    with translation.override("en"):
        reports = [match_pieces(match) for match in matches]
        career = in_game(cast.anna, "six_a_side").deeds
        book = of_game("six_a_side").deeds
    assert career is not None and book is not None and {"shots", "passes"} & {deed.name for deed in career.deeds}

    def summed(*parts):
        whole = Counter()
        for report, seat in parts:
            for row in report.rows[seat]:
                whole.update({(row.name, deed.name): n for deed, n in zip(report.deeds, row.numbers, strict=True) if n})
        return whole

    def told(table):
        rows = (
            (row.name, deed.name, n) for row in table.rows for deed, n in zip(table.deeds, row.numbers, strict=True)
        )
        return Counter({(name, deed): n for name, deed, n in rows if n})

    assert told(career) == summed((reports[0], "home"), (reports[1], "away"))
    assert told(book) == summed(*((report, seat) for report in reports for seat in ("home", "away")))
    for path in (f"/players/{cast.anna.pk}/statistics/?game=six_a_side", "/games/six_a_side/statistics/"):
        page = client.get(path).content.decode()
        table = page[page.index('id="s-pieces"') :]
        assert all(f">{row.name}</th>" in table for row in career.rows)
