"""The matchday grid: all of it or nothing, each bad cell named, the same again changes nothing."""

import re

import pytest

from league.competitions.errors import WrongStep
from league.competitions.models import ResultEntry, Round
from league.competitions.verbs import rulings
from league.evenings import grid, numbering
from tests.league.builders import running
from tests.league.evenings.room import at_tables, evening, pair, table


def typed(fixtures, *scores):
    """Fixture id -> cells, a ``"2"``-``"1"`` for each."""
    return {
        str(fixture.id): dict(zip(grid.COLUMNS, score, strict=False))
        for fixture, score in zip(fixtures, scores, strict=True)
    }


def entries(made):
    return ResultEntry.objects.filter(competition=made).count()


def test_it_enters_a_matchday(cast):
    event = evening(cast, 6)
    fixtures = at_tables(event, 1)
    cells = typed(fixtures, ("2", "1"), ("0", "0"), ("3-4", ""))
    assert grid.enter(competition=event, number=1, by=cast.organiser, cells=cells) == 3
    rows = table(event)
    assert rows[fixtures[0].home.name]["points"] == 1 and rows[fixtures[2].away.name]["goals_for"] == 4
    position = event.results.count()
    assert grid.enter(competition=event, number=1, by=cast.organiser, cells=cells) == 0
    assert event.results.count() == position


def test_a_walkover_stays_one_when_its_row_comes_back(cast):
    event = evening(cast, 6)
    withdrawn, awarded, played = at_tables(event, 1)
    rulings.withdraw(entrant=withdrawn.away, by=cast.organiser)
    rulings.walkover(fixture=awarded, winner="home", by=cast.organiser, reason="absent")
    withdrawn, awarded, played = at_tables(event, 1)
    shown = [(str(fixture.home_goals), str(fixture.away_goals)) for fixture in (withdrawn, awarded)]
    cells = typed((withdrawn, awarded, played), *shown, ("2", "1"))
    assert grid.enter(competition=event, number=1, by=cast.organiser, cells=cells) == 1
    assert [fixture.status for fixture in at_tables(event, 1)] == ["walkover", "walkover", "played"]


def test_a_bad_cell_is_named_and_nothing_is_entered(cast):
    event = evening(cast, 6)
    one, two, three = at_tables(event, 1)
    cells = typed((one, two, three), ("2", "1"), ("x", "1"), ("1", ""))
    with pytest.raises(grid.BadCells) as caught:
        grid.enter(competition=event, number=1, by=cast.organiser, cells=cells)
    assert set(caught.value.cells) == {(str(two.id), "home"), (str(three.id), "away")}
    assert "x is not a number of goals" in caught.value.cells[str(two.id), "home"]
    assert entries(event) == 0


def test_an_empty_row_is_no_result(cast):
    event = evening(cast, 4)
    one, two = at_tables(event, 1)
    assert (
        grid.enter(competition=event, number=1, by=cast.organiser, cells=typed((one, two), ("1", "0"), ("", ""))) == 1
    )
    two.refresh_from_db()
    assert two.status == "open"


def test_a_correction_says_why_and_only_the_changed_rows_are_written(cast):
    event = evening(cast, 4)
    both = at_tables(event, 1)
    grid.enter(competition=event, number=1, by=cast.organiser, cells=typed(both, ("1", "0"), ("1", "0")))
    wrong = typed(both, ("1", "0"), ("0", "1"))
    with pytest.raises(grid.BadCells, match="marked cells") as caught:
        grid.enter(competition=event, number=1, by=cast.organiser, cells=wrong)
    assert list(caught.value.cells) == [(str(both[1].id), "home")]
    assert grid.enter(competition=event, number=1, by=cast.organiser, cells=wrong, reason="seats mixed up") == 1
    assert list(event.results.order_by("position").values_list("kind", flat=True)) == ["reported"] * 2 + ["corrected"]


def test_penalties_have_a_winner_and_follow_a_level_match(cast):
    event = evening(cast, 6, buzzer="shootout")
    fixtures = at_tables(event, 1)
    cells = typed(fixtures, ("1", "1", "3", "3"), ("2", "1", "3", "1"), ("1", "1", "4", ""))
    with pytest.raises(grid.BadCells) as caught:
        grid.enter(competition=event, number=1, by=cast.organiser, cells=cells)
    assert len(caught.value.cells) == 3 and entries(event) == 0


def test_a_knockout_that_would_be_undone_is_refused(cast):
    cup = running(cast.organiser, "cup", 4)
    first = grid.rows_of(cup, 1)
    grid.enter(competition=cup, number=1, by=cast.organiser, cells=typed(first, ("1", "0"), ("1", "0")))
    final = grid.rows_of(cup, 2)
    grid.enter(competition=cup, number=2, by=cast.organiser, cells=typed(final, ("5", "0")))
    before = entries(cup)
    with pytest.raises(grid.BadCells) as caught:
        grid.enter(
            competition=cup, number=1, by=cast.organiser, cells=typed(first, ("0", "1"), ("1", "0")), reason="mistake"
        )
    assert "undoes matches" in next(iter(caught.value.cells.values()))
    assert entries(cup) == before


def test_the_last_row_pairs_the_next_round_once(cast):
    event = evening(cast, 4, advance="auto")
    cells = typed(at_tables(event, 1), ("1", "0"), ("1", "0"))
    for _again in range(2):
        grid.enter(competition=event, number=1, by=cast.organiser, cells=cells)
    assert Round.objects.get(stage__competition=event, step=2).ties.count() == 2
    assert not Round.objects.get(stage__competition=event, step=3).ties.exists()
    assert pair(cast, event, 2).status == "open"


@pytest.mark.parametrize("digits", [3, 5000])
def test_a_very_long_number_is_named_as_no_number(cast, digits):
    event = evening(cast, 4)
    one, _two = at_tables(event, 1)
    cells = typed([one], ("9" * digits, "1"))
    with pytest.raises(grid.BadCells, match="marked cells"):
        grid.enter(competition=event, number=1, by=cast.organiser, cells=cells)
    with pytest.raises(numbering.BadTables):
        numbering.set_tables(competition=event, number=1, by=cast.organiser, tables={str(one.id): "9" * (digits + 1)})
    with pytest.raises(WrongStep):
        numbering.number_in_order(competition=event, number=1, by=cast.organiser, first="9" * (digits + 1))


def test_a_correction_without_a_reason_is_asked_for_the_reason_alone(client, cast):
    event = evening(cast, 4)
    first = at_tables(event, 1)[0]
    rulings.enter_result(fixture=first, score=rulings.Score(2, 1), by=cast.organiser)
    client.force_login(cast.organiser, backend="django.contrib.auth.backends.ModelBackend")
    page = f"/competitions/{event.slug}/console/results/?round=1"

    def invalid(home):
        answer = client.post(page, {f"home_{first.id}": home, f"away_{first.id}": "2"})
        assert answer.status_code == 409
        assert "This match has a result. Give a reason for the correction." in answer.text or home == "x"
        return [
            re.search(r'name="(\w+?)[_"]', field)[1]
            for field in re.findall(r"<input[^>]*aria-invalid[^>]*>", answer.text)
        ]

    assert invalid("1") == ["reason"]
    assert invalid("x") == ["home"]
