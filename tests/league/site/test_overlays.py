"""Overlays for a broadcast: what everybody may see, nothing around it, choices checked, changes by the feed."""

from __future__ import annotations

import pytest

from league.competitions.models import Competition
from league.competitions.verbs.results import collect
from matches.models import Match
from matches.verbs.opening import Opening, Sitter, open_match
from tests.league.builders import running
from tests.league.tables import finish, play_out
from tests.league.teams import boards_of, running_teams, seal, ties_of


@pytest.fixture
def match(cast):
    table_match = open_match(
        Opening(game="fuba", home=Sitter(user=cast.anna), away=Sitter(user=cast.bruno), title="Friendly")
    )
    score = {"winner": "home", "score": {"home": 2, "away": 1}}
    Match.objects.filter(pk=table_match.pk).update(
        status="finished", version=9, snapshot=None, result=score, finished_at="2026-01-01T00:00Z"
    )
    return table_match


def words(answer):
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def test_a_scoreboard_has_names_score_and_state_and_no_furniture(client, match):
    answer = client.get(f"/overlay/matches/{match.pk}/")
    text = words(answer)
    assert "<b>anna</b>" in text and "<b>bruno</b>" in text and "<b>2</b> <i>–</i> <b>1</b>" in text
    assert "Full time" in text and f'data-feed="match:{match.pk}@' in text
    assert "masthead" not in text and "<form" not in text and "csrf" not in text and not answer.cookies


def test_the_address_chooses_and_is_told_what_it_may(client, match):
    path = f"/overlay/matches/{match.pk}/"
    text = words(client.get(path, {"theme": "light", "corner": "bottom-right", "size": "2"}))
    assert 'data-theme="light"' in text and 'data-corner="bottom-right"' in text and 'data-size="2"' in text
    for name, allowed in (("theme", "dark, light"), ("corner", "top-left"), ("size", "1, 1.5, 2, 3")):
        wrong = client.get(path, {name: "huge"})
        assert wrong.status_code == 400 and f"{name} must be one of {allowed}" in wrong.content.decode()


def test_a_closed_match_has_none(client, cast, match):
    cup = running(cast.organiser)
    Match.objects.filter(pk=match.pk).update(closed=True, audience=cup.pk)
    client.force_login(cast.anna, backend="django.contrib.auth.backends.ModelBackend")
    assert client.get(f"/overlay/matches/{match.pk}/").status_code == 404, "as for a visitor, whoever asks"


def test_table_and_bracket_of_a_cup_with_groups(client, cast):
    cup = running(cast.organiser, "world_cup", 8, settings={"groups": 2, "through": 2})
    play_out(cup)
    cup.refresh_from_db()
    table = words(client.get(f"/overlay/{cup.slug}/table/"))
    second = words(client.get(f"/overlay/{cup.slug}/table/", {"panel": "2"}))
    assert table.count("<table") == 1 and table != second
    assert cup.champion.name in words(client.get(f"/overlay/{cup.slug}/bracket/"))
    wrong = client.get(f"/overlay/{cup.slug}/table/", {"panel": "9"})
    assert wrong.status_code == 400 and "panel must be a number from 1 to 2" in wrong.content.decode()
    assert client.get(f"/overlay/{cup.slug}/rules/").status_code == 404


def test_a_tie_of_teams_has_its_boards_once_they_are_open(client, cast):
    cup = running_teams(cast.organiser, boards=2)
    tie = ties_of(cup)[0]
    path = f"/overlay/{cup.slug}/ties/{tie.pk}/"
    seal(tie, tie.home, 1, 0)
    text = words(client.get(path))
    assert "<b>0</b> <i>–</i> <b>0</b>" in text and "Soon" in text
    assert tie.home.members.get(number=1).user.nickname not in text
    seal(tie, tie.away)
    first, second = boards_of(tie)
    finish(first.match, 1, 0)
    collect()
    Match.objects.filter(pk=second.match_id).update(status="live", snapshot={"score": {"home": 2, "away": 2}})
    text = words(client.get(path, {"theme": "light"}))
    assert "<b>1</b> <i>–</i> <b>0</b>" in text and "Live" in text and "<b>2–2</b>" in text
    assert first.home_player.nickname in text and f"match:{second.match_id}@" in text
    Competition.objects.filter(pk=cup.pk).update(visibility="members")
    assert client.get(path).status_code == 404


@pytest.mark.parametrize("values", [{"status": "draft"}, {"visibility": "members"}])
def test_what_is_not_everybodys_has_none(client, cast, values):
    cup = running(cast.organiser)
    Competition.objects.update(**values)
    client.force_login(cast.organiser, backend="django.contrib.auth.backends.ModelBackend")
    assert client.get(f"/overlay/{cup.slug}/bracket/").status_code == 404
