"""Swiss rounds while they are played: late entry, rests, withdrawal, pairing again, big fields in a task."""

from dataclasses import replace
from functools import partial

import pytest

from league.competitions.derivation import pairing
from league.competitions.derivation.past_tables import table_after
from league.competitions.derivation.recompute import recompute
from league.competitions.errors import CompetitionError, EntryRefused, WrongStep
from league.competitions.log.locks import locked
from league.competitions.models import Group, Tie
from league.competitions.setup.presets import PRESETS
from league.competitions.verbs import calling, create, entries, halls, reopening, reports, rounds, rulings, swiss
from league.competitions.verbs.rulings import Score
from league.players.models import Notification, User
from league.sentences import translated
from matches.models import Match, MatchCommand
from tests.league.builders import NAMES, competition, running
from tests.league.competitions.test_presets import adds_up, stands
from tests.league.tables import open_fixtures, play_out


def evening(cast, entrants=7, **settings):
    return running(cast.organiser, "swiss", entrants=entrants, settings={"rounds": 4, **settings})


def table(cup):
    return Group.objects.get(stage__competition=cup).table["rows"]


def pairs(cup, step):
    ties = Tie.objects.filter(round__stage__competition=cup, round__step=step)
    return {frozenset(side for side in pair if side) for pair in ties.values_list("home", "away")}


def test_nobody_meets_twice_and_the_bye_goes_round(cast):
    cup = evening(cast)
    play_out(cup)
    adds_up(cup)
    met = [pair for step in range(1, 5) for pair in pairs(cup, step)]
    assert len(met) == len(set(met))
    assert sum(row["adjustment"] for row in table(cup)) == 4  # a win's worth in each of the four rounds


def test_the_engine_and_the_edition_stand_with_the_round(cast):
    first = evening(cast).stages.get().rounds.get(step=1)
    assert first.made_by["edition"] == "2026" and first.made_by["version"] and "C.04.3" in first.made_by["rules"]


def test_a_stage_that_began_by_the_old_edition_goes_on_by_it(cast, client):
    cup = evening(cast)
    rules, report = f"/competitions/{cup.slug}/rules/", f"/competitions/{cup.slug}/report.trf"
    assert "since 1 February 2026" in client.get(rules).content.decode()
    assert "since 1 February 2026" in client.get(report).content.decode()
    before = {"engine": "py4swiss", "version": "0.3.1", "rules": "FIDE C.04.3 (Dutch)", "at": "2025-11-02T20:00:00"}
    first = cup.stages.get().rounds.get(step=1)
    first.made_by = before  # as rounds were stored before there was an edition
    first.save(update_fields=["made_by"])
    play_out(cup, until=3)
    second = cup.stages.get().rounds.get(step=2)
    assert (second.made_by["engine"], second.made_by["edition"]) == ("py4swiss", "2017")
    swiss.pair_again(competition=cup, by=cast.organiser)
    play_out(cup)
    assert {round_row.made_by.get("edition", "2017") for round_row in cup.stages.get().rounds.all()} == {"2017"}
    assert "until 31 January 2026" in client.get(rules).content.decode()
    assert "until 31 January 2026" in client.get(report).content.decode()
    adds_up(cup)


def test_who_comes_late_is_paired_from_the_next_round_on(cast):
    cup = evening(cast, entrants=6, late="half_bye")
    [late] = swiss.join(competition=cup, by=cast.organiser, names="Zora")
    assert str(late.id) in {row["entrant"] for row in table(cup)}, "at once, not with the next result"
    assert late.first_round == 2 and late.seed == 7
    play_out(cup)
    assert late.id not in frozenset().union(*pairs(cup, 1))
    assert late.id in frozenset().union(*pairs(cup, 2))
    mine = next(row for row in table(cup) if row["entrant"] == str(late.id))
    assert mine["adjustment"] >= 0.5
    stands(cup)


def test_late_names_make_their_places_up_to_the_most_of_the_format(cast, monkeypatch):
    cup = evening(cast, entrants=6)
    swiss.join(competition=cup, by=cast.organiser, names="Zora")
    cup.refresh_from_db()
    assert cup.places == 7 == cup.entrants.filter(status="entered").count()
    monkeypatch.setitem(PRESETS, "swiss", replace(PRESETS["swiss"], most=8))
    with pytest.raises(EntryRefused, match="There is 1 place left"):
        swiss.join(competition=cup, by=cast.organiser, names="Yuri\nXena")
    assert not cup.entrants.filter(name__in=["Yuri", "Xena"]).exists()
    swiss.join(competition=cup, by=cast.organiser, names="Yuri")
    with pytest.raises(EntryRefused, match="There are 0 places left"):
        swiss.join(competition=cup, by=cast.organiser, names="Xena")


def test_who_comes_back_makes_a_place_up_to_the_most_of_the_format(cast, monkeypatch):
    cup = evening(cast, entrants=6)
    one, two = cup.entrants.filter(seed__in=(1, 2))
    for entrant in (one, two):
        rulings.withdraw(entrant=entrant, by=cast.organiser)
    swiss.join(competition=cup, by=cast.organiser, names="Yuri\nZora")
    swiss.readmit(entrant=one, by=cast.organiser)
    cup.refresh_from_db()
    assert cup.places == 7 == cup.entrants.filter(status="entered").count()
    monkeypatch.setitem(PRESETS, "swiss", replace(PRESETS["swiss"], most=7))
    with pytest.raises(EntryRefused, match="There are 0 places left"):
        swiss.readmit(entrant=two, by=cast.organiser)


def test_a_deduction_is_of_no_round(cast, client):
    """A bye is told with its round, in the same lines."""
    cup = evening(cast, entrants=6)
    rulings.deduct(entrant=cup.entrants.get(seed=1), points=1, by=cast.organiser, reason="late fees")
    assert Group.objects.get(stage__competition=cup).table["ledger_rounds"] == [0]
    page = client.get(f"/competitions/{cup.slug}/table/").text
    assert "late fees" in page and "late fees, round" not in page


def test_who_left_before_the_start_joins_late_by_the_same_name(cast):
    cup = competition(cast.organiser, "swiss", 4, settings={"rounds": 3})
    [aldo, *_others] = entries.enter_names(competition=cup, by=cast.organiser, names=NAMES[:5])
    entries.leave(entrant=aldo, by=cast.organiser, reason="ill")
    cup = rounds.start(competition=cup, by=cast.organiser)
    late, again = swiss.join(competition=cup, by=cast.organiser, names=f"Zora\n{aldo.name.upper()}")
    assert (again, again.player, again.name) == (aldo, aldo.player, aldo.name)
    aldo.refresh_from_db()
    assert (late.seed, aldo.seed, aldo.first_round) == (5, 6, 2)
    assert (aldo.status, aldo.withdrawn_because) == ("entered", "")
    play_out(cup)
    assert aldo.id in frozenset().union(*pairs(cup, 2))
    stands(cup)


def test_the_upper_half_that_begins_with_virtual_points_does_not_grow_with_late_names(cast, monkeypatch):
    """FIDE C.04.5: the last player of the upper half stays the last one."""
    paired = []
    dutch = pairing.rounds.dutch

    def recorded(*args, **values):
        paired.append(sorted(values["acceleration"]))
        return dutch(*args, **values)

    monkeypatch.setattr(pairing.rounds, "dutch", recorded)
    cup = evening(cast, entrants=8, accelerated=True)
    swiss.join(competition=cup, by=cast.organiser, names="Yuri\nZora")
    play_until_paired(cup, 2)
    assert paired == [[1, 2, 3, 4], [1, 2, 3, 4]]


def test_a_name_that_withdrew_later_or_is_banned_does_not_join_again(cast):
    cup = evening(cast, entrants=6)
    entrant = cup.entrants.get(seed=1)
    rulings.withdraw(entrant=entrant, by=cast.organiser)
    with pytest.raises(EntryRefused, match="withdrew after the start"):
        swiss.join(competition=cup, by=cast.organiser, names=f"Zora\n{entrant.name}")
    assert not cup.entrants.filter(name="Zora").exists()
    User.objects.filter(pk=cast.anna.pk).update(banned=True)
    cup.entrants.create(player=cast.anna, name="anna", code="ANN", status="withdrawn")
    with pytest.raises(EntryRefused, match="anna cannot play"):
        swiss.join(competition=cup, by=cast.organiser, names="anna")


def test_a_rest_pays_what_was_said_and_is_no_bye(cast):
    cup = evening(cast, entrants=6)
    entrant = cup.entrants.get(seed=3)
    for _again in range(2):
        swiss.rest(entrant=entrant, by=cast.organiser, number=2)
    line = cup.audit.get(verb="rest").message
    assert line == ["{name} rests in round {number}", {"name": entrant.name, "number": 2}]
    for number in (1, 9):
        with pytest.raises(WrongStep, match="already paired, or does not exist"):
            swiss.rest(entrant=entrant, by=cast.organiser, number=number)
    with pytest.raises(EntryRefused, match="half a point or nothing"):
        swiss.rest(entrant=entrant, by=cast.organiser, number=3, kind="bye")
    play_out(cup)
    tie = Tie.objects.get(round__stage__competition=cup, round__step=2, home=entrant, kind="half_bye")
    assert tie.decided == "bye"
    assert next(row for row in table(cup) if row["entrant"] == str(entrant.id))["adjustment"] >= 0.5
    with pytest.raises(CompetitionError):
        swiss.rest(entrant=entrant, by=cast.organiser, number=2)


def test_the_audit_tells_who_joined_came_back_and_was_paired_anew(cast):
    cup = evening(cast, entrants=6)
    swiss.join(competition=cup, by=cast.organiser, names="Zora")
    leaver = cup.entrants.get(seed=1)
    rulings.withdraw(entrant=leaver, by=cast.organiser)
    for _again in range(2):
        swiss.readmit(entrant=leaver, by=cast.organiser)
    lines = cup.audit.filter(verb__in=("enter", "put_back"), actor=cast.organiser).order_by("id")
    assert [line.message for line in lines][1:] == [
        ["{names} joined from round {number}", {"names": "Zora", "number": 2}],
        ["readmitted {name} from round {number}", {"name": leaver.name, "number": 2}],
    ]


def test_who_withdrew_is_not_paired_again(cast):
    cup = evening(cast, entrants=6)
    play_out(cup, until=3)
    entrant = cup.entrants.get(seed=1)
    rulings.withdraw(entrant=entrant, by=cast.organiser)
    play_out(cup)
    assert all(entrant.id not in pair for step in (3, 4) for pair in pairs(cup, step))
    stands(cup)


def play_until_paired(cup, step):
    """Play on until round ``step`` is paired."""
    while not pairs(cup, step):
        assert play_out(cup, until=1)


def points_of(cup, entrant):
    return next(row for row in table(cup) if row["entrant"] == str(entrant.id))["points"]


def test_a_withdrawal_is_taken_back_from_the_next_round_on(cast, client):
    cup = evening(cast, entrants=7)
    play_until_paired(cup, 2)
    one = cup.entrants.get(seed=1)
    fixture = next(row for row in open_fixtures(cup) if one in (row.home, row.away))
    rulings.withdraw(entrant=one, by=cast.organiser, reason="the wrong name")
    before = points_of(cup, one)
    play_until_paired(cup, 3)
    assert all(one.id not in pair for pair in pairs(cup, 3))
    returned = swiss.readmit(entrant=one, by=cast.organiser)
    position = returned.competition.results.latest("position").position
    assert swiss.readmit(entrant=one, by=cast.organiser).status == "entered"
    assert cup.results.latest("position").position == position, "again changes nothing"
    assert (returned.status, returned.withdrawn_because) == ("entered", "")
    kinds = list(cup.results.order_by("-position").values_list("kind", "fixture", "reason")[:2])
    assert kinds == [("returned", None, ""), ("walkover", fixture.id, "the wrong name")]
    fixture.refresh_from_db()
    assert fixture.status == "walkover" and points_of(cup, one) == before, (
        "what it decided stays; a missed round pays nothing"
    )
    play_out(cup)
    assert one.id in frozenset().union(*pairs(cup, 4))
    assert not next(row for row in table(cup) if row["entrant"] == str(one.id)).get("withdrawn")
    adds_up(cup)
    stands(cup)
    assert client.get(f"/competitions/{cup.slug}/report.trf").status_code == 200


def test_a_rest_asked_for_before_the_withdrawal_pays_after_the_return(cast):
    cup = evening(cast, entrants=6)
    one = cup.entrants.get(seed=1)
    swiss.rest(entrant=one, by=cast.organiser, number=2)
    rulings.withdraw(entrant=one, by=cast.organiser)
    play_until_paired(cup, 2)
    assert all(one.id not in pair for pair in pairs(cup, 2))
    had = points_of(cup, one)
    swiss.readmit(entrant=one, by=cast.organiser)
    assert points_of(cup, one) == had, "its round is going on"
    play_until_paired(cup, 3)
    assert points_of(cup, one) == had + 0.5
    play_out(cup)
    adds_up(cup)
    stands(cup)


def test_a_rest_that_was_had_before_the_withdrawal_is_had_once(cast):
    cup = evening(cast, entrants=6)
    one = cup.entrants.get(seed=1)
    swiss.rest(entrant=one, by=cast.organiser, number=2)
    play_until_paired(cup, 3)
    had = points_of(cup, one)
    rulings.withdraw(entrant=one, by=cast.organiser)
    swiss.readmit(entrant=one, by=cast.organiser)
    rests = Tie.objects.filter(
        round__stage__competition=cup, round__step=2, kind__in=("half_bye", "zero_bye", "full_bye")
    )
    assert rests.count() == 1 and points_of(cup, one) == had
    stands(cup)


def test_who_plays_again_is_told_from_which_round_on(cast):
    cup = competition(cast.organiser, "swiss", 6)
    entries.enter_names(competition=cup, by=cast.organiser, names=NAMES[:5])
    one = entries.enter(competition=cup, player=cast.anna)
    rounds.start(competition=cup, by=cast.organiser)
    rulings.withdraw(entrant=one, by=cast.organiser)
    swiss.readmit(entrant=one, by=cast.organiser)
    notice = Notification.objects.filter(user=cast.anna, kind="place").latest("pk")
    assert translated(notice.message) == "You play again in Saturday cup, from round 2"


def test_a_walkover_won_before_the_withdrawal_stays_won(cast):
    """The opponent withdrew first: the return takes nothing from the one who had waited."""
    cup = evening(cast, entrants=6)
    fixture = open_fixtures(cup)[0]
    for side in (fixture.away, fixture.home):
        rulings.withdraw(entrant=side, by=cast.organiser)
    had = points_of(cup, fixture.home)
    swiss.readmit(entrant=fixture.home, by=cast.organiser)
    tie = Tie.objects.get(fixtures=fixture)
    assert (tie.decided, tie.winner, points_of(cup, fixture.home)) == ("walkover", fixture.home, had)


def test_a_match_that_the_withdrawal_decided_can_be_played_again(cast):
    cup = evening(cast, entrants=6)
    fixture = open_fixtures(cup)[0]
    rulings.withdraw(entrant=fixture.home, by=cast.organiser)
    swiss.readmit(entrant=fixture.home, by=cast.organiser)
    rulings.replay(fixture=fixture, by=cast.organiser, reason="withdrawn by mistake", confirmed=True)
    fixture.refresh_from_db()
    assert fixture.status == "open" and fixture.match.status == "waiting"


def test_who_withdraws_again_is_gone_from_then_on(cast):
    cup = evening(cast, entrants=6)
    play_out(cup, until=3)
    one = cup.entrants.get(seed=1)
    for _time in range(2):
        rulings.withdraw(entrant=one, by=cast.organiser)
        back = swiss.readmit(entrant=one, by=cast.organiser)
    assert back.status == "entered"
    rulings.withdraw(entrant=one, by=cast.organiser)
    play_out(cup)
    assert all(one.id not in pair for step in (3, 4) for pair in pairs(cup, step))
    stands(cup)


def test_a_return_that_is_impossible_says_why(cast):
    cup = evening(cast, entrants=6)
    one = cup.entrants.get(seed=1)
    rulings.withdraw(entrant=one, by=cast.organiser)
    User.objects.filter(pk=one.player_id).update(banned=True)
    with pytest.raises(EntryRefused, match="cannot play on this site"):
        swiss.readmit(entrant=one, by=cast.organiser)
    User.objects.filter(pk=one.player_id).update(banned=False)
    early = cup.entrants.create(player=cast.anna, name="anna", code="ANN", status="withdrawn")
    with pytest.raises(EntryRefused, match="late entry"):
        swiss.readmit(entrant=early, by=cast.organiser)
    play_until_paired(cup, 4)
    with pytest.raises(WrongStep, match="last round is paired"):
        swiss.readmit(entrant=one, by=cast.organiser)
    league = running(cast.organiser, "league", entrants=4)
    rulings.withdraw(entrant=(other := league.entrants.get(seed=1)), by=cast.organiser)
    with pytest.raises(WrongStep, match="Swiss rounds"):
        swiss.readmit(entrant=other, by=cast.organiser)


def test_a_withdrawal_is_taken_back_while_a_round_is_to_come(cast):
    cup = evening(cast, entrants=6)
    assert swiss.takes_back(cup)
    play_until_paired(cup, 4)
    assert not swiss.takes_back(cup), "the last round is paired"
    other = create.cancel(competition=evening(cast, entrants=6), by=cast.organiser, reason="a flood")
    assert not swiss.takes_back(other)


def test_the_list_of_entrants_and_the_api_take_it_back(cast, client):
    cup = evening(cast, entrants=6)
    one, two = cup.entrants.filter(seed__in=(1, 2)).order_by("seed")
    for entrant in (one, two):
        rulings.withdraw(entrant=entrant, by=cast.organiser)
    page = f"/competitions/{cup.slug}/entrants/"
    assert "Readmit from the next round" not in client.get(page).content.decode()
    client.force_login(cast.organiser, backend="django.contrib.auth.backends.ModelBackend")
    assert client.get(page).content.decode().count("Readmit from the next round") == 2
    sent = {"do": "readmit", "entrant": str(one.pk), "back": "entrants"}
    assert client.post(f"/competitions/{cup.slug}/console/press/", sent).status_code == 302
    assert client.post(f"/api/v1/competitions/{cup.pk}/entrants/{two.pk}/put-back/").json()["status"] == "entered"
    assert not cup.entrants.filter(status="withdrawn").exists()
    log = client.get(f"/competitions/{cup.slug}/audit/").content.decode()
    assert f"readmitted {one.name} from round 2" in log
    play_until_paired(cup, 4)
    rulings.withdraw(entrant=one, by=cast.organiser)
    assert "Readmit from the next round" not in client.get(page).content.decode()


def test_a_table_of_before_lists_nobody_who_came_in_later(cast):
    cup = evening(cast, entrants=6, late="half_bye")
    [late] = swiss.join(competition=cup, by=cast.organiser, names="Zora")
    play_until_paired(cup, 3)
    for number, listed in ((1, False), (2, True)):
        rows = table_after(cup, Group.objects.get(stage__competition=cup), number)["rows"]
        assert (str(late.id) in {row["entrant"] for row in rows}) is listed


def test_late_entries_and_rests_are_taken_while_a_round_is_to_be_paired(cast, client):
    cup = evening(cast, entrants=6)
    client.force_login(cast.organiser, backend="django.contrib.auth.backends.ModelBackend")
    desk = f"/competitions/{cup.slug}/console/"
    assert all(f'name="do" value="{do}"' in client.get(desk).text for do in ("join", "rest"))
    play_until_paired(cup, 4)
    assert not any(f'name="do" value="{do}"' in client.get(desk).text for do in ("join", "rest"))


def test_the_round_that_is_paired_again_is_named(cast, client):
    cup = evening(cast, entrants=6)
    play_until_paired(cup, 2)
    client.force_login(cast.organiser, backend="django.contrib.auth.backends.ModelBackend")
    assert "Pair round 2 again" in client.get(f"/competitions/{cup.slug}/console/").text
    answer = client.post(f"/competitions/{cup.slug}/console/press/", {"do": "pair_again"}, follow=True)
    assert "Round 2 is paired again." in answer.text


def test_a_round_that_began_is_not_offered_to_be_paired_again(cast, client):
    cup = evening(cast, entrants=6)
    play_until_paired(cup, 2)
    Match.objects.filter(fixture=open_fixtures(cup)[0]).update(status=Match.Status.LIVE, snapshot={})
    client.force_login(cast.organiser, backend="django.contrib.auth.backends.ModelBackend")
    assert 'value="pair_again"' not in client.get(f"/competitions/{cup.slug}/console/").text
    with pytest.raises(WrongStep, match="have begun"):
        swiss.pair_again(competition=cup, by=cast.organiser)


def test_a_return_is_offered_while_the_format_has_a_place(cast, client, monkeypatch):
    cup = evening(cast, entrants=6)
    rulings.withdraw(entrant=cup.entrants.get(seed=1), by=cast.organiser)
    client.force_login(cast.organiser, backend="django.contrib.auth.backends.ModelBackend")
    for most, offered in ((6, True), (5, False)):
        monkeypatch.setitem(PRESETS, "swiss", replace(PRESETS["swiss"], most=most))
        assert ("Readmit" in client.get(f"/competitions/{cup.slug}/entrants/").text) is offered


def test_a_round_that_nobody_began_is_paired_again(cast):
    cup = evening(cast, entrants=6)
    play_out(cup, until=3)
    entrant = cup.entrants.get(seed=2)
    rulings.withdraw(entrant=entrant, by=cast.organiser)
    again = swiss.pair_again(competition=cup, by=cast.organiser)
    line = cup.audit.get(verb="pair", actor=cast.organiser)
    assert line.message == ["undid the pairings of round {number}", {"number": 2}]
    assert again.step == 2 and all(entrant.id not in pair for pair in pairs(cup, 2))
    play_out(cup)
    with pytest.raises(CompetitionError):
        swiss.pair_again(competition=cup, by=cast.organiser)


def test_the_tables_of_a_round_that_is_paired_again_are_void(cast):
    cup = evening(cast, entrants=6)
    tables = {fixture.match_id for fixture in open_fixtures(cup)}
    swiss.pair_again(competition=cup, by=cast.organiser)
    assert set(MatchCommand.objects.filter(kind="void").values_list("match_id", flat=True)) == tables
    assert len(open_fixtures(cup)) == 3 and not tables & {fixture.match_id for fixture in open_fixtures(cup)}


def test_who_joined_after_the_pairing_is_in_the_round_that_is_paired_again(cast):
    cup = evening(cast, entrants=7)
    play_until_paired(cup, 2)
    [zora] = swiss.join(competition=cup, by=cast.organiser, names="Zora")
    assert zora.first_round == 3
    swiss.pair_again(competition=cup, by=cast.organiser)
    zora.refresh_from_db()
    assert zora.first_round == 2 and zora.id in frozenset().union(*pairs(cup, 2))
    play_out(cup)
    adds_up(cup)
    stands(cup)


def test_a_round_with_a_report_or_a_match_begun_at_its_table_is_not_paired_again(cast):
    cup = competition(cast.organiser, "swiss", 4, settings={"rounds": 2})
    for player in (cast.anna, cast.bruno):
        entries.enter(competition=cup, player=player)
    cup = rounds.start(competition=cup, by=cast.organiser)
    cup = halls.add_tables(competition=cup, by=cast.organiser, first=1, last=1)
    [fixture] = open_fixtures(cup)
    calling.begin(fixture=fixture, by=cast.anna)
    for refused in (swiss.pair_again, partial(reopening.take_start_back, reason="a mistake")):
        with pytest.raises(WrongStep, match=r"begun|already played"):
            refused(competition=cup, by=cast.organiser)
    fixture.calls.all().delete()
    reports.report(fixture=fixture, score=Score(2, 1), by=cast.anna)
    with pytest.raises(WrongStep, match="have begun"):
        swiss.pair_again(competition=cup, by=cast.organiser)
    assert fixture.reports.get().state == "open"


def test_a_round_with_a_match_begun_or_a_result_is_not_paired_again(cast):
    cup = evening(cast, entrants=6)
    fixture = open_fixtures(cup)[0]
    matches = Match.objects.filter(pk=fixture.match_id)
    matches.update(status=Match.Status.LIVE, snapshot={})
    with pytest.raises(WrongStep, match="have begun"):
        swiss.pair_again(competition=cup, by=cast.organiser)
    matches.update(status=Match.Status.WAITING, snapshot=None)
    rulings.enter_result(fixture=fixture, score=rulings.Score(1, 0), by=cast.organiser)
    with pytest.raises(WrongStep, match="have begun"):
        swiss.pair_again(competition=cup, by=cast.organiser)


def test_a_round_is_made_once_however_often_it_is_asked_for(cast):
    cup = evening(cast)
    before = pairs(cup, 1)
    for _time in range(3):
        with locked(cup.id) as row:
            recompute(row)
        rounds.pair_due()
    assert pairs(cup, 1) == before


def test_a_big_field_waits_for_the_task(cast, monkeypatch):
    monkeypatch.setattr(pairing, "IN_REQUEST", 4)
    cup = evening(cast)
    stage = cup.stages.get()
    assert stage.pairing_due and not pairs(cup, 1)
    assert rounds.pair_due() == 1
    assert len(pairs(cup, 1)) == 4
    assert rounds.pair_due() == 0
    stage.refresh_from_db()
    assert not stage.pairing_due
