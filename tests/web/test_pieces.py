"""Figures of a match's pieces on its report: for games whose events name pieces, by names that people know."""

from __future__ import annotations

import re

import pytest
from django.utils import translation

from league.statistics.queries.matches import match_pieces
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
