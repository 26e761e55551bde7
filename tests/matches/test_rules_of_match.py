"""The rules of a match of one's own: each option of each game through each door, stored as asked, or refused alike."""

from __future__ import annotations

from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.test import Client
from rest_framework.test import APIClient

import engines
from engines.core.options import Option
from matches.models import Challenge, Match
from matches.terms.rules import BadRules, RulesOfMatch, choices, possible_values
from matches.verbs import casual, challenges
from tests import cases
from tests.typed import typed_in

pytestmark = pytest.mark.django_db(transaction=True)

BACKEND = "django.contrib.auth.backends.ModelBackend"
GAMES = cases.built()


# ── the doors: each opens a match of anna's with one value chosen, or answers with a refusal ──
def by_page(address: str, **pressed: str) -> Callable[..., Any]:
    def open_it(cast: Any, game: str, name: str, value: Any) -> Any:
        browser = Client()
        browser.force_login(cast.anna, backend=BACKEND)
        sent = {} if value is False else {f"{game}-{name}": "on" if value is True else value}
        other = next(other for other in choices(game) if other != name)
        shown = {f"{game}-{other}": "" if (usual := usual_values(game)[other]) in (None, False) else usual}
        return browser.post(
            address.format(game=game), {**shown, **sent, **{k: v.format(game=game) for k, v in pressed.items()}}
        )

    return open_it


def by_api(**more: str) -> Callable[..., Any]:
    def open_it(cast: Any, game: str, name: str, value: Any) -> Any:
        program = APIClient()
        program.force_login(cast.anna, backend=BACKEND)
        option = name.removeprefix("options.")
        chosen = {"options": {option: value}} if name != option else {name: value}
        return program.post("/api/v1/challenges/", {"game": game, **chosen, **more}, format="json")

    return open_it


DOORS: dict[str, Callable[..., Any]] = {
    "bot": by_page("/play/{game}/", opponent="club"),
    "friend": by_page("/play/{game}/", opponent="friend"),
    "screen": by_page("/play/{game}/", opponent="screen", second="Bice"),
    "practice": by_page("/play/{game}/", opponent="practice"),
    "lobby": by_page("/play/{game}/", opponent="lobby"),
    "api": by_api(),
    "api_bot": by_api(bot="club"),
}


def usual_values(game: str) -> dict[str, Any]:
    return RulesOfMatch.taken(game).values


def two_legs(game: str) -> dict[str, Any]:
    """What two legs change besides: someone wins them."""
    return {"winner": engines.get(game).winner.choices[1]}


def another(option: Option, usual: Any) -> Any:
    """A value that ``option`` may have and that is not as usual."""
    if option.kind == "bool":
        return not usual
    allowed = option.choices if option.kind == "str" else (option.high, option.low)
    return next(value for value in allowed if value != usual)


def wrong(option: Option) -> Any:
    """A value that ``option`` never has."""
    return "sometimes" if option.kind != "int" else option.high + 1


def opened(cast: Any) -> Match:
    """The match that the door opened, or that its offer becomes when bruno accepts it; nothing of it is left."""
    offer = Challenge.objects.first()
    match = challenges.accept(challenge_id=offer.pk, user=cast.bruno) if offer else Match.objects.get()
    Match.objects.all().delete()
    Challenge.objects.all().delete()
    return match


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("door", DOORS)
def test_each_value_is_that_of_the_match(cast, door, game):
    for name, option in choices(game).items():
        if (door, name) == ("practice", "legs"):
            continue  # a board of one leg
        value = another(option, usual_values(game)[name])
        answer = DOORS[door](cast, game, name, value)
        assert answer.status_code in (200, 201, 302), f"{name}: {answer.content.decode()[:2000]}"
        match = opened(cast)
        rules = RulesOfMatch.of(match)
        assert rules.changed() == {name: value} | (two_legs(game) if name == "legs" else {}), name
        assert match.options == rules.options
        assert match.terms == {**rules.terms, "draws_allowed": rules.winner == "none" or match.leg == 1}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("door", DOORS)
def test_a_wrong_value_is_refused_with_one_sentence(cast, door, game):
    for name, option in choices(game).items():
        if option.kind == "bool" and "api" not in door:
            continue  # a box is ticked or not
        answer = DOORS[door](cast, game, name, wrong(option))
        sentence = possible_values(option)
        if "api" in door:
            assert answer.status_code == 400
            problem = answer.json()
            assert problem["code"] == "bad_options" and problem["errors"] == {name: [sentence]}, problem
        else:
            assert answer.status_code == 422 and sentence in unescape(answer.content.decode()), name
        assert not Match.objects.exists() and not Challenge.objects.exists()


def test_a_sentence_names_the_values_that_the_engine_allows():
    for game in GAMES:
        for name, option in choices(game).items():
            with pytest.raises(BadRules) as refused:
                RulesOfMatch.taken(game, **chosen(name, wrong(option)))
            assert refused.value.field == name and str(refused.value) == possible_values(option)
            bounds = (
                option.choices
                if option.kind == "str"
                else (option.low, option.high)
                if option.kind == "int"
                else ("true",)
            )
            assert all(str(value) in str(refused.value) for value in bounds), str(refused.value)


def chosen(name: str, value: Any) -> dict[str, Any]:
    option = name.removeprefix("options.")
    return {"options": {option: value}} if option != name else {name: value}


def test_an_unknown_option_is_refused_with_the_known_ones(cast):
    answer = DOORS["api"](cast, "fuba", "options.half_time", 3)
    errors = answer.json()["errors"]
    assert answer.status_code == 400 and all(
        option.name in errors["options.half_time"][0] for option in engines.get("fuba").options
    )


def test_an_unknown_field_of_the_api_is_refused_with_the_known_ones(cast):
    problem = by_api(winners="shootout")(cast, "fuba", "winner", "none").json()
    assert "winner" in problem["errors"]["winners"][0]


def test_super_goal_has_no_extra_time():
    with pytest.raises(BadRules, match="none, shootout"):
        RulesOfMatch.taken("super_goal", winner="extra_time")


@pytest.mark.parametrize("game", GAMES)
def test_what_is_not_chosen_is_as_in_each_friendly_match(cast, game):
    match = casual.play_friend(user=cast.anna, game=game)
    engine = engines.get(game)
    defaults = {option.name: option.default for option in engine.options}
    assert match.options == {**defaults, **engine.house_options} and match.terms["draws_allowed"]
    assert RulesOfMatch.of(match).in_words() == "The usual rules"


def test_what_an_offer_leaves_out_is_as_usual(cast):
    offer = challenges.offer(user=cast.anna, game="fuba", options={"half_minutes": 20})
    assert offer.options["formations"] == "cards" and offer.options["half_minutes"] == 20


@pytest.mark.parametrize("winner", ["none", "extra_time", "shootout"])
def test_a_rematch_keeps_the_rules(cast, winner):
    match = casual.play_bot(
        user=cast.anna, game="soccer_tactics", bot="club", options={"half_turns": 5, "shot": "die"}, winner=winner
    )
    Match.objects.filter(pk=match.pk).update(status="finished", result={"winner": "home"}, finished_at=match.created_at)
    again = casual.rematch(match_id=match.pk, user=cast.anna)
    assert again.pk != match.pk and RulesOfMatch.of(again) == RulesOfMatch.of(match)
    assert (again.options, again.terms) == (match.options, match.terms)


@pytest.mark.parametrize("door", ["bot", "friend", "screen", "practice"])
def test_another_press_with_other_rules_opens_another_table(cast, door):
    for value in ("none", "shootout", "shootout"):
        DOORS[door](cast, "super_goal", "winner", value)
    assert [RulesOfMatch.of(match).winner for match in Match.objects.order_by("created_at")] == ["none", "shootout"]


@pytest.mark.parametrize("legs", [1, 2])
def test_a_practice_board_is_of_one_leg(cast, legs):
    DOORS["practice"](cast, "fuba", "legs", legs)
    assert RulesOfMatch.of(Match.objects.get()).legs == 1


def test_two_legs_have_a_winner(cast):
    ways = {"none": "shootout", "shootout": "shootout"}
    for asked, answer in ways.items():
        offer = challenges.offer(user=cast.anna, game="super_goal", winner=asked, legs=2)
        assert (offer.winner, offer.legs) == (answer, 2)
    match = challenges.accept(challenge_id=offer.pk, user=cast.bruno)
    assert match.leg == 1 and RulesOfMatch.of(match) == RulesOfMatch.offered(offer)


def test_another_offer_with_other_rules_is_another_offer(cast):
    offers = [
        challenges.offer(user=cast.anna, game="fuba", winner=winner) for winner in ("none", "shootout", "shootout")
    ]
    assert offers[0] != offers[1] == offers[2]


def test_fields_of_another_game_say_nothing(cast):
    browser = Client()
    browser.force_login(cast.anna, backend=BACKEND)
    browser.post(
        "/play/fuba/", {"opponent": "lobby", "super_goal-winner": "shootout", "super_goal-options.half_turns": "0"}
    )
    assert RulesOfMatch.offered(Challenge.objects.get()).changed() == {}


def test_a_refusal_loses_nothing_that_was_chosen(cast):
    browser = Client()
    browser.force_login(cast.anna, backend=BACKEND)
    wrong_rules = {"fuba-winner": "shootout", "fuba-options.half_minutes": "5"}
    offered = {"opponent": "lobby", "control": "relaxed", "side": "away", "level": "expert", **wrong_rules}
    refused = browser.post("/play/fuba/", offered)
    assert refused.status_code == 422
    sent = typed_in(refused.content.decode(), "fuba-winner")
    assert {name: sent[name] for name in offered} == {name: [value] for name, value in offered.items()}
    refused = browser.post("/play/fuba/", {"opponent": "screen", "second": "Bice", **wrong_rules})
    assert refused.status_code == 422
    sent = typed_in(refused.content.decode(), "fuba-winner")
    assert sent["second"] == ["Bice"] and sent["opponent"] == ["screen"] and sent["fuba-winner"] == ["shootout"]


def test_an_address_begins_the_form_with_its_rules(cast):
    browser = Client()
    browser.force_login(cast.anna, backend=BACKEND)
    shown = browser.get("/play/soccer_tactics/?soccer_tactics-winner=shootout&soccer_tactics-options.half_turns=9")
    sent = typed_in(shown.content.decode(), "soccer_tactics-winner", opponent="friend")
    assert browser.post("/play/soccer_tactics/", sent).status_code == 302
    assert RulesOfMatch.of(Match.objects.get()).changed() == {"winner": "shootout", "options.half_turns": 9}


def test_a_rematch_of_a_match_older_than_an_option_is_played_as_it_was(cast):
    before = {option.name: option.before for option in engines.get("dom_jim").options if option.before is not None}
    assert before
    match = casual.play_bot(user=cast.anna, game="dom_jim", bot="club")
    older = {name: value for name, value in match.options.items() if name not in before}
    Match.objects.filter(pk=match.pk).update(
        status="finished", result={"winner": "home"}, finished_at=match.created_at, options=older, rules_version=1
    )
    again = casual.rematch(match_id=match.pk, user=cast.anna)
    assert {name: again.options[name] for name in before} == before


def gathered_by_api(cast, **asked):
    program = APIClient()
    program.force_login(cast.anna, backend=BACKEND)
    return program.post("/api/v1/challenges/", asked, format="json")


def test_the_api_opens_a_match_of_several_a_side_with_a_link_for_each(cast):
    answer = gathered_by_api(cast, game="six_a_side", people_per_side=2, options={"mode": "golden_goal"})
    assert answer.status_code == 200, answer.json()
    match = Match.objects.get(pk=answer.json()["match"])
    assert match.options["mode"] == "golden_goal" and match.status == Match.Status.WAITING
    assert [seat.places for seat in match.seats.all()] == [2, 2]
    links = answer.json()["links"]
    assert set(links) == {"home", "away"}
    for side, link in links.items():
        assert link.endswith(f"/{match.seats.get(side=side).invite}/")
        assert Client().get(link).status_code == 200


@pytest.mark.parametrize(
    ("game", "people", "allowed"),
    [("six_a_side", 4, "1, 2, 3"), ("six_a_side", 0, "1, 2, 3"), ("soccer_tactics", 3, "1, 2"), ("fuba", 2, "1")],
)
def test_the_api_names_the_numbers_of_people_that_a_game_allows(cast, game, people, allowed):
    answer = gathered_by_api(cast, game=game, people_per_side=people)
    assert 400 <= answer.status_code < 500 and f": {allowed}." in answer.json()["detail"], answer.json()
    assert not Match.objects.exists()


def test_people_come_by_links_and_not_by_name(cast):
    answer = gathered_by_api(cast, game="six_a_side", people_per_side=2, to=str(cast.bruno.pk))
    assert answer.status_code == 400 and "people_per_side" in answer.json()["errors"]
