"""Chat at a competition's tables: the organiser chooses it, every match has it, the rules tell it."""

import pytest

from league.competitions.errors import BadSetting, WrongStep
from league.competitions.models import Competition, Fixture
from league.competitions.verbs import create
from tests.league.builders import competition, running

pytestmark = pytest.mark.django_db


def policies() -> set[tuple[str, str, bool]]:
    rows = Fixture.objects.exclude(match=None).values_list(
        "match__chat", "match__chat_spectators", "match__chat_hidden"
    )
    return set(rows)


def test_it_works(cast, client):
    cup = running(cast.organiser, chat="presets", chat_spectators="none")
    assert policies() == {("presets", "none", True)}
    rules = client.get(f"/competitions/{cup.slug}/rules/").content.decode()
    assert "only send each other preset phrases" in rules and "Spectators cannot chat" in rules
    match = Fixture.objects.exclude(match=None).first().match
    table = client.get(f"/matches/{match.pk}/").content.decode()
    assert "This match has no chat." in table and 'data-room="spectators"' not in table


def test_usually_both_rooms_are_open_and_nothing_is_said_of_it(cast, client):
    cup = running(cast.organiser)
    assert policies() == {("all", "all", True)}
    rules = client.get(f"/competitions/{cup.slug}/rules/").content.decode()
    assert "preset phrases" not in rules and "cannot chat" not in rules


def test_it_is_changed_before_the_start_only(cast):
    cup = competition(cast.organiser)
    create.change(competition=cup, by=cast.organiser, chat="none")
    assert Competition.objects.get(pk=cup.pk).chat == "none"
    for field, value in (("chat", "loud"), ("chat_spectators", "presets")):
        with pytest.raises(BadSetting) as refused:
            create.change(competition=cup, by=cast.organiser, **{field: value})
        assert refused.value.field == field
    begun = running(cast.organiser)
    with pytest.raises(WrongStep):
        create.change(competition=begun, by=cast.organiser, chat="none")


def test_the_form_sets_it_and_shows_it_again(cast, client):
    client.force_login(cast.organiser, backend="django.contrib.auth.backends.ModelBackend")
    said = {
        "preset": "cup",
        "name": "Quiet cup",
        "game": "super_goal",
        "places": "4",
        "legs": "1",
        "clock": "sheet",
        "advance": "auto",
        "round_hours": "24",
        "chat": "presets",
        "chat_spectators": "none",
        "option_length": "standard",
        "option_clock": "turns",
        "option_half_turns": "5",
    }
    client.post("/competitions/new/", said)
    stored_competition = Competition.objects.get()
    assert (stored_competition.chat, stored_competition.chat_spectators) == ("presets", "none")
    form = client.get(f"/competitions/{stored_competition.slug}/console/settings/").content.decode()
    assert '<option value="presets" selected>' in form
    client.post(
        f"/competitions/{stored_competition.slug}/console/settings/", {**said, "chat": "all", "chat_spectators": "all"}
    )
    stored_competition.refresh_from_db()
    assert (stored_competition.chat, stored_competition.chat_spectators) == ("all", "all")


def test_the_api_sets_it(cast, client):
    client.force_login(cast.organiser, backend="django.contrib.auth.backends.ModelBackend")
    given = {"name": "Quiet cup", "game": "super_goal", "preset": "cup", "places": 4, "chat": "none"}
    answer = client.post("/api/v1/competitions/", given, content_type="application/json")
    assert answer.status_code == 201 and answer.json()["chat"] == "none"
    refused = client.post("/api/v1/competitions/", {**given, "chat": "loud"}, content_type="application/json")
    assert refused.status_code == 400 and "chat" in refused.json()["errors"]
