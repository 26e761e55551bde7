"""One rule, one sentence, at every door: making a competition, changing it, its page, the API, a document."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from html import unescape
from typing import Any
from uuid import uuid4

import pytest
from django.db.models import BooleanField, DateTimeField, Model
from rest_framework.test import APIClient

from league.clubs.models import Club
from league.clubs.verbs import clubs, handovers
from league.competitions.errors import BadSetting
from league.competitions.exchange.faults import BadFile
from league.competitions.exchange.writing import exported
from league.competitions.models import Competition, Stage
from league.competitions.setup import formats
from league.competitions.setup.formats import DEFAULTS, Setting
from league.competitions.setup.presets import PRESETS
from league.competitions.setup.settings import SETTINGS
from league.competitions.verbs import create
from league.competitions.verbs.importing import take_in
from league.errors import out_of_bounds
from league.fields import bounds_of, column, lengths_of, refusal, values_of
from league.lessons import verbs as lessons
from league.lessons.models import Lesson
from league.series import verbs as series
from league.series.models import Series
from tests.typed import typed_in

BACKEND = "django.contrib.auth.backends.ModelBackend"
DAY = 86400


@dataclass(frozen=True)
class Rule:
    """``wrong`` is what no competition of ``preset`` may have; ``right`` what it has before."""

    name: str
    preset: str
    wrong: dict[str, Any]
    right: dict[str, Any] = field(default_factory=dict)
    page: dict[str, str] | None = None
    """What is typed on the page, if a field there has it; None: as ``wrong`` says."""
    doors: str = "page api document"

    def __str__(self) -> str:
        return self.name.replace(" ", "-")


NOT_ON_THE_PAGE = "api document"
RULES = [
    Rule("a schedule needs a day", "cup", {"advance": "schedule"}, doors=NOT_ON_THE_PAGE),
    Rule("a day is not taken from a schedule", "cup", {"advance": "schedule", "starts_at": None},
         {"advance": "schedule", "starts_at": "2031-05-04T18:00:00Z"}, doors=NOT_ON_THE_PAGE),
    Rule("a match fits its round", "cup", {"move_seconds": DAY, "budget_seconds": 7 * DAY, "round_hours": 24},
         page={"clock": "slow", "round_hours": "24"}),
    Rule("a rest by silence needs a click", "evening", {"advance": "auto", "settings": {"silent": "rest"}},
         {"advance": "click"}),
    Rule("a house player has a name", "evening", {"settings": {"odd": "house_player"}}),
    Rule("away goals need two legs", "cup", {"settings": {"away_goals": True}}),
    Rule("away goals come first", "cup", {"settings": {"away_goals_in_extra_time": True}}),
    Rule("a replay is of one match", "cup", {"settings": {"legs": 2, "replay": True}}),
    Rule("a third place needs four", "cup", {"places": 3, "settings": {"third_place": True}}),
    Rule("four stay for a third place", "cup", {"places": 3}, {"settings": {"third_place": True}}),
    Rule("a bracket with losers is fixed", "cup", {"settings": {"consolation": "plate", "redraw": True}}),
    Rule("groups of two", "world_cup", {"places": 7}, {"places": 16}),
    Rule("qualifiers from a group", "world_cup", {"settings": {"through": 5}}, {"places": 16}),
    Rule("best of the next place", "world_cup", {"settings": {"best": 9}}, {"places": 16}),
    Rule("divisions of two", "divisions", {"places": 6, "settings": {"divisions": 4}}, {"places": 12}),
    Rule("pots of a league phase", "league_phase", {"places": 13}, {"places": 36}),
    Rule("places of a preset", "divisions", {"places": 5}, {"places": 12}),
    Rule("one place more than a bracket of four", "page", {"settings": {"through": 5}}, doors=NOT_ON_THE_PAGE),
    Rule("a table of a hundred", "own", {"places": 101}, {"places": 100, "stages": [{"format": "league"}]}),
    Rule("an extra time that the game has", "league", {"settings": {"draws": "extra_time"}},
         doors=NOT_ON_THE_PAGE),
    Rule("a shootout pays at most a win", "league", {"settings": {"shootout_win": 3.5}}, doors=NOT_ON_THE_PAGE),
    Rule("the winner of a shootout gets more", "league", {"settings": {"shootout_loss": 2.5}}),
    Rule("a shootout of a draw for half a point", "swiss", {"settings": {"shootout_win": 2.0}}),
    Rule("four meetings of each pair in a table of seventy", "league", {"settings": {"times": 4}}, {"places": 71}),
    Rule("four matches in two ties", "league", {"settings": {"times": 2, "table_legs": 2}}, {"places": 71}),
    Rule("away goals of a table need two legs", "league", {"settings": {"table_away_goals": True}}),
    Rule("two legs have no away side", "league", {"criteria": ["away_wins"]}, {"settings": {"table_legs": 2}},
         page={"tie_break_1": "away_wins"}, doors="page api"),
    Rule("a knockout has no table", "cup", {"standings": "uefa-euro/2024"}, doors=NOT_ON_THE_PAGE),
    Rule("rules of Swiss rounds", "league", {"standings": "fide-swiss/2026"}, doors=NOT_ON_THE_PAGE),
    Rule("a knockout has no tie-breaks", "cup", {"criteria": ["wins"]}, doors="api"),
    Rule("tie-breaks of Swiss rounds", "league", {"criteria": ["wins", "buchholz"]}, doors="api"),
    Rule("tie-breaks that are known", "league", {"criteria": ["luck"]}, doors="api"),
    Rule("a tie-break once", "league", {"criteria": ["wins", "goals_for", "wins"]},
         page={"tie_break_1": "wins", "tie_break_2": "goals_for", "tie_break_3": "wins"}, doors="page api"),
    Rule("one person a side", "cup", {"side_size": 2}, doors=NOT_ON_THE_PAGE),
    Rule("no teams in Swiss rounds", "swiss", {"boards": 2}, doors="api"),
    Rule("rules of a tie are known", "league", {"team_rules": {"golden": 1}}, {"boards": 2}, doors=NOT_ON_THE_PAGE),
    Rule("a tie is won by a figure", "league", {"team_rules": {"tie_by": ["luck"]}}, {"boards": 2},
         doors=NOT_ON_THE_PAGE),
    Rule("a value for each board", "league", {"team_rules": {"board_values": [3, 2, 1]}}, {"boards": 2},
         page={"board_values": "3 2 1"}),
    Rule("board points are three numbers", "league", {"team_rules": {"board_points": [1, "one"]}}, {"boards": 2},
         page={"board_points": "1 one"}),
    Rule("a win is worth more", "league", {"team_rules": {"board_points": [0, 1, 2]}}, {"boards": 2},
         page={"board_points": "0 1 2"}),
    Rule("no more than all boards give", "league", {"team_rules": {"first_to": 2.5}}, {"boards": 2},
         page={"first_to": "2.5"}),
    Rule("somebody goes through", "cup", {"team_rules": {"cup_by": ["board_points"]}},
         {"boards": 2, "round_hours": 48},
         page={"cup_by": "board_points", **dict.fromkeys(("cup_by_2", "cup_by_3", "cup_by_4", "cup_by_5"), "")}),
    Rule("one extra board", "cup", {"team_rules": {"cup_by": ["extra_board", "sudden_death"]}},
         {"boards": 2, "round_hours": 48}, doors=NOT_ON_THE_PAGE),
    Rule("a tie of a cup of teams is not replayed", "cup", {"settings": {"replay": True}},
         {"boards": 2, "round_hours": 48}),
    Rule("Scheveningen is for teams", "league", {"settings": {"scheveningen": True}}, {"places": 2}),
    Rule("line-ups within a round", "league", {"line_up_hours": 200, "round_hours": 168}, {"boards": 2}),
    Rule("a table of teams has no legs", "league", {"boards": 2, "settings": {"table_legs": 2}}, doors="page api"),
    Rule("a day with a day after it", "cup", {"starts_at": "9999-12-31T00:00:00Z"}, doors=NOT_ON_THE_PAGE),
    Rule("a day with a day before it", "cup", {"starts_at": "0001-01-01T12:00:00Z"}, doors=NOT_ON_THE_PAGE),
    Rule("a name", "cup", {"name": "ab"}, doors="page api"),
    Rule("a name that is seen", "cup", {"name": "Cup\u202e of Bari"}),
]  # fmt: skip


def made(cast: Any, rule: Rule) -> Competition:
    return create.create(by=cast.organiser, **{**_body(rule), **rule.right})


def _body(rule: Rule) -> dict[str, Any]:
    return {"name": "Saturday cup", "game": "super_goal", "preset": rule.preset, "places": 8}


def sentence_of(cast: Any, rule: Rule) -> str:
    with pytest.raises(BadSetting) as refused:
        create.create(by=cast.organiser, **{**_body(rule), **rule.right, **_with_settings(rule)})
    return str(refused.value)


def _with_settings(rule: Rule) -> dict[str, Any]:
    """``wrong``, with the settings that were right before."""
    settings = {**rule.right.get("settings", {}), **rule.wrong.get("settings", {})}
    return {**rule.wrong, **({"settings": settings} if settings else {})}


@pytest.mark.parametrize("rule", RULES, ids=str)
def test_a_change_is_refused_as_making_it_is(cast, rule):
    sentence, cup = sentence_of(cast, rule), made(cast, rule)
    with pytest.raises(BadSetting) as refused:
        create.change(competition=cup, by=cast.organiser, **rule.wrong)
    assert sentence in str(refused.value)


@pytest.mark.parametrize("rule", RULES, ids=str)
def test_the_api_refuses_with_the_same_sentence(cast, rule):
    sentence, cup = sentence_of(cast, rule), made(cast, rule)
    client = APIClient()
    client.force_login(cast.organiser, backend=BACKEND)
    answers = [
        client.post("/api/v1/competitions/", {**_body(rule), **rule.right, **_with_settings(rule)}),
        client.patch(f"/api/v1/competitions/{cup.pk}/", rule.wrong),
    ]
    for answer in answers:
        assert answer.status_code == 400 and answer["Content-Type"] == "application/problem+json"
        assert sentence in str(answer.json()["errors"]), answer.json()


@pytest.mark.parametrize("rule", [rule for rule in RULES if "page" in rule.doors.split()], ids=str)
def test_the_page_refuses_with_the_same_sentence(client, cast, rule):
    sentence, cup = sentence_of(cast, rule), made(cast, rule)
    client.force_login(cast.organiser, backend=BACKEND)
    path = f"/competitions/{cup.slug}/console/settings/"
    flat = {**rule.wrong, **rule.wrong.get("settings", {})}
    typed = {name: "on" if value is True else str(value) for name, value in flat.items() if name != "settings"}
    sent = typed_in(client.get(path).content.decode(), "name", **(typed if rule.page is None else rule.page))
    answer = client.post(path, sent)
    assert answer.status_code == 200 and sentence in unescape(answer.content.decode())


@pytest.mark.parametrize("rule", [rule for rule in RULES if "document" in rule.doors.split()], ids=str)
def test_a_document_is_refused_with_the_same_sentence(cast, rule):
    sentence, cup = sentence_of(cast, rule), made(cast, rule)
    document = exported(cup) | {"id": str(uuid4())}
    assert take_in(by=cast.organiser, document=document)[1], "the document is right before"
    document["id"] = str(uuid4())
    for name, value in rule.wrong.items():
        if name != "settings":
            document["competition"][name] = value
    for stage in document["stages"]:
        for name, value in rule.wrong.get("settings", {}).items():
            if name in stage["settings"]:
                stage["settings"][name] = value
    with pytest.raises(BadFile) as refused:
        take_in(by=cast.organiser, document=document)
    assert sentence in str(refused.value)
    assert not Competition.objects.filter(pk=document["id"]).exists()


# ── every setting, by its column ──
HERE = {
    "standings": "uefa-euro/2024",
    "name": "Sunday league",
    "title": "Corners",
    "description": "For all of us.",
    "points": [9, 4, 3],
    "team_rules": {"first_to": 3},
    "levels": [{"name": "Major", "points": [30, 20], "rest": 5}],
    "decay": [100, 50],
    "categories": ["Women", "U19"],
    "first_day": date(2026, 9, 1),
    "last_day": date(2027, 6, 30),
}
"""A value of what holds words or a list."""


def another(name: str, model: type[Model] = Competition) -> Any:
    """Another value than the usual one for setting ``name``, by its column."""
    field = column(model, name)
    if name in HERE:
        return HERE[name]
    if isinstance(field, DateTimeField):
        return datetime(2031, 5, 4, 18, tzinfo=UTC)
    if isinstance(field, BooleanField):
        return not field.default
    values, bounds = values_of(field), bounds_of(field)
    return next(value for value in values if value != field.default) if bounds is None else bounds[0] + 2


def wrong(name: str, model: type[Model] = Competition) -> Any:
    """A value that setting ``name`` cannot have; None if there is none to be typed or sent."""
    field = column(model, name)
    bounds, lengths = bounds_of(field), lengths_of(field)
    if field.choices:
        return "nonsense"
    if bounds is not None:
        return bounds[1] + 1
    return "x" * (lengths[1] + 1) if lengths and name != "standings" else None


WRONG = {name: wrong(name) for name in SETTINGS if wrong(name) is not None}


def a_league(cast: Any, preset: str = "league", **values: Any) -> Competition:
    """A draft in which every setting has a use; three people may share a side of its game."""
    settings = {"name": "Saturday league", "game": "six_a_side", "preset": preset, **values}
    return create.create(by=cast.organiser, **settings)


def stored(key: Any, name: str, model: type[Model] = Competition) -> Any:
    return model._default_manager.values_list(name, flat=True).get(pk=key)


def in_json(value: Any) -> Any:
    return value.isoformat().replace("+00:00", "Z") if isinstance(value, datetime) else value


APART = ("boards",)
"""Settings that shut out others: teams share no seat, and have rules of tables of their own."""


def test_every_setting_is_made_and_changed(cast):
    whole = a_league(cast)
    for name in SETTINGS:
        value, league = another(name), a_league(cast) if name in APART else whole
        assert value != stored(league.pk, name), name
        create.change(competition=league, by=cast.organiser, **{name: value})
        assert stored(league.pk, name) == value, name
        if name != "name":
            assert stored(a_league(cast, **{name: value}).pk, name) == value, name


def test_every_setting_is_changed_and_shown_by_the_api(cast):
    client, whole = APIClient(), a_league(cast)
    client.force_login(cast.organiser, backend=BACKEND)
    for name in SETTINGS:
        league = a_league(cast) if name in APART else whole
        value, path = another(name), f"/api/v1/competitions/{league.pk}/"
        answers = client.patch(path, {name: in_json(value)}), client.get(path)
        for answer in answers:
            shown = answer.json()[name]
            assert (datetime.fromisoformat(shown) if isinstance(value, datetime) else shown) == value, name


def test_every_setting_with_a_field_is_changed_on_the_page(client, cast):
    client.force_login(cast.organiser, backend=BACKEND)
    for name, setting in SETTINGS.items():
        if not setting.group:
            continue
        league, value = a_league(cast, "evening" if name == "real_rated" else "league"), another(name)
        path = f"/competitions/{league.slug}/console/settings/"
        sent = typed_in(client.get(path).content.decode(), "name", **{name: "on" if value is True else str(value)})
        if value is False:
            del sent[name]
        assert client.post(path, sent).status_code == 302, name
        assert stored(league.pk, name) == value, name


def test_every_setting_comes_and_goes_in_a_document(cast):
    names = [name for name in SETTINGS if name not in APART]
    document = exported(a_league(cast))
    document["competition"] |= {name: in_json(another(name)) for name in names} | {"points": [3, 1, 0]}
    league, made = take_in(by=cast.organiser, document={**document, "id": str(uuid4())})
    again = exported(league)["competition"]
    assert made and {name: stored(league.pk, name) for name in names} == {name: another(name) for name in names}
    assert {name: again[name] for name in names} == {name: document["competition"][name] for name in names}


def test_a_setting_that_a_document_leaves_out_is_that_of_a_new_competition(cast):
    for preset in ("league", "evening"):
        league = a_league(cast, preset)
        document = exported(league) | {"id": str(uuid4())}
        for name in set(SETTINGS) - {"name", "places", "standings"}:
            del document["competition"][name]
        taken, _made = take_in(by=cast.organiser, document=document)
        for name in SETTINGS:
            if name != "budget_seconds":  # it follows from the other limit when a match is opened
                assert stored(taken.pk, name) == stored(league.pk, name), name


def test_a_wrong_value_is_refused_with_one_sentence_by_verb_api_and_page(client, cast):
    league = a_league(cast)
    client.force_login(cast.organiser, backend=BACKEND)
    path = f"/competitions/{league.slug}/console/settings/"
    for name, value in WRONG.items():
        with pytest.raises(BadSetting) as refused:
            create.change(competition=league, by=cast.organiser, **{name: value})
        sentence = str(refused.value)
        assert refused.value.field == name
        with pytest.raises(BadSetting, match=re.escape(sentence)):
            a_league(cast, **{name: value})
        errors = client.patch(
            f"/api/v1/competitions/{league.pk}/", {name: value}, content_type="application/json"
        ).json()["errors"]
        assert list(errors) == [name] and (sentence in str(errors) or name in ("places", "side_size")), errors
        if SETTINGS[name].group and not column(Competition, name).choices and name != "side_size":
            sent = typed_in(client.get(path).content.decode(), "name", **{name: str(value)})
            assert sentence in unescape(client.post(path, sent).content.decode()), name


def test_a_wrong_value_in_a_document_is_named(cast):
    document = exported(a_league(cast)) | {"id": str(uuid4())}
    for name, value in WRONG.items():
        competition = {**document["competition"], name: value}
        with pytest.raises(BadFile, match=f"competition.{name}"):
            take_in(by=cast.organiser, document={**document, "competition": competition})


# ── every setting of a stage, by its format ──
PRESET_OF = {
    Stage.Format.LEAGUE: "league", Stage.Format.GROUPS: "world_cup", Stage.Format.DIVISIONS: "divisions",
    Stage.Format.KNOCKOUT: "world_cup", Stage.Format.PLAYOFFS: "divisions", Stage.Format.DOUBLE: "double",
    Stage.Format.LEAGUE_PHASE: "league_phase", Stage.Format.SWISS: "evening",
}  # fmt: skip
"""A preset with a stage of each format."""
ALONE_FIRST = {Stage.Format.PLAYOFFS: [{"format": "divisions"}]}
"""The stages before one that cannot begin a chain."""


def wrong_settings(format: str) -> dict[str, tuple[Setting, list[Any]]]:
    """Values that no stage of ``format`` may have, by setting."""
    found = {}
    for name, default in DEFAULTS[format].items():
        declared = formats.setting(format, name)
        assert declared is not None
        if isinstance(default, bool):
            values: list[Any] = [1, "true", None]
        elif isinstance(default, str) and declared.values is None:
            values = [7, "x" * 25]
        elif isinstance(default, str):
            values = [7, "nonsense"]
        else:
            values = ["1", True, None, -1, 10_000]
        found[name] = declared, values
    return found


def test_every_format_has_a_preset_here_and_one_meaning_for_a_name():
    assert set(PRESET_OF) == set(DEFAULTS) == set(Stage.Format.values)
    kinds: dict[str, Any] = {}
    for format, defaults in DEFAULTS.items():
        for name, default in defaults.items():
            declared = formats.setting(format, name)
            assert declared is not None and declared.refusal(default) is None
            assert kinds.setdefault(name, (declared.kind, declared.values)) == (declared.kind, declared.values), name


@pytest.mark.parametrize("format", DEFAULTS)
def test_a_wrong_setting_of_a_stage_is_refused_with_one_sentence_at_every_door(client, cast, format):
    preset = PRESETS[PRESET_OF[format]]
    values = {"game": "super_goal", "preset": preset.key, "places": preset.places, "name": "Saturday cup"}
    cup = create.create(by=cast.organiser, **values)
    client.force_login(cast.organiser, backend=BACKEND)
    page = f"/competitions/{cup.slug}/console/settings/"
    shown, document = client.get(page).content.decode(), exported(cup) | {"id": str(uuid4())}
    at = [plan.format for plan in preset.stages].index(format)
    for name, (declared, wrong_values) in wrong_settings(format).items():
        for value in wrong_values:
            sentence, chosen = declared.allowed, {name: value}
            for verb in (
                lambda chosen=chosen: create.create(by=cast.organiser, **values, settings=chosen),
                lambda chosen=chosen: create.change(by=cast.organiser, competition=cup, settings=chosen),
            ):
                with pytest.raises(BadSetting, match=re.escape(sentence)) as refused:
                    verb()
                assert refused.value.field == name
            chain = [*ALONE_FIRST.get(format, []), {"format": format, "settings": chosen}]
            with pytest.raises(BadSetting, match=re.escape(f"{name}: {sentence}")):
                create.create(by=cast.organiser, **{**values, "preset": "own"}, stages=chain)
            path = f"/api/v1/competitions/{cup.pk}/"
            answer = client.patch(path, {"settings": chosen}, content_type="application/json")
            assert answer.status_code == 400 and answer.json()["errors"] == {name: [sentence]}
            wrong_stage = {**document["stages"][at], "settings": {**document["stages"][at]["settings"], **chosen}}
            stages = [*document["stages"][:at], wrong_stage, *document["stages"][at + 1 :]]
            with pytest.raises(BadFile, match=re.escape(sentence)) as in_file:
                take_in(by=cast.organiser, document={**document, "stages": stages})
            assert f"stages[{at}].settings.{name}" in str(in_file.value)
        if name in preset.asks and not declared.choices and type(DEFAULTS[format][name]) is int:
            sent = typed_in(shown, "name", **{name: "10000"})
            assert declared.allowed in unescape(client.post(page, sent).content.decode()), name


@pytest.mark.parametrize(
    ("name", "value"), [("round_hours", "24"), ("round_hours", True), ("chat", None), ("real_rated", 1)]
)
def test_a_verb_takes_no_value_of_another_kind(cast, name, value):
    with pytest.raises(BadSetting) as refused:
        a_league(cast, **{name: value})
    assert refused.value.field == name


def test_what_is_no_setting_is_named(cast):
    league = a_league(cast)
    for verb in (
        lambda **values: create.change(competition=league, by=cast.organiser, **values),
        lambda **values: a_league(cast, **values),
    ):
        with pytest.raises(BadSetting, match="mascot cannot be changed"):
            verb(mascot="goat")


def test_what_is_left_out_is_the_presets(cast):
    evening = a_league(cast, "evening")
    assert PRESETS["evening"].begins.items() <= Competition.objects.filter(pk=evening.pk).values()[0].items()
    assert a_league(cast, "evening", advance="auto").advance == "auto"


def test_what_a_change_does_not_name_stays(cast):
    """Also within the settings of the stages and the options of the game; a best of three takes the place of legs."""
    cup = create.create(
        by=cast.organiser, name="Saturday cup", game="super_goal", preset="cup", places=8,
        options={"half_turns": 20}, settings={"legs": 2, "away_goals": True},
    )  # fmt: skip
    client = APIClient()
    client.force_login(cast.organiser, backend=BACKEND)
    change = {"options": {"length": "tournament"}, "settings": {"third_place": True}}
    body = client.patch(f"/api/v1/competitions/{cup.pk}/", change).json()
    assert (body["options"]["half_turns"], body["options"]["length"]) == (20, "tournament")
    assert (body["settings"]["legs"], body["settings"]["away_goals"], body["settings"]["third_place"]) == (
        2,
        True,
        True,
    )
    change = {"settings": {"best_of": 3, "away_goals": False}}
    body = client.patch(f"/api/v1/competitions/{cup.pk}/", change).json()
    assert (body["settings"]["legs"], body["settings"]["best_of"]) == (1, 3)


def test_bounds_that_are_equal_are_one_number():
    assert out_of_bounds(1, 1) == "Only 1 is possible here." and out_of_bounds(1, 3) == "Enter a number from 1 to 3."


# ── settings of other rooms, by their columns ──
@dataclass(frozen=True)
class Room:
    """A thing of the organiser whose settings are columns of ``model``; ``change`` is its verb, if that checks them."""

    model: type[Model]
    settings: tuple[str, ...]
    make: Callable[[Any], Any]
    path: str
    """In the API."""
    page: str
    shown: tuple[str, ...]
    """Settings with a field of their own on the page."""
    change: Callable[..., Any] | None = None
    button: dict[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.model.__name__} {self.page.split('/')[-2]}"


def a_club(cast: Any) -> Club:
    return clubs.create(by=cast.organiser, name="Bar Centrale")


ROOMS = [
    Room(Club, clubs.SETTINGS, a_club, "clubs", "/clubs/{row.slug}/settings/",
         tuple(name for name in clubs.SETTINGS if name not in clubs.SUCCESSION),
         lambda row, by, **values: clubs.change(club=row, by=by, **values), {"do": "change"}),
    Room(Club, clubs.SUCCESSION, a_club, "clubs", "/clubs/{row.slug}/ownership/", clubs.SUCCESSION,
         lambda row, by, **values: handovers.set_succession(thing=row, by=by, **values), {"do": "succession"}),
    Room(Series, series.SETTINGS, lambda cast: series.create(by=cast.organiser, name="Grand prix", points=[8, 4, 3]),
         "series", "/series/{row.slug}/desk/", ("name", "best", "listed", "description", "months",
                                               "minimum", "ties", "club_best", "first_day", "last_day"),
         lambda row, by, **values: series.change(series=row, by=by, **values), {"do": "change"}),
    Room(Lesson, ("title",), lambda cast: lessons.create(owner=cast.organiser, title="Goals"),
         "lessons", "/lessons/{row.pk}/edit/", ("title",), button={"do": "settings"}),
]  # fmt: skip


@pytest.mark.parametrize("room", ROOMS, ids=str)
def test_every_setting_of_a_room_is_changed_at_each_door(client, cast, room):
    client.force_login(cast.organiser, backend=BACKEND)
    for name in room.settings:
        row, value = room.make(cast), another(name, room.model)
        assert value != stored(row.pk, name, room.model), name
        if room.change is not None:
            room.change(row, cast.organiser, **{name: value})
            assert stored(row.pk, name, room.model) == value, name
        row = room.make(cast)
        path = f"/api/v1/{room.path}/{row.pk}/"
        assert client.patch(path, {name: value}, content_type="application/json").status_code == 200, name
        assert stored(row.pk, name, room.model) == value, name
    for name in room.shown:
        row, value = room.make(cast), another(name, room.model)
        page = room.page.format(row=row)
        sent = typed_in(client.get(page).content.decode(), name, **{name: "on" if value is True else str(value)})
        if value is False:
            del sent[name]
        assert client.post(page, {**sent, **room.button}).status_code == 302, name
        assert stored(row.pk, name, room.model) == value, name


@pytest.mark.parametrize("room", ROOMS, ids=str)
def test_a_wrong_setting_of_a_room_is_refused_with_one_sentence(client, cast, room):
    client.force_login(cast.organiser, backend=BACKEND)
    row, tried = room.make(cast), 0
    path, page = f"/api/v1/{room.path}/{row.pk}/", room.page.format(row=row)
    for name in room.settings:
        value, before = wrong(name, room.model), stored(row.pk, name, room.model)
        if value is None:
            continue
        errors = client.patch(path, {name: value}, content_type="application/json").json()["errors"]
        assert list(errors) == [name]
        sentence = refusal(column(room.model, name), value)
        assert sentence in str(errors), name
        if room.change is not None:
            with pytest.raises(BadSetting, match=re.escape(sentence)) as refused:
                room.change(row, cast.organiser, **{name: value})
            assert refused.value.field == name
        if name in room.shown and not column(room.model, name).choices:
            sent = typed_in(client.get(page).content.decode(), name, **{name: str(value)})
            assert sentence in unescape(client.post(page, {**sent, **room.button}).content.decode()), name
        assert stored(row.pk, name, room.model) == before
        tried += 1
    assert tried


@pytest.mark.parametrize("room", [room for room in ROOMS if room.change], ids=str)
def test_what_is_no_setting_of_a_room_is_named(cast, room):
    with pytest.raises(BadSetting, match="mascot cannot be changed"):
        room.change(room.make(cast), cast.organiser, mascot="goat")
