"""An evening's rounds: tables with numbers, check-in, walk-ins, the odd one out, pairing by a click or by itself."""

import pytest

from league.competitions.errors import BadSetting, CompetitionError, EntryRefused, WrongStep
from league.competitions.models import AuditEntry, Entrant, Tie
from league.competitions.verbs import create, entries, rounds, rulings, sides, swiss
from league.evenings import attendance
from league.players.verbs import robots
from league.players.verbs.guests import guest
from league.statistics.models import Line
from tests.league.competitions.test_presets import stands
from tests.league.evenings.room import at_tables, evening, pair, play, round_of, table, who


def test_the_tables_are_numbered_and_keep_their_numbers(cast):
    event = evening(cast, 7)
    before = [(fixture.table, fixture.id) for fixture in at_tables(event, 1)]
    assert [number for number, _id in before] == [1, 2, 3]
    play(cast, event, 1)
    rulings.enter_result(
        fixture=at_tables(event, 1)[0], score=rulings.Score(0, 4), by=cast.organiser, reason="typed wrong"
    )
    assert [(fixture.table, fixture.id) for fixture in at_tables(event, 1)] == before


def test_the_next_round_waits_for_the_click_or_comes_by_itself(cast):
    by_click = evening(cast, 4)
    play(cast, by_click, 1)
    assert not round_of(by_click, 2).ties.exists()
    pair(cast, by_click, 2)
    assert round_of(by_click, 2).ties.count() == 2
    with pytest.raises(WrongStep):
        pair(cast, by_click, 3)
    by_itself = evening(cast, 4, advance="auto")
    play(cast, by_itself, 1)
    assert round_of(by_itself, 2).ties.count() == 2


def test_who_skips_is_not_paired_and_who_goes_home_is_gone_until_coming_back(cast):
    event = evening(cast, 6)
    one, other = event.entrants.get(name="Aldo"), event.entrants.get(name="Berta")
    attendance.answer(entrant=one, by=one.player, reply="skip")
    attendance.answer(entrant=other, by=cast.organiser, reply="home")
    assert attendance.answer_of(event.entrants.get(name="Aldo"), 2) == "skip"
    play(cast, event, 1)
    pair(cast, event, 2)
    assert Tie.objects.get(round=round_of(event, 2), home=one).kind == "absent"
    assert "Berta" not in who(event, 2) and len(at_tables(event, 2)) == 2
    assert table(event)["Berta"]["played"] == 1, "what was played stands"
    attendance.answer(entrant=other, by=other.player, reply="here")
    play(cast, event, 2)
    pair(cast, event, 3)
    assert {"Aldo", "Berta"} <= {side.name for f in at_tables(event, 3) for side in (f.home, f.away)}
    stands(event)


def test_an_answer_again_changes_nothing_and_can_be_taken_back(cast):
    event = evening(cast, 4)
    entrant = event.entrants.get(name="Aldo")
    for reply in ("skip", "skip", "here", "home", "here"):
        attendance.answer(entrant=entrant, by=entrant.player, reply=reply)
    entrant.refresh_from_db()
    assert (entrant.rests, entrant.last_round, entrant.here_round) == ({}, None, 2)
    assert AuditEntry.objects.filter(competition=event, verb="check_in").count() == 4
    with pytest.raises(CompetitionError, match="here, skip one or going home"):
        attendance.answer(entrant=entrant, by=entrant.player, reply="perhaps")


def test_who_is_silent_sits_out_where_the_evening_says_so(cast):
    event = evening(cast, 6, silent="rest")
    assert len(at_tables(event, 1)) == 3, "who has entered is here for the first round"
    for name in ("Aldo", "Berta", "Carlo", "Dora"):
        entrant = event.entrants.get(name=name)
        attendance.answer(entrant=entrant, by=entrant.player, reply="here")
    play(cast, event, 1)
    pair(cast, event, 2)
    assert {side.name for f in at_tables(event, 2) for side in (f.home, f.away)} == {"Aldo", "Berta", "Carlo", "Dora"}


def test_a_walk_in_plays_from_the_next_round_on(cast):
    event = evening(cast, 4)
    zora = guest(nickname="Zora")
    entered = attendance.walk_in(competition=event, player=zora)
    assert attendance.walk_in(competition=event, player=zora) == entered
    assert entered.first_round == 2 and entered.personal_key
    [yuri] = swiss.join(competition=event, by=cast.organiser, names="Yuri")
    assert yuri.seed == entered.seed + 1
    with pytest.raises(CompetitionError, match="already here"):
        attendance.walk_in(competition=event, player=guest(nickname="ZORA"))
    play(cast, event, 1)
    pair(cast, event, 2)
    assert {"Zora", "Yuri"} <= who(event, 2)
    pair_last = [play(cast, event, 2), pair(cast, event, 3)]
    assert pair_last
    with pytest.raises(WrongStep, match="last round is paired"):
        attendance.walk_in(competition=event, player=guest(nickname="Late"))


def test_the_house_player_takes_the_byes_and_scores_for_nobody(cast):
    event = evening(cast, 5, odd="house_player", house_name="Oste")
    house = event.entrants.get(status=Entrant.Status.HOUSE)
    assert len(at_tables(event, 1)) == 3
    met = set()
    for step, score in ((1, (3, 1)), (2, (0, 2)), (3, (1, 1))):
        against = next(f for f in at_tables(event, step) if f.away == house)
        assert against.home.name not in met, "who was left over once meets somebody of the evening"
        met.add(against.home.name)
        before = table(event)[against.home.name] if step > 1 else {"points": 0, "goals_for": 0, "played": 0}
        rulings.enter_result(fixture=against, score=rulings.Score(*score), by=cast.organiser)
        row = table(event)[against.home.name]
        assert row["points"] - before["points"] == {1: 1, 2: 0, 3: 0.5}[step]
        assert (row["goals_for"], row["played"]) == (before["goals_for"], before["played"])
        for fixture in at_tables(event, step):
            if fixture != against:
                rulings.enter_result(fixture=fixture, score=rulings.Score(1, 0), by=cast.organiser)
        if step < 3:
            pair(cast, event, step + 1)
    assert "Oste" not in table(event) and len(table(event)) == 5
    event.refresh_from_db()
    assert event.status == "finished" and event.champion.name != "Oste"
    stands(event)


def test_a_house_player_needs_a_name(cast):
    with pytest.raises(BadSetting, match="Enter a name"):
        create.create(
            by=cast.organiser,
            name="Thursday",
            game="super_goal",
            preset="evening",
            places=8,
            settings={"odd": "house_player"},
        )


def test_silence_means_a_rest_only_where_there_is_time_to_answer(cast):
    with pytest.raises(BadSetting, match="open the next round yourself"):
        evening(cast, 4, advance="auto", silent="rest")
    event = evening(cast, 4, silent="here")
    assert event.advance == "click"


def test_the_house_bot_plays_its_match_here_unrated_and_outside_the_competition(cast):
    event = evening(cast, 3, odd="house_bot")
    against = next(f for f in at_tables(event, 1) if f.away.status == Entrant.Status.HOUSE)
    assert against.away.player.bot and not against.match.rated
    assert all(f.match.rated for f in at_tables(event, 1) if f != against)
    assert not Line.objects.filter(competition=event).exists()


def test_penalties_win_a_level_match_where_the_evening_says_so(cast):
    event = evening(cast, 4, buzzer="shootout")
    level = at_tables(event, 1)[0]
    rulings.enter_result(fixture=level, score=rulings.Score(1, 1, (3, 4)), by=cast.organiser)
    rows = table(event)
    assert (rows[level.away.name]["points"], rows[level.home.name]["points"]) == (1, 0)
    assert rows[level.home.name]["goals_for"] == rows[level.away.name]["goals_for"] == 1
    plain = evening(cast, 4, buzzer="stands")
    level = at_tables(plain, 1)[0]
    rulings.enter_result(fixture=level, score=rulings.Score(1, 1, (3, 4)), by=cast.organiser)
    assert table(plain)[level.away.name]["points"] == 0.5


def test_who_left_before_the_start_may_still_walk_in_and_who_withdrew_later_may_not(cast):
    event = evening(cast, 4, advance="auto")
    Entrant.objects.create(
        competition=event, player=cast.anna, name="anna", code="ANN", status="withdrawn", turned_away=True
    )
    entered = attendance.walk_in(competition=event, player=cast.anna)
    assert (entered.status, entered.first_round, entered.turned_away) == ("entered", 2, False)
    rulings.withdraw(entrant=entered, by=cast.anna)
    with pytest.raises(EntryRefused, match="Only the organiser can readmit you"):
        attendance.walk_in(competition=event, player=cast.anna)


def test_an_evening_ends_when_all_have_gone_home_and_goes_on_with_who_comes_back(cast, client):
    event = evening(cast, 4)
    first, *others = event.entrants.order_by("seed")
    for entrant in others:
        attendance.answer(entrant=entrant, by=cast.organiser, reply="home")
    play(cast, event, 1)
    event.refresh_from_db()
    assert event.status == "running", "one is left, and may find others"
    attendance.answer(entrant=first, by=first.player, reply="home")
    event.refresh_from_db()
    assert event.status == "finished" and event.champion.name == next(iter(table(event)))
    stands(event)
    client.force_login(cast.organiser, backend="django.contrib.auth.backends.ModelBackend")
    assert "Leaves" in client.get(f"/competitions/{event.slug}/console/").content.decode()
    with pytest.raises(WrongStep):
        attendance.walk_in(competition=event, player=cast.anna)
    for entrant in (first, others[0]):
        attendance.answer(entrant=entrant, by=cast.organiser, reply="here")
    event.refresh_from_db()
    assert (event.status, event.champion) == ("running", None)
    pair(cast, event, 2)
    assert who(event, 2) == {first.name, others[0].name}


def test_all_who_go_home_during_a_round_play_it_first(cast):
    event = evening(cast, 4, advance="auto")
    for entrant in event.entrants.order_by("seed"):
        attendance.answer(entrant=entrant, by=entrant.player, reply="home")
    event.refresh_from_db()
    assert event.status == "running"
    play(cast, event, 1)
    event.refresh_from_db()
    assert event.status == "finished" and not round_of(event, 2).ties.exists()
    event.official_at = event.finished_at
    event.save(update_fields=["official_at"])
    with pytest.raises(WrongStep, match="closed"):
        attendance.answer(entrant=event.champion, by=event.champion.player, reply="here")


def test_lots_part_those_who_are_level_when_all_have_gone_home(cast):
    event = evening(cast, 4, advance="auto")
    for entrant in event.entrants.all():
        attendance.answer(entrant=entrant, by=entrant.player, reply="home")
    for fixture in at_tables(event, 1):
        rulings.enter_result(fixture=fixture, score=rulings.Score(1, 1), by=cast.organiser)
    event.refresh_from_db()
    assert event.status == "finished" and event.champion.name == next(iter(table(event)))
    assert [row["rank"] for row in table(event).values()] == [1, 2, 3, 4]
    stands(event)


def test_a_walk_in_plays_for_no_other_side_and_is_no_program_unasked(cast):
    event = create.create(by=cast.organiser, name="Pairs", game="six_a_side", preset="evening", places=8, side_size=2)
    event = create.publish(competition=event, by=cast.organiser)
    reds = entries.enter(competition=event, player=cast.anna, name="The reds")
    entries.enter_names(competition=event, by=cast.organiser, names=["The blues", "The greens", "The whites"])
    sides.join(key=reds.side_key, player=cast.bruno)
    rounds.start(competition=event, by=cast.organiser)
    pair(cast, event, 1)
    with pytest.raises(EntryRefused, match="already play for a side"):
        attendance.walk_in(competition=event, player=cast.bruno)
    with pytest.raises(EntryRefused, match="for people only"):
        attendance.walk_in(competition=event, player=robots.make_bot(owner=cast.stranger, nickname="Robot"))
    assert event.entrants.count() == 4
    assert attendance.walk_in(competition=event, player=cast.stranger).first_round == 2
