"""An evening goes out as a file and is the same elsewhere: tables, who went home, the player of the house."""

import copy

from league.competitions.models import Entrant
from league.competitions.verbs.importing import take_in
from league.evenings import attendance
from tests.league.competitions.documents import ELSEWHERE, forget, written
from tests.league.evenings.room import at_tables, evening, pair, play


def test_an_evening_is_equal_elsewhere(cast):
    event = evening(cast, 5, odd="house_player", house_name="Oste")
    entrant = event.entrants.get(name="Aldo")
    attendance.answer(entrant=entrant, by=entrant.player, reply="home")
    play(cast, event, 1)
    pair(cast, event, 2)
    play(cast, event, 2)
    before = written(event)
    forget(event)
    again, new = take_in(by=cast.stranger, document=copy.deepcopy(before))
    after = written(again)
    assert new and again.entrants.get(name="Aldo").last_round == 1
    assert again.entrants.get(status=Entrant.Status.HOUSE).name == "Oste"
    assert [fixture.table for fixture in at_tables(again, 1)] == [1, 2, 3]
    for document in (before, after):
        for name in (*ELSEWHERE, "audit"):
            document.pop(name)
    assert after == before
