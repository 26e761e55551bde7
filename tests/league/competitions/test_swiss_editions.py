"""Swiss tie-breaks from the log: the kind of each unplayed round, editions of the rule, values given by hand."""

import importlib
import json

import pytest
from django.apps import apps

from league.competitions.derivation.past_tables import table_after
from league.competitions.errors import BadSetting, RulingRefused, WrongStep
from league.competitions.exchange.writing import exported
from league.competitions.models import Competition, Entrant, Group, ResultEntry, Tie
from league.competitions.verbs import entries, rounds, rulings, swiss
from league.competitions.verbs.importing import take_in
from league.competitions.verbs.rulings import Score
from league.standings.swiss import Played
from tests.league.builders import competition, running
from tests.league.pure import swiss_second_reading as second
from tests.league.tables import open_fixtures

COLUMNS = {"buchholz_cut_1": 1, "buchholz": 0}


def evening(cast, entrants, **settings):
    return running(cast.organiser, "swiss", entrants=entrants, settings={"rounds": 4, **settings}, seeding="hand")


def table(cup):
    return Group.objects.get(stage__competition=cup).table


def open_in(cup, step):
    return [fixture for fixture in open_fixtures(cup) if fixture.tie.round.step == step]


def play(fixtures, by):
    """Home wins, draws and away wins by turns."""
    for at, fixture in enumerate(sorted(fixtures, key=lambda fixture: fixture.tie.number)):
        score = (Score(2, 0), Score(1, 1), Score(0, 1))[at % 3]
        rulings.enter_result(fixture=fixture, score=score, by=by)


def records_of(cup):
    """The records of everybody, read from the rows of the ties by themselves."""
    records = {str(entrant.id): [] for entrant in cup.entrants.exclude(status=Entrant.Status.HOUSE)}
    for step in range(1, 5):
        seen = set()
        ties = list(Tie.objects.filter(round__stage__competition=cup, round__step=step).prefetch_related("fixtures"))
        for tie in ties:
            home, away = str(tie.home_id), str(tie.away_id)
            seen |= {home, away}
            if not tie.decided:
                records[home].append(Played(step, away, 0, "pending"))
                records[away].append(Played(step, home, 0, "pending"))
                continue
            if tie.decided == "bye":
                kind = {"": "bye", "half_bye": "half_bye", "absent": "zero_bye"}[tie.kind]
                records[home].append(Played(step, None, {"bye": 1, "half_bye": 0.5, "zero_bye": 0}[kind], kind))
                continue
            [fixture] = tie.fixtures.all()
            if "walkover" in tie.decided:
                for one, other in ((home, away), (away, home)):
                    won = str(tie.winner_id) == one
                    records[one].append(Played(step, other, won, "forfeit_win" if won else "forfeit_loss"))
                continue
            ours = 0.5 if fixture.home_goals == fixture.away_goals else float(fixture.home_goals > fixture.away_goals)
            records[home].append(Played(step, away, ours))
            records[away].append(Played(step, home, 1 - ours))
        for one, record in records.items():
            if ties and one not in seen:
                record.append(Played(step, None, 0, "absent"))
    return records


def troubled(cast, entrants=9):
    """Four rounds with an allotted bye in each, a half-point and a zero-point rest, walkovers and a withdrawal."""
    cup = evening(cast, entrants)
    entrant_by_seed = {entrant.seed: entrant for entrant in cup.entrants.all()}
    swiss.rest(entrant=entrant_by_seed[3], by=cast.organiser, number=2)
    swiss.rest(entrant=entrant_by_seed[5], by=cast.organiser, number=4, kind="absent")
    first, *others = open_in(cup, 1)
    rulings.walkover(fixture=first, winner="away", by=cast.organiser, reason="Nobody came.")
    play(others, cast.organiser)
    play(open_in(cup, 2), cast.organiser)
    leaver = entrant_by_seed[4]
    rulings.withdraw(entrant=leaver, by=cast.organiser)  # from round 3, which is paired: a walkover, then nothing
    first, *others = open_in(cup, 3)
    rulings.walkover(fixture=first, winner=None, by=cast.organiser, reason="Nobody came.")
    play(others, cast.organiser)
    play(open_in(cup, 4), cast.organiser)
    cup.refresh_from_db()
    assert cup.status == Competition.Status.FINISHED
    return cup


def test_the_log_gives_every_round_its_kind(cast):
    cup = troubled(cast)
    records = records_of(cup)
    kinds = {line.kind for record in records.values() for line in record}
    assert kinds == {"game", "bye", "half_bye", "zero_bye", "absent", "forfeit_win", "forfeit_loss"}
    stored = table(cup)
    assert stored["unplayed"] == "2026" and len(stored["rows"]) == 9
    for row in stored["rows"]:
        entrant_id = row["entrant"]
        for name, low in COLUMNS.items():
            assert row["swiss"][name] == second.buchholz(records, entrant_id, 4, low=low, capped=True), name
        assert row["swiss"]["sonneborn_berger"] == second.sonneborn_berger(records, entrant_id, 4, capped=True)
        assert row["points"] == sum(line.score for line in records[entrant_id])


def test_the_report_tells_every_kind(client, cast):
    cup = troubled(cast)
    report = client.get(f"/competitions/{cup.slug}/report.trf").content.decode()
    lines = [line[91:] for line in report.splitlines() if line.startswith("001")]
    told = {line[at + 8 - 1] for line in lines for at in range(0, len(line), 10) if len(line) >= at + 8}
    assert {"U", "H", "Z", "+", "-"} <= told


def test_while_a_round_is_played_its_pairings_are_no_absences(cast):
    cup = evening(cast, 6)
    rest = cup.entrants.get(seed=3)
    swiss.rest(entrant=rest, by=cast.organiser, number=2, kind="absent")
    play(open_in(cup, 1), cast.organiser)
    play(open_in(cup, 2), cast.organiser)
    fixture = next(fixture for fixture in open_in(cup, 3) if rest.id not in (fixture.home_id, fixture.away_id))
    rulings.enter_result(fixture=fixture, score=Score(1, 0), by=cast.organiser)
    records = records_of(cup)
    # The rest is followed by a round in which it is to be had: it counts as the nothing that it paid, not as a draw.
    assert [line.kind for line in records[str(rest.id)]] == ["game", "zero_bye", "pending"]
    for row in table(cup)["rows"]:
        assert row["swiss"]["buchholz"] == second.buchholz(records, row["entrant"], 3, capped=True)


def test_a_round_against_the_house_counts_as_an_allotted_bye(cast):
    cup = competition(
        cast.organiser,
        "evening",
        8,
        settings={"rounds": 2, "odd": "house_player", "house_name": "Oste"},
        seeding="hand",
    )
    entries.enter_names(competition=cup, by=cast.organiser, names="Ada\nBea\nCia")
    cup = rounds.start(competition=cup, by=cast.organiser)
    rounds.open_round(competition=cup, by=cast.organiser, number=1)
    house = cup.entrants.get(status=Entrant.Status.HOUSE)
    fixtures = [tie.fixtures.get() for tie in Tie.objects.filter(round__stage__competition=cup, round__step=1)]
    [against] = [fixture for fixture in fixtures if fixture.away_id == house.id]
    [other] = [fixture for fixture in fixtures if fixture != against]
    rulings.enter_result(fixture=against, score=Score(0, 3), by=cast.organiser)
    rulings.enter_result(fixture=other, score=Score(1, 0), by=cast.organiser)
    rows = {row["entrant"]: row for row in table(cup)["rows"]}
    beaten = rows[str(against.home_id)]
    # It lost: its dummy has its own score, 0, and the round is no voluntary one.
    assert beaten["points"] == 0 and beaten["swiss"]["buchholz"] == 0
    assert rows[str(other.away_id)]["swiss"]["buchholz"] == 1


# Editions


def test_what_is_over_keeps_the_table_it_ended_with(cast):
    """Finished before the correction: its key changes, its table does not, not even when it is computed again."""
    old = troubled(cast)
    Competition.objects.filter(id=old.id).update(
        standings="fide-swiss/2023-first", criteria=["points", "buchholz_cut_1", "buchholz", "lots"]
    )
    old.refresh_from_db()
    first = table_after(old, Group.objects.get(stage__competition=old), 4)
    Competition.objects.filter(id=old.id).update(standings="fide-swiss/2023")
    old.refresh_from_db()
    corrected = table_after(old, Group.objects.get(stage__competition=old), 4)
    assert [row["swiss"] for row in first["rows"]] != [row["swiss"] for row in corrected["rows"]]
    going = evening(cast, 5)
    Competition.objects.filter(id=going.id).update(standings="fide-swiss/2023")
    migration = importlib.import_module("league.competitions.migrations.0022_swiss_editions")
    migration.keep_the_first_reading(apps, None)
    old.refresh_from_db()
    going.refresh_from_db()
    assert (old.standings, going.standings) == ("fide-swiss/2023-first", "fide-swiss/2023")
    again = table_after(old, Group.objects.get(stage__competition=old), 4)
    assert again["rows"] == first["rows"] and again["unplayed"] == "tabellone-2023"


def test_a_file_of_a_round_that_waits_for_its_pairing(cast):
    """A big field is paired outside of the lock: a file written before is paired here."""
    cup = evening(cast, 6, rounds=4)
    play(open_in(cup, 1), cast.organiser)
    document = json.loads(json.dumps(exported(Competition.objects.get(id=cup.id))))
    document["stages"][0]["rounds"][1].update(status="pending", opens_at=None, closes_at=None, ties=[])
    cup.delete()
    imported, _new = take_in(document=document, by=cast.organiser)
    assert len(open_in(imported, 2)) == 3


def test_nobody_begins_under_the_first_reading(cast):
    with pytest.raises(BadSetting) as refused:
        competition(cast.organiser, "swiss", 8, standings="fide-swiss/2023-first")
    assert refused.value.field == "standings"
    assert competition(cast.organiser, "swiss", 8).standings == "fide-swiss/2026"


def test_a_file_keeps_the_reading_it_was_written_under(cast):
    cup = troubled(cast)
    Competition.objects.filter(id=cup.id).update(standings="fide-swiss/2023-first")
    cup.refresh_from_db()
    group = Group.objects.get(stage__competition=cup)
    Group.objects.filter(id=group.id).update(table=table_after(cup, group, 4))
    document = json.loads(json.dumps(exported(cup)))
    cup.delete()
    imported, _new = take_in(document=document, by=cast.organiser)
    assert imported.standings == "fide-swiss/2023-first"
    assert [row["entrant"] for row in table(imported)["rows"]] == [
        row["entrant"] for row in document["stages"][0]["groups"][0]["table"]["rows"]
    ]


# Values given by hand


def level_pair(cast):
    """A round of two matches, both drawn: all four are level on everything, and lots decide."""
    cup = running(cast.organiser, "swiss", entrants=4, settings={"rounds": 1})
    for fixture in open_in(cup, 1):
        rulings.enter_result(fixture=fixture, score=Score(1, 1), by=cast.organiser)
    cup.refresh_from_db()
    return cup


def test_a_value_by_hand_decides_before_the_lots(client, cast):
    cup = level_pair(cast)
    last = table(cup)["rows"][-1]["entrant"]
    entrant = cup.entrants.get(id=last)
    rulings.give_value(entrant=entrant, value=2, by=cast.organiser, reason="won the play-off")
    assert table(cup)["rows"][0]["entrant"] == last
    cup.refresh_from_db()
    assert cup.status == Competition.Status.FINISHED and cup.champion == entrant
    assert table(cup)["by_hand"] == [[last, 2, "won the play-off"]]
    page = client.get(f"/competitions/{cup.slug}/table/").content.decode()
    assert f"{entrant.name} has the organiser’s value 2: won the play-off" in page
    # The last value counts; the same again adds nothing.
    rulings.give_value(entrant=entrant, value=-1, by=cast.organiser, reason="it was annulled")
    rulings.give_value(entrant=entrant, value=-1, by=cast.organiser, reason="it was annulled")
    assert table(cup)["rows"][-1]["entrant"] == last
    assert cup.results.filter(kind=ResultEntry.Kind.VALUED).count() == 2
    assert cup.audit.filter(verb="give_value").count() == 2


def test_a_value_by_hand_needs_a_reason_a_number_and_rules_that_know_it(cast):
    cup = level_pair(cast)
    entrant = cup.entrants.first()
    for wrong in ({"value": 1000}, {"value": True}, {"reason": " "}):
        with pytest.raises(RulingRefused):
            rulings.give_value(entrant=entrant, by=cast.organiser, **{"value": 1, "reason": "x", **wrong})
    other = running(cast.organiser, "league", 4, settings={"times": 1})
    with pytest.raises(RulingRefused, match="use no value"):
        rulings.give_value(entrant=other.entrants.first(), value=1, by=cast.organiser, reason="x")
    fresh = competition(cast.organiser, "swiss", 8)
    entries.enter_names(competition=fresh, by=cast.organiser, names="Ada\nBea\nCia")
    with pytest.raises(WrongStep):
        rulings.give_value(entrant=fresh.entrants.first(), value=1, by=cast.organiser, reason="x")


def test_the_console_gives_a_value(client, cast):
    cup = level_pair(cast)
    client.force_login(cast.organiser, backend="django.contrib.auth.backends.ModelBackend")
    assert "Seeding value" in client.get(f"/competitions/{cup.slug}/entrants/").content.decode()
    last = table(cup)["rows"][-1]["entrant"]
    fields = {"do": "give_value", "entrant": last, "value": "3", "reason": "a match for the title", "back": "entrants"}
    assert client.post(f"/competitions/{cup.slug}/console/press/", {**fields, "value": "much"}).status_code == 302
    assert not cup.results.filter(kind=ResultEntry.Kind.VALUED).exists()
    client.post(f"/competitions/{cup.slug}/console/press/", fields)
    assert table(cup)["rows"][0]["entrant"] == last


def test_values_by_hand_travel_with_the_competition(cast):
    cup = level_pair(cast)
    last = table(cup)["rows"][-1]["entrant"]
    rulings.give_value(entrant=cup.entrants.get(id=last), value=2, by=cast.organiser, reason="won the play-off")
    cup.refresh_from_db()
    document = json.loads(json.dumps(exported(cup)))
    cup.delete()
    imported, _new = take_in(document=document, by=cast.organiser)
    assert table(imported)["by_hand"] == [[last, 2, "won the play-off"]]
    assert table(imported)["rows"][0]["entrant"] == last
