"""The whole stack: every preset, organised from the sign-up by clicking only, and played by bots to its end.

The matches are played by the server's bots through the write path of every live match; Celery takes their results and
opens what follows. What the pages say at the end is compared with what a computation from nothing gives. Two presets
are played in ``make test``, a bracket and one of groups, where nearly everything comes together; all in ``make
test-long``.
"""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import expect

from league.competitions.derivation.derive import derive
from league.competitions.derivation.snapshot import take_snapshot
from league.competitions.models import Competition, Fixture, ResultEntry, Round, Tie
from league.competitions.setup.presets import PRESETS
from tests.browser.organising import fill_and_start, make, sign_up, unfold
from tests.browser.people import Visitor
from tests.league.recomputed import computed_again, picture
from tests.sizes import size

PLAYED = {
    "cup": (4, {"third_place": True}),
    "league": (4, {"times": 1}),
    "world_cup": (6, {"groups": 2, "through": 2, "times": 1}),
    "champions": (4, {"third_place": True}),
    "swiss": (6, {"rounds": 3}),
    "double": (4, {}),
    "plate": (5, {}),
    "stepladder": (4, {"through": 3}),
    "page": (4, {}),
    "league_phase": (6, {"pots": 2, "opponents": 4, "through": 3}),
    "split": (4, {"times": 1}),
    "divisions": (6, {"times": 1}),
    "own": (6, {}),
}
"""Preset -> places, and what is chosen in its form."""
SHORT = ("swiss",)


ELSEWHERE = {"evening"}
"""Played at real tables, in ``test_bar_evening.py``."""


def test_all_presets_are_here():
    assert set(PLAYED) | ELSEWHERE == set(PRESETS) and set(SHORT) <= set(PLAYED)


@pytest.mark.parametrize("preset", size(SHORT, tuple(PLAYED)))
def test_bots_play_it_from_sign_up_to_the_end(site, workers, preset):
    places, choices = PLAYED[preset]
    organiser, watcher = site.visitor("organiser"), site.visitor("watcher", phone=True)
    sign_up(organiser, "olga")
    cup = make(organiser, preset, f"Bots in a {preset}", places, **choices)
    a_name_comes_and_goes(organiser)
    fill_and_start(organiser, cup)

    wait_for_the_end(cup, seconds=150)
    cup.refresh_from_db()
    assert cup.champion is not None
    assert picture(cup) == computed_again(cup), "what stands is not what its log says"
    every_fixture_has_one_result(cup)
    shown(watcher, cup)


def a_name_comes_and_goes(organiser: Visitor) -> None:
    """From the console: a name without account enters, and is taken out again."""
    page = organiser.page
    page.fill("textarea[name=words]", "Zia Pina")
    page.get_by_role("button", name="Add entrants").click()
    expect(page.get_by_role("progressbar", name="Places taken")).to_have_attribute("value", "1")
    page.get_by_role("link", name="Entrants", exact=True).first.click()
    row = page.get_by_role("row", name="Zia Pina")
    remove = page.get_by_role("button", name="Remove", include_hidden=True)
    unfold(remove)
    remove.click()
    expect(remove).to_have_count(0)
    expect(row.get_by_role("button", name="Readmit", include_hidden=True), "it holds no place").to_have_count(1)


def wait_for_the_end(cup: Competition, seconds: float) -> None:
    """Until Celery and the bots have finished ``cup``; what is open is named if they do not."""
    end = time.monotonic() + seconds
    while Competition.objects.get(pk=cup.pk).status != Competition.Status.FINISHED:
        open_now = Fixture.objects.filter(tie__round__stage__competition=cup, tie__decided="")
        assert time.monotonic() < end, f"still open: {list(open_now.values_list('status', 'match__status'))}"
        time.sleep(0.2)


def every_fixture_has_one_result(cup: Competition) -> None:
    """Each fixture that was needed has one result, of a match that was played; nothing is left open."""
    ties = Tie.objects.filter(round__stage__competition=cup)
    assert ties.exists() and all(tie.decided for tie in ties)
    assert not Round.objects.filter(stage__competition=cup).exclude(status="done").exists()
    entries = ResultEntry.objects.filter(competition=cup)
    assert set(entries.values_list("kind", "source")) == {("played", "match")}
    fixtures = (
        Fixture.objects.filter(tie__in=ties).exclude(tie__decided__in=("bye", "not_needed")).exclude(status="void")
    )
    assert sorted(entries.values_list("fixture_id", flat=True)) == sorted(fixtures.values_list("id", flat=True))
    assert not derive(take_snapshot(cup)).orphans


def shown(watcher: Visitor, cup: Competition) -> None:
    """The open pages name the champion, and their table is the one that stands."""
    page = watcher.page
    watcher.goto(f"/competitions/{cup.slug}/")
    assert cup.champion is not None
    assert cup.champion.name in page.inner_text(".champion")
    groups = [group for stage in cup.stages.order_by("number") for group in stage.groups.order_by("number")]
    if groups:
        watcher.goto(f"/competitions/{cup.slug}/table/")
        names = [
            re.sub(r"\s+", " ", inner_text).strip()
            for inner_text in page.locator(".league tbody tr:not(.why) th").all_inner_texts()
        ]
        name_by_id = {str(entrant.pk): entrant.name for entrant in cup.entrants.all()}
        names_expected = [name_by_id[row["entrant"]] for group in groups for row in group.table["rows"]]
        assert len(names) == len(names_expected)
        assert all(name in said for name, said in zip(names_expected, names, strict=True)), (names_expected, names)
    if PRESETS[cup.preset].has_bracket:
        watcher.goto(f"/competitions/{cup.slug}/bracket/")
        if page.locator(".champion").count():
            assert cup.champion.name in page.inner_text(".champion")
        for tie in Tie.objects.filter(round__stage__competition=cup, kind__in=("final", "third_place")):
            if tie.decided != "not_needed":
                assert tie.winner is not None
                assert tie.winner.name in page.inner_text("main")
