"""A match of a table that is a tie of two legs: one result, decided as the tie of a cup is, or drawn on aggregate."""

import random
from itertools import product
from typing import Final

import pytest
from django.urls import reverse
from rest_framework.test import APIClient

from league.competitions.derivation.facts import Derived, FixtureFacts, TieFacts
from league.competitions.derivation.tables import kicks_of, result_of
from league.competitions.errors import BadSetting
from league.competitions.models import Competition, Entrant, Fixture, Group, PlainEntrant, Round, Stage, Tie
from league.competitions.setup.formats import DEFAULTS
from league.competitions.setup.stages import rules_from, tie_rules
from league.competitions.verbs import create, rulings
from league.competitions.verbs.copying import like
from league.competitions.verbs.results import collect
from league.competitions.verbs.rulings import Consent, Score
from league.formats.ties import Leg, decide
from league.seasons.verbs import shortening
from league.standings.figures import paid
from tests.league.builders import competition, running
from tests.league.competitions.documents import equal_elsewhere
from tests.league.recomputed import computed_again, picture
from tests.league.tables import finish, open_fixtures, play_out

BACKEND = "django.contrib.auth.backends.ModelBackend"
ONCE: Final = {"times": 1, "table_legs": 2}
KINDS: Final = {
    "league": ("league", 5, {}),
    "world_cup": ("world_cup", 8, {"groups": 2, "through": 1}),
    "divisions": ("divisions", 8, {}),
}
COLUMNS = ("played", "won", "drawn", "lost", "goals_for", "goals_against", "points")


def fixtures_of(cup):
    rows = Fixture.objects.filter(tie__round__stage__competition=cup, tie__group__isnull=False)
    return list(rows.select_related("tie", "home", "away").order_by("tie__round__number", "tie__number", "leg"))


def rows_of(cup):
    return {
        row["entrant"]: row for group in Group.objects.filter(stage__competition=cup) for row in group.table["rows"]
    }


def line_of(cup, entrant):
    row = rows_of(cup)[str(entrant.pk)]
    return tuple(row[name] for name in COLUMNS)


def enter(fixture, by, *score):
    rulings.enter_result(fixture=fixture, score=Score(*score), by=by, reason="as played", confirmed=True)


# ── decided as in a cup ──
def stage_of(kind, **settings):
    """An unsaved stage of ``kind`` whose ties have two legs."""
    return Stage(number=1, format=kind, settings={**DEFAULTS[kind], **settings})


def random_legs(rng):
    """Two legs as they may have been entered or played, now and then one that a side gave up."""
    legs = []
    for home in ("home", "away"):
        score = (rng.randrange(3), rng.randrange(3))
        forfeit = rng.choice(("", "", "", "", "home", "away", "both"))
        if forfeit:
            score = {"home": (0, 3), "away": (3, 0), "both": (0, 0)}[forfeit]
        beyond = {}
        if home == "away" and not forfeit and rng.random() < 0.7:
            beyond = {"extra_time": rng.random() < 0.5, "shootout": rng.choice(((4, 2), (3, 5)))}
        legs.append(Leg(home=home, score=score, forfeit=forfeit, **beyond))
    return legs


def result_in_table(stage, legs, decision):
    """Return the ids of the sides of a tie of ``legs``, and its result in the table of ``stage``."""
    home, away = (PlainEntrant.of(Entrant(name=name)) for name in ("Home", "Away"))
    tie = Tie(group_id=1, round=Round(stage=stage))
    winner = {"home": home, "away": away}.get(decision.winner)
    derived = Derived(ties={tie.id: TieFacts(home, away, winner, decision.decided, legs=list(legs))})
    fixtures = []
    for number, leg in enumerate(legs, start=1):
        fixture = Fixture(tie=tie, leg=number)
        sides = (home, away) if leg.home == "home" else (away, home)
        status = Fixture.Status.WALKOVER if leg.forfeit else Fixture.Status.PLAYED
        derived.fixtures[fixture.id] = FixtureFacts(*sides, status, *leg.score)
        fixtures.append(fixture)
    return home, away, result_of(derived, fixtures, 1, kicks_of(stage))


@pytest.mark.parametrize("away_goals", [False, True])
@pytest.mark.parametrize("draws", ["shootout", "extra_time"])
def test_a_tie_of_a_table_is_decided_as_that_of_a_cup(draws, away_goals):
    league = stage_of("league", **ONCE, draws=draws, table_away_goals=away_goals)
    cup = rules_from({**DEFAULTS["knockout"], "legs": 2, "extra_time": draws == "extra_time", "away_goals": away_goals})
    assert tie_rules(league) == cup
    rng, seen = random.Random(f"{draws} {away_goals}"), set()
    for _case in range(2000):
        legs = random_legs(rng)
        decision = decide(cup, legs)
        home, away, result = result_in_table(league, legs, decision)
        seen.add(decision.decided)
        if not decision.over:
            assert result is None
            continue
        points = dict(zip((home, away), paid(result, (3, 1, 0)), strict=True))
        if decision.decided == "shootout":
            assert (points[home], points[away]) == ((2, 1) if decision.winner == "home" else (1, 2))
        elif decision.winner is None:
            assert decision.decided == "double_walkover" and set(points.values()) == {0}
        else:
            assert (points[home], points[away]) == ((3, 0) if decision.winner == "home" else (0, 3))
        assert (result.home_goals, result.away_goals) == decision.aggregate
    assert seen >= {"", "aggregate", "shootout", "walkover", "double_walkover"}
    assert ("away_goals" in seen) == away_goals


def test_a_level_aggregate_may_be_drawn():
    league = stage_of("league", **ONCE)
    for first, second in product(product(range(3), repeat=2), repeat=2):
        legs = [Leg("home", first), Leg("away", second)]
        decision = decide(tie_rules(league), legs)
        goals = (first[0] + second[1], first[1] + second[0])
        assert decision.aggregate == goals
        assert (decision.winner is None) == (decision.decided == "draw") == (goals[0] == goals[1])
        _home, _away, result = result_in_table(league, legs, decision)
        assert (result.home_goals, result.away_goals, result.awarded) == (*goals, "")


def test_away_goals_decide_before_an_aggregate_is_drawn():
    rules = tie_rules(stage_of("groups", **ONCE, table_away_goals=True))
    assert decide(rules, [Leg("home", (2, 1)), Leg("away", (1, 0))]).winner == "away"
    assert decide(rules, [Leg("home", (1, 1)), Leg("away", (1, 1))]).decided == "draw"


# ── a case by hand ──
def test_a_league_of_three_by_hand(cast):
    """A–B 1–2, 3–1: A by 4–3. A–C 0–0, 1–1 and 3–4 on penalties: C. B–C 2–0, 0–2 and 5–3 on penalties: B."""
    league = running(cast.organiser, "league", 3, settings={**ONCE, "draws": "shootout"})
    by_pair = {}
    for fixture in fixtures_of(league):
        by_pair.setdefault(frozenset((fixture.home.name, fixture.away.name)), []).append(fixture)
    assert [len(legs) for legs in by_pair.values()] == [2, 2, 2]

    def play(first, second, *scores):
        """Enter both legs of a pair, the goals of ``first`` before those of ``second``, then the kicks of each."""
        for leg, score in zip(by_pair[frozenset((first, second))], scores, strict=True):
            goals = score[:2] if leg.home.name == first else score[1::-1]
            kicks = [tuple(score[2]) if leg.home.name == first else tuple(reversed(score[2]))] if score[2:] else []
            enter(leg, cast.organiser, *goals, *kicks)

    names = {entrant.name: entrant for entrant in league.entrants.all()}
    a, b, c = sorted(names)
    play(a, b, (1, 2), (3, 1))
    assert line_of(league, names[a]) == (1, 1, 0, 0, 4, 3, 3)
    play(a, c, (0, 0), (1, 1, (3, 4)))
    assert line_of(league, names[a]) == (2, 1, 1, 0, 5, 4, 4), "three for the win, one for the shootout"
    assert line_of(league, names[c]) == (1, 0, 1, 0, 1, 1, 2)
    play(b, c, (2, 0), (0, 2, (5, 3)))
    assert line_of(league, names[b]) == (2, 0, 1, 1, 5, 6, 2)
    assert line_of(league, names[c]) == (2, 0, 2, 0, 3, 3, 3)
    league.refresh_from_db()
    assert (league.status, league.champion) == ("finished", names[a])
    assert picture(league) == computed_again(league)


# ── from the first leg to the table ──
def test_the_second_leg_opens_after_the_first_and_only_then_there_is_a_result(cast):
    league = running(cast.organiser, "league", 2, settings={**ONCE, "draws": "shootout"})
    [first] = open_fixtures(league)
    assert first.leg == 1 and first.match.terms["draws_allowed"] is True
    finish(first.match, 2, 1)
    collect()
    assert {row["played"] for row in rows_of(league).values()} == {0}
    [second] = open_fixtures(league)
    assert (second.leg, second.home, second.away) == (2, first.away, first.home)
    assert second.match.terms["carry"] == {"home": 1, "away": 2} and second.match.terms["draws_allowed"] is False
    kicks = {"home": [True] * 3, "away": [True] * 4}
    finish(second.match, 1, 0, winner="away", how="shootout", shootout=kicks)
    collect()
    assert line_of(league, first.home) == (1, 0, 1, 0, 2, 2, 2)
    assert line_of(league, first.away) == (1, 0, 1, 0, 2, 2, 1)


def test_a_second_leg_that_may_be_drawn_is_a_match_of_its_own(cast):
    league = running(cast.organiser, "league", 2, settings=ONCE)
    finish(open_fixtures(league)[0].match, 0, 1)
    collect()
    [second] = open_fixtures(league)
    assert second.match.terms["draws_allowed"] is True
    finish(second.match, 0, 1)
    collect()
    assert {line_of(league, entrant) for entrant in league.entrants.all()} == {(1, 0, 1, 0, 1, 1, 1)}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("draws", ["stand", "shootout"])
def test_every_pair_has_one_result_and_no_document_loses_it(cast, kind, draws):
    preset, entrants, more = KINDS[kind]
    cup = running(cast.organiser, preset, entrants, settings={**ONCE, "draws": draws, **more})
    assert {len(tie.legs) for tie in Tie.objects.filter(group__stage__competition=cup)} == {2}
    play_out(cup, seed=5)
    assert cup.status == Competition.Status.FINISHED
    for group in Group.objects.filter(stage__competition=cup):
        size = len(group.table["rows"])
        for row in group.table["rows"]:
            assert row["played"] == size - 1 == row["won"] + row["drawn"] + row["lost"]
    assert picture(cup) == computed_again(cup)
    equal_elsewhere(cup, cast.anna)


# ── rulings on one leg ──
@pytest.fixture
def pair(cast):
    """A league of two with one tie, and its two fixtures."""
    league = running(cast.organiser, "league", 2, settings={**ONCE, "draws": "shootout"})
    return league, *fixtures_of(league)


def award(fixture, winner, by, **more):
    rulings.walkover(fixture=fixture, winner=winner, by=by, reason="stayed away", confirmed=True, **more)


def test_a_walkover_of_one_leg_counts_three_goals_of_the_aggregate(cast, pair):
    league, first, second = pair
    award(first, "home", cast.organiser)
    assert rows_of(league)[str(first.home_id)]["played"] == 0
    enter(second, cast.organiser, 4, 0)
    assert line_of(league, first.away) == (1, 1, 0, 0, 4, 3, 3)


def test_a_tie_that_a_side_left_counts_three_to_nil(cast, pair):
    league, first, second = pair
    enter(first, cast.organiser, 0, 5)
    award(second, "away", cast.organiser, tie=True)
    assert line_of(league, first.home) == (1, 1, 0, 0, 3, 0, 3)


def test_a_leg_that_nobody_played_leaves_a_level_tie_to_nobody(cast, pair):
    league, first, second = pair
    enter(first, cast.organiser, 1, 1)
    award(second, None, cast.organiser)
    assert {line_of(league, entrant) for entrant in (first.home, first.away)} == {(1, 0, 0, 1, 1, 1, 0)}


def test_a_defeat_of_both_in_one_leg_counts_against_both(cast, pair):
    league, first, second = pair
    rulings.walkover(fixture=first, winner=None, conceded=True, by=cast.organiser, reason="a brawl", confirmed=True)
    enter(second, cast.organiser, 0, 1)
    assert line_of(league, first.home) == (1, 1, 0, 0, 1, 3, 3)
    assert line_of(league, first.away) == (1, 0, 0, 1, 0, 4, 0)


def test_a_void_leg_voids_the_tie(cast, pair):
    league, first, second = pair
    enter(first, cast.organiser, 1, 0)
    enter(second, cast.organiser, 1, 0, (2, 3))
    assert line_of(league, first.home)[0] == 1
    rulings.void(fixture=second, by=cast.organiser, reason="a wrong board", consent=Consent(confirmed=True))
    assert line_of(league, first.home)[0] == 0


def test_a_second_leg_that_is_void_leaves_no_first_to_play(cast, pair):
    league, first, second = pair
    rulings.void(fixture=second, by=cast.organiser, reason="no board", consent=Consent(confirmed=True))
    first.refresh_from_db()
    assert (first.tie.decided, first.status) == ("void", Fixture.Status.VOID)
    assert picture(league) == computed_again(league)


def test_a_corrected_first_leg_decides_the_tie_anew(cast, pair):
    league, first, second = pair
    enter(first, cast.organiser, 1, 0)
    enter(second, cast.organiser, 0, 0)
    assert line_of(league, first.home) == (1, 1, 0, 0, 1, 0, 3)
    enter(first, cast.organiser, 0, 2)
    assert line_of(league, first.home) == (1, 0, 0, 1, 0, 2, 0)
    assert picture(league) == computed_again(league)


def test_a_first_leg_can_be_played_again(cast, pair):
    league, first, second = pair
    enter(first, cast.organiser, 1, 0)
    enter(second, cast.organiser, 0, 0)
    rulings.replay(fixture=first, by=cast.organiser, reason="a wrong board", confirmed=True)
    assert line_of(league, first.home)[0] == 0
    first.refresh_from_db()
    assert first.status == Fixture.Status.OPEN


@pytest.mark.parametrize(("policy", "line"), [("award", (1, 1, 0, 0, 3, 0, 3)), ("void", (0, 0, 0, 0, 0, 0, 0))])
def test_a_withdrawal_between_the_legs(cast, policy, line):
    league = running(cast.organiser, "league", 3, settings=ONCE, withdrawals=policy)
    first = open_fixtures(league)[0]
    enter(first, cast.organiser, 0, 1)
    rulings.withdraw(entrant=first.away, by=cast.organiser, reason="moved away")
    assert line_of(league, first.home) == line
    assert picture(league) == computed_again(league)


def test_a_shorter_season_keeps_both_legs_of_the_first_meeting(cast):
    league = running(cast.organiser, "league", 3, settings={**ONCE, "times": 2}, round_hours=24)
    assert shortening.shorter(league) == [1]
    shortening.shorten(competition=league, by=cast.organiser, reason="snow", consent=Consent(confirmed=True))
    play_out(league, seed=4)
    assert league.status == Competition.Status.FINISHED
    assert {row["played"] for row in rows_of(league).values()} == {2}


# ── the setting ──
def test_nobody_is_ranked_by_away_goals_of_ties(cast):
    """Nor does a number count a side as away because the first leg was."""
    with pytest.raises(BadSetting) as refused:
        competition(cast.organiser, "league", 4, settings=ONCE, criteria=["away_goals_for"])
    assert refused.value.field == "table_legs" and "away goals scored" in str(refused.value)
    league = competition(cast.organiser, "league", 4, settings={"times": 1}, criteria=["away_wins"])
    with pytest.raises(BadSetting):
        create.change(competition=league, by=cast.organiser, settings=ONCE)


@pytest.mark.parametrize("preset", ["swiss", "evening", "league_phase"])
def test_formats_that_cannot_have_it_refuse_it(cast, preset):
    with pytest.raises(BadSetting) as refused:
        competition(cast.organiser, preset, 12, settings={"table_legs": 2})
    assert "table_legs" in str(refused.value)


def test_the_number_of_matches_takes_the_place_of_the_wish_of_a_game(cast):
    def made(**settings):
        league = create.create(
            by=cast.organiser, name="A league", game="dom_jim", preset="league", places=4, settings=settings
        )
        return {name: league.stages.get().settings[name] for name in ("table_legs", "times", "draws")}

    assert made() == {"table_legs": 2, "times": 1, "draws": "extra_time"}
    assert made(times=2) == {"table_legs": 1, "times": 2, "draws": "stand"}
    assert made(times=2, table_legs=2) == {"table_legs": 2, "times": 2, "draws": "extra_time"}
    assert made(draws="stand") == {"table_legs": 2, "times": 1, "draws": "stand"}


def test_stages_of_ones_own_begin_with_the_wish_of_the_game(cast):
    own = create.create(
        by=cast.organiser, name="Own", game="dom_jim", preset="own", places=8,
        stages=[{"format": "groups"}, {"format": "knockout"}],
    )  # fmt: skip
    groups, knockout = own.stages.order_by("number")
    assert (groups.settings["table_legs"], groups.settings["draws"], knockout.settings["legs"]) == (2, "extra_time", 2)


def test_an_older_league_stays_as_it_was(cast):
    """Its stage names neither the legs nor what follows level matches: neither change nor copy brings two legs."""
    league = competition(cast.organiser, "league", 4, game="dom_jim", settings={"times": 2})
    stage = league.stages.get()
    for name in ("table_legs", "table_away_goals", "draws"):
        del stage.settings[name]
    stage.save()
    again = create.create(by=cast.organiser, name="Again", **like(league))
    create.change(competition=league, by=cast.organiser, settings={"boundary_playoffs": True})
    for settings in (league.stages.get().settings, again.stages.get().settings):
        assert (settings["table_legs"], settings["times"], settings["draws"]) == (1, 2, "stand")


def test_the_api_makes_it_and_shows_both_legs_of_each_tie(cast):
    client = APIClient()
    client.force_login(cast.organiser, backend=BACKEND)
    body = {"name": "Two by two", "game": "super_goal", "preset": "league", "places": 4, "settings": ONCE}
    made = client.post("/api/v1/competitions/", body)
    assert made.status_code == 201
    assert made.json()["stages"][0]["settings"]["table_legs"] == 2
    wrong = client.post("/api/v1/competitions/", {**body, "settings": {"table_legs": 3}})
    assert wrong.status_code == 400 and "1, 2" in str(wrong.json()["errors"])


def test_pages_say_that_a_pair_has_one_result(cast, client):
    league = running(cast.organiser, "league", 3, settings={**ONCE, "draws": "shootout"})
    play_out(league, seed=2)
    english = {"headers": {"accept-language": "en"}}
    table = client.get(reverse("competitions:table", args=[league.slug]), **english).content.decode()
    rules = client.get(reverse("competitions:rules", args=[league.slug]), **english).content.decode()
    sentence = "A match of the table is two legs, one at each side’s home"
    assert sentence in table and sentence in rules
    assert 'id="venues"' not in table, "nobody plays a tie at home or away"


def test_groups_of_ties_are_entered_on_their_pages_until_the_cup_has_a_winner(cast, client):
    """Every leg by the organiser's form: level second legs need penalties there, first legs take none."""
    organiser = cast.organiser
    client.force_login(organiser, backend=BACKEND)
    settings = {**ONCE, "draws": "shootout", "groups": 2, "through": 1, "legs": 2, "neutral_final": False}
    cup = running(organiser, "world_cup", 6, settings={**settings, "third_place": False})
    entered = 0
    while ahead := [fixture for fixture in open_fixtures(cup) if fixture.status == Fixture.Status.OPEN]:
        fixture = ahead[0]
        page = reverse("competitions:ruling", args=[cup.slug, fixture.pk])
        score = {"do": "result", "home_goals": 1, "away_goals": 1}
        answer = client.post(page, score)
        if fixture.leg == 2:
            assert answer.status_code == 200, "level on aggregate: the page asks for penalties"
            answer = client.post(page, {**score, "home_kicks": 3, "away_kicks": 4})
        assert answer.status_code == 302
        entered += 1
    cup.refresh_from_db()
    assert entered == 2 * (3 + 3 + 1) and cup.status == Competition.Status.FINISHED
    assert picture(cup) == computed_again(cup)
    for entrant in cup.entrants.all():
        row = rows_of(cup)[str(entrant.pk)]
        assert (row["played"], row["drawn"], row["shootouts_won"] + row["shootouts_lost"]) == (2, 2, 2)
