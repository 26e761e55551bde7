"""A league phase from the form to the fixtures: refused where it cannot be, drawn once, run again by anybody."""

from collections import Counter

import pytest

from league.competitions.errors import BadSetting, EntryRefused, WrongStep
from league.competitions.exchange.writing import exported
from league.competitions.models import Competition, Entrant, Tie
from league.competitions.setup import league_phases
from league.competitions.verbs import create, drawing, entries, listing, rounds, rulings
from league.competitions.verbs.importing import take_in
from tests.league.builders import competition
from tests.league.competitions.documents import forget
from tests.league.competitions.test_composing import fields
from tests.league.tables import play_out

SMALL = {"pots": 2, "opponents": 4, "through": 6}
CLUBS = ["Ajax", "Bari", "Como", "Dijon", "", "ajax"]


def entered(cast, names=12, clubs=()):
    cup = competition(cast.organiser, "league_phase", 12, settings=SMALL, seeding="hand")
    lines = [f"Player {at + 1};;{at + 1};{club}" for at, club in enumerate([*clubs, *[""] * names][:names])]
    listing.enter_list(competition=cup, by=cast.organiser, text="name;email;seed;club\n" + "\n".join(lines))
    return cup


def started(cast, **values):
    return rounds.start(competition=entered(cast, **values), by=cast.organiser)


def met(cup):
    """Seed -> seeds of its opponents, by the rows."""
    found = {}
    for tie in Tie.objects.filter(round__stage__competition=cup, group__isnull=False):
        found.setdefault(tie.home.seed, []).append(tie.away.seed)
        found.setdefault(tie.away.seed, []).append(tie.home.seed)
    return found


def test_the_rows_keep_the_rules(cast):
    cup = started(cast, clubs=CLUBS)
    opponents = met(cup)
    assert sorted(opponents) == list(range(1, 13))
    for seed, others in opponents.items():
        assert len(set(others)) == 4 and Counter(other <= 6 for other in others) == {True: 2, False: 2}, seed
    assert 6 not in opponents[1], "Ajax and ajax are one club"
    assert [cup.entrants.get(seed=seed).name for seed in (1, 12)] == ["Player 1", "Player 12"]
    phase, knockout = cup.stages.order_by("number")
    assert phase.rounds.count() == 4 and all(row.ties.count() == 6 for row in phase.rounds.all())
    assert phase.settings["clubs"] == {"1": "Ajax", "2": "Bari", "3": "Como", "4": "Dijon", "6": "Ajax"}
    first = {(tie.home_slot.get("rank"), tie.away_slot.get("rank")) for tie in knockout.rounds.get(step=1).ties.all()}
    assert first == {(1, None), (2, None), (6, 3), (5, 4)}, "the better rank has the second leg at home"
    second = [(tie.home_slot["winner"], tie.away_slot["winner"]) for tie in knockout.rounds.get(step=2).ties.all()]
    assert second == [(2, 1), (4, 3)], "and so have those who had a bye"


def test_it_is_run_again_on_the_page_of_the_draw(cast, client):
    cup = started(cast, clubs=CLUBS)
    page = client.get(f"/competitions/{cup.slug}/draw/").content.decode()
    assert "Pots and opponents" in page and "Pot 2" in page and "come out the same" not in page
    assert "The fixtures check out" in client.get(f"/competitions/{cup.slug}/draw/?run").content.decode()
    Entrant.objects.filter(competition=cup, seed=2).update(club="Ajax")
    again = client.get(f"/competitions/{cup.slug}/draw/?run").content.decode()
    assert "The fixtures check out" in again, "a club that changes later is no matter"
    tie = Tie.objects.filter(round__stage__competition=cup, group__isnull=False).first()
    tie.home_slot, tie.away_slot = tie.away_slot, tie.home_slot
    tie.save()
    page = client.get(f"/competitions/{cup.slug}/draw/?run").content.decode()
    assert "The fixtures do not check out" in page and "the fixtures do not match the seed" in page


def test_the_revealed_seed_cannot_be_shopped_with(cast):
    cup = entered(cast, clubs=CLUBS)
    drawing.draw(competition=cup, by=cast.organiser)
    entries.set_club(entrant=cup.entrants.get(name="Player 2"), by=cast.organiser, club="Ajax")
    assert cup.draws.count() == 2 and not cup.entrants.filter(seed__isnull=False).exists()
    drawing.draw(competition=cup, by=cast.organiser)
    create.change(competition=cup, by=cast.organiser, settings={**SMALL, "club_limit": 3})
    assert cup.draws.count() == 3
    drawing.draw(competition=cup, by=cast.organiser)
    create.change(competition=cup, by=cast.organiser, description="The same terms.")
    assert cup.draws.count() == 3


def test_what_cannot_be_is_refused_with_what_can(cast):
    with pytest.raises(BadSetting, match=r"10 entrants in 2 pots cannot have 6 .*possible: 4, 8\.") as refused:
        competition(cast.organiser, "league_phase", 10, settings={"pots": 2, "opponents": 6, "through": 4})
    assert refused.value.field == "opponents"
    with pytest.raises(BadSetting, match=r"possible numbers of pots: 1, 2, 5") as refused:
        competition(cast.organiser, "league_phase", 10, settings={"through": 4})
    assert refused.value.field == "pots"
    with pytest.raises(BadSetting, match="from 1 to 12"):
        competition(cast.organiser, "league_phase", 12, settings={**SMALL, "through": 13})
    cup = entered(cast)
    with pytest.raises(BadSetting, match="13 entrants"):
        create.change(competition=cup, by=cast.organiser, places=13)
    entries.leave(entrant=cup.entrants.get(name="Player 3"), by=cast.organiser)
    with pytest.raises(WrongStep, match=r"You cannot divide 11 entrants into 2 .*numbers of pots: 1"):
        drawing.draw(competition=cup, by=cast.organiser)
    assert cup.draws.get().revealed_at is None, "no seed is shown for a draw that is not made"


def test_too_many_of_one_club_are_named(cast):
    cup = entered(cast, clubs=["Ajax"] * 9)
    with pytest.raises(WrongStep, match="entrants of Ajax can meet only"):
        rounds.start(competition=cup, by=cast.organiser)
    create.change(competition=cup, by=cast.organiser, settings={**SMALL, "clubs_apart": False})
    assert rounds.start(competition=cup, by=cast.organiser).status == Competition.Status.RUNNING


def test_who_withdraws_is_treated_as_in_a_league(cast):
    cup = started(cast)
    rulings.withdraw(entrant=cup.entrants.get(seed=4), by=cast.organiser, reason="ill")
    rows = cup.stages.get(number=1).groups.get().table["rows"]
    entrant = next(row for row in rows if row["entrant"] == str(cup.entrants.get(seed=4).id))
    assert entrant["rank"] > 6, "what was left is awarded to its opponents"
    while play_out(cup, seed=3, until=5):
        pass
    cup.refresh_from_db()
    assert cup.status == Competition.Status.FINISHED and cup.champion.seed != 4


def test_it_goes_out_and_comes_in_again(cast):
    cup = started(cast, clubs=CLUBS)
    document = exported(cup)
    ids = {entrant.seed: str(entrant.id) for entrant in cup.entrants.all()}
    forget(cup)
    imported, _new = take_in(document=document, by=cast.organiser)
    stage = league_phases.stage_of(imported)
    assert league_phases.schedule_differences(stage, ids, imported.draws.get().seed) == []


# ── pages ──
def test_an_organiser_makes_one_in_the_form(cast, client):
    client.force_login(cast.organiser)
    page = client.get("/competitions/new/?preset=league_phase").content.decode()
    form_fields = fields(page)
    assert (form_fields["places"], form_fields["pots"], form_fields["opponents"], form_fields["through"]) == (
        "36",
        "4",
        "8",
        "24",
    )
    form_fields |= {"name": "Stars", "places": "10", "through": "4"}
    preview = client.get("/competitions/new/preview/", form_fields).content.decode()
    assert "possible numbers of pots: 1, 2, 5" in preview
    refused = client.post("/competitions/new/", form_fields).content.decode()
    assert "possible numbers of pots: 1, 2, 5" in refused and not Competition.objects.exists()
    response = client.post("/competitions/new/", form_fields | {"pots": "2", "opponents": "4"})
    cup = Competition.objects.get()
    assert response.url.endswith(f"/{cup.slug}/console/") and cup.standings == "uefa-league-phase/2024"
    create.publish(competition=cup, by=cast.organiser)
    entries.enter_names(competition=cup, by=cast.organiser, names=[f"Club {at}" for at in range(10)])
    entrant = cup.entrants.get(name="Club 3")
    press = {"do": "correct_entrant", "entrant": entrant.pk, "club": "  San  Marino ", "back": "entrants"}
    answer = client.post(f"/competitions/{cup.slug}/console/press/", press, follow=True).content.decode()
    assert "Club changed." in answer and "San Marino" in answer
    rounds.start(competition=cup, by=cast.organiser)
    html = client.get(f"/competitions/{cup.slug}/fixtures/").content.decode()
    assert "Matchday 1" in html and "Club 9" in html and "Play-off round" not in html
    rules = client.get(f"/competitions/{cup.slug}/rules/").content.decode()
    assert "2 pots by seed" in rules and "At most 2 opponents come from any other." in rules
    assert "UEFA league phase 2024" in rules
    table = client.get(f"/competitions/{cup.slug}/table/").content.decode()
    assert table.count("Club ") >= 10 and "Ranks 1–4 go through" in table


def test_the_table_says_who_is_through_and_who_plays_off(cast, client):
    cup = started(cast)
    table = client.get(f"/competitions/{cup.slug}/table/").content.decode()
    assert "Ranks 1–2 go through" in table and "Ranks 3–6: play-off round" in table


def test_a_club_is_short_and_of_the_time_before_the_start(cast):
    cup = entered(cast)
    entrant = cup.entrants.first()
    with pytest.raises(EntryRefused, match="at most 30 characters"):
        entries.set_club(entrant=entrant, by=cast.organiser, club="x" * 31)
    assert entries.set_club(entrant=entrant, by=cast.organiser, club="x" * 30).club == "x" * 30
    rounds.start(competition=cup, by=cast.organiser)
    with pytest.raises(WrongStep, match="Registration is not open"):
        entries.set_club(entrant=entrant, by=cast.organiser, club="Ajax")


def test_the_programs_way_says_a_club_too(cast, client):
    cup = entered(cast)
    entrant = cup.entrants.get(name="Player 5")
    client.force_login(cast.organiser)
    path = f"/api/v1/competitions/{cup.pk}/entrants/{entrant.pk}/"
    answer = client.patch(path, {"club": "Ajax"}, content_type="application/json")
    assert (answer.status_code, answer.json()["club"], answer.json()["name"]) == (200, "Ajax", "Player 5")
    answer = client.patch(path, {"name": "Quinto", "club": ""}, content_type="application/json")
    assert (answer.json()["club"], answer.json()["name"]) == ("", "Quinto")
