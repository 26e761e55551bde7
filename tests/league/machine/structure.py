"""Beliefs about entries, the pairings that a format promises, terms of matches, deadlines and deductions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from django.utils import timezone

from league.competitions.models import Competition, Entrant, Report, ResultEntry, Stage
from league.competitions.setup.stages import BRACKETS
from tests.league.machine.outcomes import wins_of
from tests.league.machine.stored import Stored, settings_of

ROUND_ROBINS = (Stage.Format.LEAGUE, Stage.Format.GROUPS, Stage.Format.DIVISIONS)


# ── entries ──
def nobody_waits_while_a_place_is_free(stored: Stored) -> None:
    if stored.competition.status != Competition.Status.REGISTRATION:
        return
    counts = Counter(entrant.status for entrant in stored.entrants.values())
    entered, places = counts[Entrant.Status.ENTERED], stored.competition.places
    assert entered <= places, f"{entered} have entered for {places} places"
    waiting = [entrant for entrant in stored.entrants.values() if entrant.status == Entrant.Status.WAITING]
    if stored.competition.check_in_done_at is not None:
        waiting = [entrant for entrant in waiting if entrant.checked_in_at is not None]  # the others came too late
    assert entered == places or not waiting, f"{len(waiting)} wait, and {entered} of {places} are in"


# ── pairings ──
def all_of_a_table_meet_equally_often(stored: Stored) -> None:
    """Every pair of a table meets as often as was set, and as often at either home."""
    for group in stored.groups.values():
        stage = stored.stages[group.stage_id]
        settings = settings_of(stage)
        if stage.format not in ROUND_ROBINS or settings.get("scheveningen"):
            continue
        at_home = Counter((_place(tie.home_slot), _place(tie.away_slot)) for tie in stored.ties_of_group(group))
        places = [_place(slot) for slot in group.members]
        for at, one in enumerate(places):
            for two in places[at + 1 :]:
                here, there = at_home[one, two], at_home[two, one]
                assert here + there == settings["times"], f"{one} and {two} meet {here + there} times"
                assert abs(here - there) == settings["times"] % 2, f"{one} is at home to {two} {here} times"


def _place(slot: dict[str, Any]) -> tuple[tuple[str, Any], ...]:
    return tuple(sorted(slot.items()))


def finals_on_neutral_ground_have_no_second_leg(stored: Stored) -> None:
    for tie in stored.ties.values():
        settings = settings_of(stored.stage_of(tie))
        if tie.kind in ("final", "third_place") and settings.get("neutral_final"):
            legs = {fixture.leg for fixture in stored.fixtures_of_tie[tie.id]}
            most = settings["best_of"] or 1
            assert len(legs) <= most, f"a {tie.kind} on neutral ground has {len(legs)} legs"


def the_better_seed_has_the_better_venue(stored: Stored) -> None:
    """At home in the second leg, in a single match, and first of a best of n. Asked of the first stage."""
    seeds = {entrant.id: seed for seed, entrant in stored.by_seed.items()}
    for tie in stored.ties.values():
        stage, round = stored.stage_of(tie), stored.rounds[tie.round_id]
        settings = settings_of(stage)
        alone = tie.kind in ("final", "third_place") and settings.get("neutral_final")
        drawn = settings.get("redraw") or stored.competition.seeding == Competition.Seeding.DRAW
        if stage.settings.get("venue") != "better" or stage.number > 1 or round.part == "final" or alone or drawn:
            continue
        if tie.home_id not in seeds or tie.away_id not in seeds:
            continue
        two_legs = settings["legs"] == 2 and not settings["best_of"]
        better = seeds[tie.home_id] < seeds[tie.away_id]
        assert better != two_legs, f"{stored.name(tie.home_id)} – {stored.name(tie.away_id)} is at the wrong venue"


# ── matches ──
def matches_have_the_terms_of_their_tie(stored: Stored) -> None:
    """Terms of an open match follow from its tie: what it begins with, and whether it may end level.

    Asked of brackets of single people, and of second legs whose first one has one result: a correction comes too late.
    """
    if stored.competition.boards > 1:
        return
    for fixture in stored.open():
        tie = stored.ties[fixture.tie_id]
        settings = settings_of(stored.stage_of(tie))
        if stored.stage_of(tie).format not in BRACKETS or tie.group_id is not None or tie.kind == "boundary":
            continue
        legs = stored.fixtures_of_tie[tie.id]
        two_legs = len(legs) == 2 and not settings["best_of"] and not settings.get("replay")
        terms, carry, where = stored.matches[fixture.match_id].terms, {"home": 0, "away": 0}, stored.pair(fixture)
        if two_legs and fixture.leg == 2:
            if len([entry for entry in stored.entries if entry.fixture_id == legs[0].id]) != 1:
                continue
            first = stored.log.verdicts[legs[0].id]
            carry = {"home": first.away_goals or 0, "away": first.home_goals or 0}
            assert terms["away_goals"] == settings["away_goals"], f"away goals in {where}: {terms['away_goals']}"
        assert terms["carry"] == carry, f"{where} begins with {terms['carry']}, not {carry}"
        level = fixture.leg == 1 and (two_legs or bool(settings.get("replay") and len(legs) == 2))
        assert terms["draws_allowed"] == level, f"{where} may be drawn: {terms['draws_allowed']}"


def a_best_of_is_won_by_most(stored: Stored) -> None:
    """More than half of its matches, or once all are played more than the other side."""
    for tie in stored.ties.values():
        legs = [leg for leg in stored.fixtures_of_tie[tie.id] if leg.id in stored.log.verdicts]
        most = settings_of(stored.stage_of(tie)).get("best_of")
        if stored.competition.boards > 1 or not most or tie.decided != "best_of" or len(legs) == most:
            continue
        won = max(wins_of(stored, tie))
        assert won > most // 2, f"{stored.name(tie.winner_id)} goes through with {won} wins of {most}"


# ── what is said ──
def deadlines_award_nobody_who_did_not_come(stored: Stored) -> None:
    """Windows that end award to nobody, if they are to award: nobody comes to a table here."""
    for entry in stored.entries:
        if entry.kind == ResultEntry.Kind.WALKOVER and entry.source == "deadline" and stored.competition.boards == 1:
            waits = stored.competition.unplayed == Competition.Unplayed.WAIT
            assert not waits, "what was to wait for the organiser was awarded"
            assert not entry.winner, f"{entry.winner} did not come, and was awarded the match"


def silence_counts_after_its_time(stored: Stored) -> None:
    reports = Report.objects.filter(fixture__competition=stored.competition.id, state=Report.State.COUNTED)
    assert not reports.filter(counts_at__gt=timezone.now()).exists(), "a report counts before its time was over"


def nobody_is_given_points(stored: Stored) -> None:
    assert all(points >= 0 for points in stored.log.deducted.values()), "more was given back than was taken"


Belief = Callable[[Stored], None]
STRUCTURE: tuple[Belief, ...] = (
    nobody_waits_while_a_place_is_free,
    all_of_a_table_meet_equally_often,
    finals_on_neutral_ground_have_no_second_leg,
    the_better_seed_has_the_better_venue,
    matches_have_the_terms_of_their_tie,
    a_best_of_is_won_by_most,
    deadlines_award_nobody_who_did_not_come,
    silence_counts_after_its_time,
    nobody_is_given_points,
)
