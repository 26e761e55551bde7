"""A result that decides nothing is refused where it is entered; a ruling has its reason; the audit says all of it."""

import pytest
from rest_framework.test import APIClient

from league.competitions.errors import RulingRefused
from league.competitions.models import AuditEntry, Fixture
from league.competitions.verbs import entries, reports, rounds, rulings
from league.competitions.verbs.rulings import Consent, Score
from league.evenings import grid
from league.evenings.sheets import report, sheets_of
from league.sentences import translated
from tests.league.builders import competition, running
from tests.league.tables import open_fixtures

BACKEND = "django.contrib.auth.backends.ModelBackend"
KICKS = "add extra time or the shootout"


def first_of(cup):
    return open_fixtures(cup)[0]


def last_line(cup, verb="result"):
    return translated(AuditEntry.objects.filter(competition=cup, verb=verb).order_by("id").last().message)


@pytest.fixture
def cup(cast):
    return running(cast.organiser, "cup", 4, game="fuba")


def api_of(user):
    client = APIClient()
    client.force_login(user, backend=BACKEND)
    return client


def test_a_level_result_is_refused_with_what_is_missing(cast, cup):
    fixture = first_of(cup)
    with pytest.raises(RulingRefused, match=KICKS):
        rulings.enter_result(fixture=fixture, score=Score(1, 1), by=cast.organiser)
    with pytest.raises(RulingRefused, match="add the shootout"):
        rulings.enter_result(fixture=fixture, score=Score(1, 1, extra_time=True), by=cast.organiser)
    assert not cup.results.exists()
    rulings.enter_result(fixture=fixture, score=Score(1, 1, (4, 3)), by=cast.organiser)
    assert fixture.tie.__class__.objects.get(pk=fixture.tie_id).winner == fixture.home


def test_the_api_and_the_page_say_so(client, cast, cup):
    fixture = first_of(cup)
    answer = api_of(cast.organiser).post(
        f"/api/v1/competitions/{cup.pk}/fixtures/{fixture.pk}/result/", {"home": 0, "away": 0}
    )
    assert answer.status_code == 409 and KICKS in answer.json()["detail"]
    client.force_login(cast.organiser, backend=BACKEND)
    path = f"/competitions/{cup.slug}/console/{fixture.pk}/"
    answer = client.post(path, {"do": "result", "home_goals": "2", "away_goals": "2", "reason": "typed"})
    page = answer.content.decode()
    assert answer.status_code == 200 and KICKS in page and 'value="typed"' in page
    assert not cup.results.exists()


def test_a_report_and_a_score_sheet_say_so(cast):
    cup = competition(cast.organiser, places=2, game="fuba")
    for player in (cast.anna, cast.bruno):
        entries.enter(competition=cup, player=player)
    fixture = first_of(rounds.start(competition=cup, by=cast.organiser))
    player = fixture.home.player
    with pytest.raises(RulingRefused, match=KICKS):
        reports.report(fixture=fixture, score=Score(1, 1), by=player)
    sheet = sheets_of([fixture])[str(fixture.pk), "home"]
    with pytest.raises(RulingRefused, match=KICKS):
        report(sheet=sheet, score=Score(1, 1))
    sheet.refresh_from_db()
    assert sheet.used_at is None


def test_the_grid_marks_the_cell(cast, cup):
    first, second = open_fixtures(cup)
    cells = {str(first.pk): {"home": "1", "away": "1"}, str(second.pk): {"home": "2", "away": "0"}}
    with pytest.raises(grid.BadCells) as refused:
        grid.enter(competition=cup, number=1, by=cast.organiser, cells=cells)
    assert KICKS in refused.value.cells[str(first.pk), "home_kicks"]
    assert not cup.results.exists()


def test_a_leg_may_be_level_and_the_aggregate_not(cast):
    cup = running(cast.organiser, "cup", 2, game="fuba", settings={"legs": 2})
    first, second = Fixture.objects.filter(tie__round__stage__competition=cup).order_by("leg")
    rulings.enter_result(fixture=first, score=Score(1, 0), by=cast.organiser)
    with pytest.raises(RulingRefused, match=KICKS):
        rulings.enter_result(fixture=second, score=Score(1, 0), by=cast.organiser)
    rulings.enter_result(fixture=second, score=Score(1, 1), by=cast.organiser)
    both = running(cast.organiser, "cup", 2, game="fuba", settings={"legs": 2})
    legs = Fixture.objects.filter(tie__round__stage__competition=both).order_by("leg")
    cells = {str(leg.pk): {"home": "1", "away": "0"} for leg in legs}
    with pytest.raises(grid.BadCells) as refused:
        grid.enter(competition=both, number=1, by=cast.organiser, cells=cells)
    assert list(refused.value.cells) == [(str(legs[1].pk), "home_kicks")]


def test_a_level_match_of_a_table_or_to_be_replayed_is_a_result(cast):
    league = running(cast.organiser, "league", 2, game="fuba")
    rulings.enter_result(fixture=first_of(league), score=Score(1, 1), by=cast.organiser)
    again = running(cast.organiser, "cup", 2, game="fuba", settings={"replay": True})
    rulings.enter_result(fixture=first_of(again), score=Score(1, 1), by=cast.organiser)
    second = Fixture.objects.get(tie__round__stage__competition=again, leg=2)
    with pytest.raises(RulingRefused, match=KICKS):
        rulings.enter_result(fixture=second, score=Score(2, 2), by=cast.organiser)


RULINGS = {
    "walkover": {"winner": "home"},
    "replay": {},
    "void": {},
}
"""The rulings on a match and what each needs beside its reason."""


@pytest.mark.parametrize("name", RULINGS)
@pytest.mark.parametrize("reason", ["", "  "])
def test_a_ruling_has_its_reason_at_every_door(client, cast, name, reason):
    league = running(cast.organiser, "league", 4, game="fuba")
    fixture = first_of(league)
    with pytest.raises(RulingRefused, match="Give a reason"):
        getattr(rulings, name)(fixture=fixture, by=cast.organiser, reason=reason, **RULINGS[name])
    path = f"/api/v1/competitions/{league.pk}/fixtures/{fixture.pk}/{name}/"
    answer = api_of(cast.organiser).post(path, {**RULINGS[name], "reason": reason})
    assert answer.status_code == 409 and "Give a reason" in answer.json()["detail"]
    client.force_login(cast.organiser, backend=BACKEND)
    page = client.post(
        f"/competitions/{league.slug}/console/{fixture.pk}/", {"do": name, "reason": reason, **RULINGS[name]}
    )
    assert page.status_code == 200 and "Give a reason" in page.content.decode()
    assert not league.results.exists()


def test_a_deadline_needs_no_reason_and_the_log_has_no_empty_one(cast, cup):
    rulings.walkover(fixture=first_of(cup), winner="home", by=None)
    assert cup.results.count() == 1
    line = last_line(cup, "walkover")
    assert line.startswith("awarded ") and not line.rstrip().endswith(("–", "-", ":")), line


def test_a_player_withdraws_without_a_reason_and_the_log_has_no_empty_one(cast):
    league = running(cast.organiser, "league", 4, game="fuba")
    rulings.withdraw(entrant=league.entrants.first(), by=cast.organiser)
    assert last_line(league, "withdraw").endswith(" withdrew")


def test_the_bracket_says_what_a_level_tie_still_needs(client, cast):
    """The second leg was told first, so neither leg was the one to refuse."""
    both = running(cast.organiser, "cup", 2, game="fuba", settings={"legs": 2})
    first, second = Fixture.objects.filter(tie__round__stage__competition=both).order_by("leg")
    rulings.enter_result(fixture=second, score=Score(2, 0), by=cast.organiser)
    rulings.enter_result(fixture=first, score=Score(2, 0), by=cast.organiser)
    tie = first.tie
    tie.refresh_from_db()
    assert tie.decided == "" and translated(tie.reason).startswith("level at 2–2: ")
    assert "level at 2–2" in client.get(f"/competitions/{both.slug}/bracket/").content.decode()


def test_the_audit_has_every_part_of_a_result(cast, cup):
    fixture = first_of(cup)
    rulings.enter_result(fixture=fixture, score=Score(1, 1, (4, 3)), by=cast.organiser)
    assert "1–1 (4–3 on penalties)" in last_line(cup)
    score = Score(
        2, 1, extra_time=True, scorers={"home": ["9", "10"], "away": ["7"]}, cards={"home": ["red"], "away": []}
    )
    rulings.enter_result(
        fixture=fixture, score=score, by=cast.organiser, reason="Misread", consent=Consent(confirmed=True)
    )
    line = last_line(cup)
    assert all(part in line for part in ("2–1 after extra time", "9, 10 – 7", "red – 0", "Misread")), line
    cells = {str(fixture.pk): {"home": "0", "away": "0", "home_kicks": "2", "away_kicks": "3"}}
    grid.enter(competition=cup, number=1, by=cast.organiser, cells=cells, reason="Again")
    assert "0–0 (2–3 on penalties)" in last_line(cup)
