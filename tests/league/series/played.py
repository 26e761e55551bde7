"""Small finished competitions for the tests of series, by the verbs that everybody uses."""

from __future__ import annotations

from league.competitions.models import Competition, Fixture
from league.competitions.verbs import create, entries, rounds, rulings


def cup(organiser, names, *, players=(), name="Cup", **settings):
    """A finished cup of typed ``names`` and accounts ``players``; the one who entered first always wins."""
    tournament = create.create(
        by=organiser,
        name=name,
        game="super_goal",
        preset="cup",
        places=16,
        seeding="hand",
        settings=settings or None,
    )
    create.publish(competition=tournament, by=organiser)
    for player in players:
        entries.enter(competition=tournament, player=player)
    if names:
        entries.enter_names(competition=tournament, by=organiser, names="\n".join(names))
    rounds.start(competition=tournament, by=organiser)
    finish(tournament)
    tournament.refresh_from_db()
    assert tournament.status == Competition.Status.FINISHED
    return tournament


def finish(made, until=None):
    """Enter every result, or those up to the round ``until``: the better seed wins 2–1."""
    while True:
        open_ones = Fixture.objects.filter(
            tie__round__stage__competition=made, status=Fixture.Status.OPEN, home__isnull=False, away__isnull=False
        ).select_related("home", "away")
        if until is not None:
            open_ones = open_ones.filter(tie__round__number__lte=until)
        fixture = open_ones.first()
        if fixture is None:
            return
        better = fixture.home.seed < fixture.away.seed
        rulings.enter_result(
            fixture=fixture, score=rulings.Score(2, 1) if better else rulings.Score(1, 2), by=made.owner
        )
