"""Making, changing, publishing, taking back."""

import pytest
from django.utils import timezone

from league.competitions.errors import BadSetting, WrongStep
from league.competitions.models import Competition
from league.competitions.verbs import create, entries
from league.sentences import translated
from tests.league.builders import competition, running

GOOD = {"name": "Saturday cup", "game": "super_goal", "preset": "cup", "places": 8}


def test_it_works(cast):
    cup = create.create(by=cast.organiser, **GOOD, options={"half_turns": 20}, settings={"legs": 2})
    assert (cup.status, cup.options["half_turns"], cup.stages.get().settings["legs"]) == ("draft", 20, 2)
    published = create.publish(competition=cup, by=cast.organiser)
    assert published.status == Competition.Status.REGISTRATION
    create.publish(competition=cup, by=cast.organiser)
    assert published.draws.count() == 1
    assert create.unpublish(competition=cup, by=cast.organiser).status == Competition.Status.DRAFT
    assert [(line.actor, translated(line.message)) for line in cup.audit.order_by("id")] == [
        (cast.organiser, "created the competition"),
        (cast.organiser, "opened the registration and committed the seed of the draw"),
        (cast.organiser, "closed the registration and went back to a draft"),
    ]


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"name": "ab"}, "name"),
        ({"name": "Cup\u202e"}, "name"),
        ({"game": "chess"}, "game"),
        ({"preset": "ladder"}, "preset"),
        ({"places": 1}, "places"),
        ({"places": 2000}, "places"),
        ({"options": {"half_turns": 1}}, "options"),
        ({"settings": {"legs": 3}}, "legs"),
        ({"settings": {"legs": "2"}}, "legs"),
        ({"settings": {"times": 2}}, "settings"),
        ({"settings": {"away_goals": True}}, "away_goals"),
        ({"settings": {"third_place": True}, "places": 3}, "third_place"),
        ({"preset": "stepladder", "settings": {"through": 0}}, "through"),
        ({"preset": "stepladder", "settings": {"through": 1}}, "through"),
        ({"preset": "stepladder", "settings": {"through": 6}, "places": 5}, "through"),
        ({"advance": "never"}, "advance"),
        ({"advance": "schedule"}, "starts_at"),
        ({"round_hours": 0}, "round_hours"),
        ({"move_seconds": 1}, "move_seconds"),
        ({"standings": "house/1"}, "standings"),
        ({"standings": "chess/1", "preset": "league"}, "standings"),
        ({"standings": "fide-swiss/2023", "preset": "league"}, "standings"),
    ],
)
def test_it_refuses(cast, wrong, field):
    with pytest.raises(BadSetting) as refused:
        create.create(by=cast.organiser, **{**GOOD, **wrong})
    assert refused.value.field == field


def test_rules_of_a_table_fit_how_it_is_paired(cast):
    for preset, rules in (
        ("league", "fide-round-robin/2023"),
        ("swiss", "fide-swiss/2023"),
        ("own", "fide-swiss/2026"),
    ):
        cup = create.create(by=cast.organiser, **{**GOOD, "preset": preset}, standings=rules)
        assert cup.standings == rules


def test_settings_change_until_the_start(cast):
    cup = competition(cast.organiser, places=4)
    create.change(competition=cup, by=cast.organiser, places=6, name="Sunday cup", settings={"legs": 2})
    cup.refresh_from_db()
    assert (cup.places, cup.name, cup.stages.get().settings["legs"]) == (6, "Sunday cup", 2)
    with pytest.raises(BadSetting):
        create.change(competition=cup, by=cast.organiser, status="finished")
    entries.enter_names(competition=cup, by=cast.organiser, names="Aldo\nBerta\nCarlo")
    with pytest.raises(BadSetting):
        create.change(competition=cup, by=cast.organiser, places=2)
    with pytest.raises(WrongStep):
        create.unpublish(competition=cup, by=cast.organiser)
    line = cup.audit.get(verb="change")
    assert (line.actor, translated(line.message)) == (cast.organiser, "changed the settings")


def test_settings_that_stay_are_not_noted(cast):
    cup = competition(cast.organiser, places=4)
    for places in (6, 6):
        create.change(competition=cup, by=cast.organiser, places=places, name=cup.name, settings={"legs": 2})
    assert cup.audit.filter(verb="change").count() == 1
    create.change(competition=cup, by=cast.organiser, settings={"legs": 1})
    assert cup.audit.filter(verb="change").count() == 2


def test_going_back_to_a_draft_is_kept_and_noted_once(cast):
    cup = competition(cast.organiser)
    for _again in range(2):
        create.unpublish(competition=cup, by=cast.organiser)
    cup.refresh_from_db()
    assert (cup.status, cup.draws.count()) == (Competition.Status.DRAFT, 0)
    assert cup.audit.filter(verb="unpublish").count() == 1


def test_nothing_changes_after_the_start(cast):
    with pytest.raises(WrongStep):
        create.change(competition=running(cast.organiser), by=cast.organiser, name="Another")


def test_scheduled_needs_a_day(cast):
    cup = create.create(by=cast.organiser, **GOOD, advance="schedule", starts_at=timezone.now())
    assert cup.advance == Competition.Advance.SCHEDULE
