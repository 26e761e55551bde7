"""The lines of a log tell who acted apart from what the sentence is about."""

from __future__ import annotations

from engines.core.text import text
from league.competitions.log import journal
from league.competitions.verbs import entries, rounds, rulings
from league.series import verbs as series
from tests.league.builders import competition


def test_who_acted_is_not_the_subject_of_the_sentence(client, cast):
    """The audit read "organiser Ada comes from Bar Sport"."""
    cup = competition(cast.organiser)
    ada, _ = entries.enter_names(competition=cup, by=cast.organiser, names=["Ada", "Bice"])
    entries.set_club(entrant=ada, club="Bar Sport", by=cast.organiser)
    client.force_login(cast.organiser)
    for page in ("audit/", "console/"):
        lines = " ".join(client.get(f"/competitions/{cup.slug}/{page}").content.decode().split())
        assert f"<b>{cast.organiser.nickname}:</b> Ada comes from Bar Sport" in lines
    row = series.create(by=cast.organiser, name="Winter", points=[3, 2, 1], rest=0, best=0)
    lines = client.get(f"/series/{row.slug}/").content.decode()
    assert f"<b>{cast.organiser.nickname}:</b> created the series" in lines


def test_who_lets_others_in_and_out_is_named(client, cast):
    """The audit read "Ada withdrew", whoever had decided that."""
    cup = competition(cast.organiser, "league")
    entries.enter(competition=cup, player=cast.anna)
    entries.enter_names(competition=cup, by=cast.organiser, names=["Ada", "Bice"])
    rounds.start(competition=cup, by=cast.organiser)
    rulings.withdraw(entrant=cup.entrants.get(name="Ada"), by=cast.organiser, reason="ill")
    rulings.withdraw(entrant=cup.entrants.get(name="anna"), by=cast.anna)
    client.force_login(cast.organiser)
    lines = " ".join(client.get(f"/competitions/{cup.slug}/audit/").text.split())
    organiser = f"<b>{cast.organiser.nickname}:</b>"
    assert f"{organiser} Ada withdrew: ill" in lines and f"{organiser} Ada, Bice entered" in lines
    assert "<span> anna withdrew" in lines and "<span> anna entered" in lines


def test_a_score_is_kept_in_one_line(client, cast):
    cup = competition(cast.organiser)
    told = text("reported {fixture} as {home}–{away}", fixture="A", home=2, away=1)
    journal.note(cup, cast.organiser, "report", told)
    client.force_login(cast.organiser)
    assert "2\u2060–\u20601" in client.get(f"/competitions/{cup.slug}/audit/").content.decode()
