"""A form that edits something stored: what is not changed stays as it is, whatever a form can show of it.

Each thing is stored with values that no default and no choice of its form has, as the API or a document brings them.
Its page is opened, what a browser would send is sent with the name alone changed, and the whole row is compared.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.db import models
from django.utils import timezone

import engines
from league.classes import verbs as classes
from league.clubs.verbs import clubs, presets
from league.competitions.models import Competition
from league.competitions.setup.presets import PRESETS
from league.competitions.verbs import check_in, create, seasons
from league.lessons import verbs as lessons
from league.players.models import User
from league.series import verbs as series
from tests.league.builders import running
from tests.league.tables import play_out
from tests.typed import typed_in

BACKEND = "django.contrib.auth.backends.ModelBackend"
GAME = "six_a_side"
"""Three people may share a side, and an option of it has no field."""
NEW = "Renamed by the form"
WORDS = "A first line.\nA second one."
"""Browsers send line ends of their own."""
MOVING = {"id", "log_position", "changed_at", "position", "swept_position", "last_login"}
"""Columns that count changes."""
ODD = {
    "description": WORDS,
    "advance": "schedule",
    "starts_at": datetime(2031, 5, 4, 18, 31, 17, 250, tzinfo=UTC),
    "round_hours": 167,
    "no_show_minutes": 17,
    "unplayed": "wait",
    "withdrawals": "void",
    "report_hours": 23,
    "dispute_hours": 47,
    "move_seconds": 20,
    "budget_seconds": 600,
    "bot_seconds": 2.5,
    "side_size": 2,
    "bots_allowed": False,
    "open_to_robots": True,
    "visibility": "link",
    "by_invitation": True,
    "chat": "presets",
    "chat_spectators": "none",
    "seeding": "rating",
    "real_rated": True,
}
"""Every setting of a competition away from its default."""
ODD_SETTINGS: dict[str, Any] = {
    "legs": 2, "best_of": 0, "extra_time": False, "away_goals": True, "away_goals_in_extra_time": True,
    "neutral_final": True, "times": 1, "bye": 2.5, "rounds": 4, "minutes": 33, "buzzer": "shootout", "silence": 7,
    "odd": "house_player", "house_name": "Zia Pina", "late": "half_bye", "system": "monrad", "accelerated": True,
    "boundary_playoffs": True, "reset": False, "move": 2, "playoff": 2, "through": 3, "club_limit": 1,
}  # fmt: skip


@dataclass
class Edited:
    """A row with its page, the form there by one of its fields, and what is typed or pressed."""

    rows: Callable[[], list[models.Model]]
    path: str
    field: str
    pressed: dict[str, str]
    renamed: str = ""
    """The column that changes; empty: none."""


def whole(rows: list[models.Model]) -> list[dict[str, Any]]:
    return [{field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields} for row in rows]


def competition_and_stages(key: Any) -> list[models.Model]:
    row = Competition.objects.get(pk=key)
    return [row, *row.stages.order_by("number")]


def odd_competition(cast: Any, preset: str, **more: Any) -> Competition:
    """A draft of which every setting is away from its default, as far as its preset and its game let it."""
    usual = PRESETS[preset].settings
    settings = {key: value for key, value in ODD_SETTINGS.items() if key in usual}
    if preset in ("page", "split"):  # fewer than four would go on
        del settings["through"]
    places = {"league_phase": 36}.get(preset, 13)
    values = {**ODD, "options": odd_options(GAME), "settings": settings, "places": places, **more}
    if "stages" in values:
        del values["settings"]
    return create.create(by=cast.organiser, name="Odd cup", game=GAME, preset=preset, **values)


def odd_options(game: str) -> dict[str, Any]:
    """Another value than the default for each option of ``game``."""
    odd = {}
    for option in engines.get(game).options:
        if option.kind == "bool":
            odd[option.name] = not option.default
        elif option.kind == "int":
            odd[option.name] = option.low if option.default != option.low else option.high
        elif option.kind == "seats":
            odd[option.name] = {"home": 2, "away": 2}
        else:
            odd[option.name] = next(value for value in option.choices if value != option.default)
    return odd


def settings_page(cup: Competition) -> Edited:
    path = f"/competitions/{cup.slug}/console/settings/"
    return Edited(lambda: competition_and_stages(cup.pk), path, "name", {"name": NEW}, "name")


def of_preset(preset: str, **more: Any) -> Callable[[Any], Edited]:
    def made(cast: Any) -> Edited:
        return settings_page(odd_competition(cast, preset, **more))

    return made


def of_a_plan_that_is_past(cast: Any) -> Edited:
    cup = odd_competition(cast, "league")
    wishes = {"first": "2020-01-01", "every_days": 3, "at": "18:31:30", "time_zone": "Asia/Tokyo", "blackout": []}
    Competition.objects.filter(pk=cup.pk).update(
        wishes=wishes, time_zone="Etc/GMT+3", blackout=["2020-01-02"], points=[2, 1, 0], criteria=["points", "lots"]
    )
    return settings_page(cup)


def of_stages(cast: Any) -> Edited:
    chain = [
        {"format": "swiss", "settings": {"bye": 2.5, "rounds": 4, "minutes": 33, "silence": 7}},
        {"format": "knockout", "settings": {"legs": 2, "away_goals": True, "away_goals_in_extra_time": True}},
    ]
    cup = odd_competition(cast, "own", stages=chain)
    path = f"/competitions/{cup.slug}/console/stages/"
    return Edited(lambda: competition_and_stages(cup.pk), path, "s1-format", {"do": "next"})


def of_a_series(cast: Any) -> Edited:
    row = series.create(
        by=cast.organiser, name="Odd", points=[9, 7, 7], rest=2, best=3, description=WORDS, listed=False,
        levels=[{"name": "A: b", "points": [5, 3], "rest": 1}], decay=[90, 10], categories=["One, two"], by_round=True,
        first_day=date(2026, 2, 28), last_day=date(2026, 2, 28), minimum=2, ties="gross", club_best=3,
    )  # fmt: skip
    return Edited(lambda: [row.__class__.objects.get(pk=row.pk)], f"/series/{row.slug}/desk/", "name",
                  {"name": NEW, "do": "change"}, "name")  # fmt: skip


def of_a_club(cast: Any) -> Edited:
    row = clubs.create(by=cast.organiser, name="Odd club", description=WORDS, visibility="link", joining="invited")
    clubs.change(club=row, by=cast.organiser, succession_days=77, objection_days=9)
    return Edited(lambda: [row.__class__.objects.get(pk=row.pk)], f"/clubs/{row.slug}/settings/", "joining",
                  {"name": NEW, "do": "change"}, "name")  # fmt: skip


def of_a_lesson(cast: Any) -> Edited:
    """Its class has another owner by now."""
    school = classes.make(
        by=cast.organiser,
        name="Class 3B",
        game="super_goal",
        preset="league",
        names=["Ada", "Bea", "Cleo"],
        delete_on=_in_days(30),
    )
    lesson = lessons.create(owner=cast.organiser, title="Odd")
    lesson = lessons.change(lesson=lesson, title="Odd", school=school)
    Competition.objects.filter(pk=school.competition_id).update(owner=cast.anna)
    return Edited(lambda: [lesson.__class__.objects.get(pk=lesson.pk)], f"/lessons/{lesson.pk}/edit/", "title",
                  {"title": NEW, "do": "settings"}, "title")  # fmt: skip


def of_a_player(cast: Any) -> Edited:
    User.objects.filter(pk=cast.organiser.pk).update(
        language="it", theme="dark", time_zone="Etc/GMT+3", mail=True, digest=True, channels_off={"move": ["mail"]}
    )
    return Edited(lambda: [User.objects.get(pk=cast.organiser.pk)], "/settings/", "nickname",
                  {"nickname": "Renamed"}, "nickname")  # fmt: skip


def of_a_check_in(cast: Any) -> Edited:
    cup = odd_competition(cast, "cup")
    begin = timezone.now() + timedelta(days=2, seconds=33)
    check_in.set_check_in(competition=cup, by=cast.organiser, opens_at=begin, closes_at=begin + timedelta(minutes=5))
    return Edited(lambda: competition_and_stages(cup.pk), f"/competitions/{cup.slug}/entrants/check-in/", "opens_at",
                  {"do": "times"})  # fmt: skip


def _in_days(days: int) -> date:
    return timezone.localdate() + timedelta(days=days)


FORMS: dict[str, Callable[[Any], Edited]] = {
    **{f"settings of {preset}": of_preset(preset) for preset in PRESETS if preset != "evening"},
    "settings of evening": of_preset("evening", advance="click"),
    "settings with own tie-breaks": of_preset(
        "league", criteria=["wins", "head_to_head", {"head_to_head": ["wins", "losses"]}, "losses",
                            "goals_for", "away_wins", "played", "koya"]),
    "settings with a clock of days": of_preset("league", move_seconds=3 * 86400, budget_seconds=3 * 86400,
                                               round_hours=160),
    "settings without a clock for a decision": of_preset("league", move_seconds=None, budget_seconds=3600),
    "settings with a plan that is past": of_a_plan_that_is_past,
    "stages": of_stages,
    "series": of_a_series,
    "club": of_a_club,
    "lesson": of_a_lesson,
    "player": of_a_player,
    "check-in": of_a_check_in,
}  # fmt: skip


@pytest.mark.parametrize("of", FORMS.values(), ids=FORMS)
def test_what_is_not_changed_stays(client, cast, of):
    edited = of(cast)
    client.force_login(cast.organiser, backend=BACKEND)
    before = whole(edited.rows())
    page = client.get(edited.path)
    assert page.status_code == 200
    answer = client.post(edited.path, typed_in(page.content.decode(), edited.field, **edited.pressed))
    assert answer.status_code == 302, page_errors(answer)
    after = whole(edited.rows())
    changed = {
        (at, name): (row[name], same[name])
        for at, (row, same) in enumerate(zip(before, after, strict=True))
        for name in row
        if row[name] != same[name] and name not in MOVING
    }
    assert set(changed) == ({(0, edited.renamed)} if edited.renamed else set()), changed


def page_errors(answer: Any) -> str:
    return "\n".join(line for line in answer.content.decode().splitlines() if "error" in line or "bad" in line)


@pytest.mark.parametrize(
    ("preset", "more"),
    [("cup", {}), ("league_phase", {}), ("evening", {}), ("league", {"criteria": ["wins", "head_to_head"]})],
)
def test_a_preset_of_a_club_gives_all_that_it_keeps(client, cast, preset, more):
    """The form shows less than the preset keeps: its own clock, options and settings come along."""
    club = clubs.create(by=cast.organiser, name="Odd club")
    model = odd_competition(cast, preset, advance="click", **more)
    Competition.objects.filter(pk=model.pk).update(club=club)
    house = presets.keep(club=club, competition=model, by=cast.organiser, name="As always")
    client.force_login(cast.organiser, backend=BACKEND)
    path = f"/competitions/new/?house={house.pk}"
    page = client.get(path).content.decode()
    answer = client.post(path, typed_in(page, "name", name=NEW))
    assert answer.status_code == 302, page_errors(answer)
    made = Competition.objects.get(name=NEW)
    Competition.objects.filter(pk=made.pk).update(description=made.description.replace("\r\n", "\n"))
    expected, got = whole(competition_and_stages(model.pk)), whole(competition_and_stages(made.pk))
    apart = MOVING | {"slug", "name", "created_at", "club_id", "starts_at", "competition_id"}
    wrong = [
        (name, row[name], same[name])
        for row, same in zip(expected, got, strict=True)
        for name in row
        if row[name] != same[name] and name not in apart
    ]
    assert not wrong


def test_tie_breaks_are_chosen_on_the_page_and_taken_back(client, cast):
    league = create.create(by=cast.organiser, name="Odd cup", game=GAME, preset="league", places=8)
    usual = league.criteria
    client.force_login(cast.organiser, backend=BACKEND)
    path = f"/competitions/{league.slug}/console/settings/"

    def saved(**typed):
        answer = client.post(path, typed_in(client.get(path).content.decode(), "name", **typed))
        assert answer.status_code == 302, page_errors(answer)
        league.refresh_from_db()
        return league.criteria

    head_to_head = {"head_to_head": ["points", "goal_difference", "goals_for"], "reapply_to_remaining": True}
    assert saved(tie_break_1="losses", tie_break_3="head_to_head") == ["points", "losses", head_to_head, "lots"]
    assert saved(tie_break_1="wins", tie_break_2="losses") == ["points", "wins", "losses", "lots"]
    assert saved(standings="fide-round-robin/2023") == ["points", "wins", "losses", "lots"]
    assert (league.points, league.standings) == ([1, 0.5, 0], ""), "other rules give the points, not the list"
    assert saved(tie_break_1="", tie_break_2="") == usual


def test_the_next_season_keeps_points_and_criteria_of_a_document(cast):
    league = running(cast.organiser, "league", 2)
    Competition.objects.filter(pk=league.pk).update(points=[2, 1, 0], criteria=["points", "lots"], standings="")
    play_out(league)
    league.refresh_from_db()
    season = seasons.following(competition=league, by=cast.organiser)
    season.refresh_from_db()
    assert (season.points, season.criteria) == ([2, 1, 0], ["points", "lots"])
