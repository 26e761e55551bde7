"""A bar for the tests: an evening that runs, its tables, and results typed in."""

from __future__ import annotations

from league.competitions.models import Fixture, Group, Round, Tie
from league.competitions.verbs import entries, rounds, rulings
from tests.league.builders import NAMES, competition


def evening(cast, entrants=6, advance="click", real_rated=False, **settings):
    """A running evening of typed names with its first round paired."""
    event = competition(
        cast.organiser,
        "evening",
        max(40, entrants),
        advance=advance,
        unplayed="wait",
        real_rated=real_rated,
        settings={"rounds": 3, **settings},
    )
    names = NAMES[:entrants] if entrants <= len(NAMES) else [f"Player {number}" for number in range(1, entrants + 1)]
    entries.enter_names(competition=event, by=cast.organiser, names=names)
    rounds.start(competition=event, by=cast.organiser)
    if advance == "click":
        pair(cast, event, 1)
    return event


def pair(cast, made, step):
    """The organiser's one click."""
    return rounds.open_round(competition=made, number=step, by=cast.organiser)


def at_tables(made, step):
    """The fixtures of a round by the number of their table."""
    rows = Fixture.objects.filter(tie__round__stage__competition=made, tie__round__step=step)
    return list(rows.select_related("home", "away", "match", "tie").order_by("table"))


def play(cast, made, step, score=(2, 1)):
    """Every result of a round, typed in."""
    for fixture in at_tables(made, step):
        rulings.enter_result(fixture=fixture, score=rulings.Score(*score), by=cast.organiser)


def table(made):
    """Name -> row of the table."""
    names = {str(entrant.id): entrant.name for entrant in made.entrants.all()}
    rows = Group.objects.get(stage__competition=made).table["rows"]
    return {names[row["entrant"]]: row for row in rows}


def who(made, step):
    """The names that are in a round, byes and rests included."""
    ties = Tie.objects.filter(round__stage__competition=made, round__step=step)
    return {name for pair in ties.values_list("home__name", "away__name") for name in pair if name}


def round_of(made, step):
    """A round by its step."""
    return Round.objects.get(stage__competition=made, step=step)
