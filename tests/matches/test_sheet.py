"""The sheet of a match that is over proves its dice; a running match has none, for its moves may be sealed."""

from __future__ import annotations

import pytest

from engines.core import sheet as sheets
from matches.models import Match
from tests.matches.table import bot, duel, run, start
from tests.matches.test_rulings import sweep


def address(match: Match, form: str) -> str:
    return f"/matches/{match.id}/sheet.{form}"


@pytest.mark.django_db(transaction=True)
def test_it_works(client):
    match = duel(bot(), bot("greedy"), game="super_goal", options={"half_turns": 5}, bot_seconds=0)

    async def scenario():
        for second in range(1, 60):
            await sweep(later=second)

    run(scenario)
    match.refresh_from_db()
    assert match.status == "finished"
    for form in ("txt", "json"):
        answer = client.get(address(match, form))
        assert answer.status_code == 200
        proved = sheets.verify(sheets.read(answer.content.decode()))
        assert "all" in proved[2]


@pytest.mark.django_db(transaction=True)
def test_a_running_match_has_no_sheet(cast, client):
    from tests.matches.table import Sitter

    match = duel(Sitter(user=cast.anna), Sitter(user=cast.bruno))
    run(lambda: start(match))
    assert client.get(address(match, "txt")).status_code == 404
