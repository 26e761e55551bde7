"""Following: bells and the page, who may follow whom, and notices that come once and never as a flood."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from league.clubs.verbs.clubs import create
from league.competitions.models import Competition
from league.competitions.verbs import drawing, entries, rounds, rulings
from league.competitions.verbs.create import cancel
from league.following import queries, verbs
from league.following.models import Follow
from league.following.telling import RECENT, tell_due
from league.players.models import Notification, User
from league.players.verbs.settings import choose_channels
from matches.models import ChatMute, Match
from matches.verbs.opening import Opening, Sitter, open_match
from tests.league.builders import competition, running

BACKEND = "django.contrib.auth.backends.ModelBackend"


def sign_in(client, user):
    client.force_login(user, backend=BACKEND)
    return client


def notices(user):
    return list(Notification.objects.filter(user=user).order_by("pk").values_list("kind", "message__0", "url"))


def begun(home, away, **values):
    """A public match of two people that has just kicked off."""
    match = open_match(Opening(game="super_goal", home=Sitter(user=home), away=Sitter(user=away)))
    Match.objects.filter(pk=match.pk).update(status="live", snapshot={}, started_at=timezone.now(), **values)
    return match


def test_a_bell_follows_and_unfollows_and_leads_back(client, cast):
    sign_in(client, cast.stranger)
    page = f"/players/{cast.anna.pk}/"
    assert 'aria-pressed="false"' in client.get(page).content.decode()
    answer = client.post(f"{page}follow/", {"next": page, "do": "follow"})
    assert (answer.status_code, answer["Location"]) == (302, page)
    client.post(f"{page}follow/", {"next": page, "do": "follow"})  # twice pressed is once followed
    assert Follow.objects.get().player == cast.anna
    assert 'aria-pressed="true"' in client.get(page).content.decode()
    assert "anna" in client.get("/matches/?show=followed").content.decode()
    away = client.post(f"{page}follow/", {"next": "https://evil.example/", "do": "unfollow"})
    assert away["Location"] == "/matches/?show=followed" and not Follow.objects.exists()


def test_a_visitor_is_led_to_sign_in_and_back(client, cast):
    page = f"/players/{cast.anna.pk}/"
    assert f"/accounts/login/?next={page}" in client.get(page).content.decode()
    assert client.post(f"{page}follow/").status_code == 302 and not Follow.objects.exists()


@pytest.mark.parametrize("thing", ["oneself", "muted", "guest", "bot"])
def test_some_cannot_be_followed(cast, thing):
    user, player = cast.stranger, cast.anna
    if thing == "oneself":
        player = user
    elif thing == "muted":
        ChatMute.objects.create(user=cast.anna, muted=user)
    elif thing == "guest":
        player = User.objects.create(kind="guest", nickname="Gino")
    else:
        player = User.objects.create(kind="bot", bot="greedy", nickname="Terzino")
    with pytest.raises(verbs.CannotFollow):
        verbs.follow(user=user, player=player)
    assert not Follow.objects.exists()


def test_guests_and_pupils_have_no_list(cast):
    guest = User.objects.create(kind="guest", nickname="Gino")
    cast.bruno.sheltered = True
    for user in (guest, cast.bruno):
        with pytest.raises(verbs.CannotFollow, match="account"):
            verbs.follow(user=user, player=cast.anna)


def test_a_list_has_an_end(cast, monkeypatch):
    monkeypatch.setattr(verbs, "MOST", 1)
    verbs.follow(user=cast.stranger, player=cast.anna)
    with pytest.raises(verbs.CannotFollow, match="You follow 1 already"):
        verbs.follow(user=cast.stranger, player=cast.bruno)


def test_a_row_names_exactly_one_thing(cast):
    for values in ({}, {"player": cast.anna, "competition": competition(cast.organiser)}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Follow.objects.create(user=cast.stranger, **values)


def test_a_kick_off_is_told_once_a_day_and_not_to_the_one_who_plays(cast):
    verbs.follow(user=cast.stranger, player=cast.anna)
    verbs.follow(user=cast.bruno, player=cast.anna)
    match = begun(cast.anna, cast.bruno)
    now = timezone.now()
    assert tell_due(now) == 1 and tell_due(now) == 0
    assert notices(cast.stranger) == [("follow", "{name} plays {other} now", f"/matches/{match.pk}/")]
    begun(cast.anna, cast.referee)
    assert tell_due(now) == 1, "the first of this day to bruno, who does not play in this one"
    assert len(notices(cast.stranger)) == 1 and len(notices(cast.bruno)) == 1


def test_what_happened_before_midnight_is_told_once(cast):
    verbs.follow(user=cast.stranger, player=cast.anna)
    late = datetime(2026, 11, 27, 23, 55, tzinfo=UTC)
    match = begun(cast.anna, cast.bruno)
    Match.objects.filter(pk=match.pk).update(started_at=late)
    assert [tell_due(late + timedelta(minutes=minutes)) for minutes in (1, 6)] == [1, 0]
    club = create(by=cast.organiser, name="Dopolavoro")
    verbs.follow(user=cast.stranger, club=club)
    cup = competition(cast.organiser)
    Competition.objects.filter(pk=cup.pk).update(club=club, published_at=late)
    assert [tell_due(late + timedelta(minutes=minutes)) for minutes in (1, 6)] == [1, 0]


def test_what_is_old_private_or_by_a_muting_player_is_not_told(cast):
    verbs.follow(user=cast.stranger, player=cast.anna)
    begun(cast.anna, cast.bruno, listed=False)
    assert tell_due(timezone.now()) == 0
    match = begun(cast.anna, cast.bruno)
    assert tell_due(timezone.now() + RECENT + timedelta(seconds=1)) == 0
    ChatMute.objects.create(user=cast.anna, muted=cast.stranger)
    assert tell_due(timezone.now()) == 0
    ChatMute.objects.all().delete()
    assert tell_due(timezone.now()) == 1, "the control"
    assert match.pk


def test_followers_of_a_cup_hear_of_its_draw_and_champion_and_players_only_once(cast):
    cup = competition(cast.organiser, places=2)
    for player in (cast.anna, cast.bruno):
        entries.enter(competition=cup, player=player)
    for user in (cast.stranger, cast.anna):
        verbs.follow(user=user, competition=cup)
    drawing.draw(competition=cup, by=cast.organiser)
    tell_due(timezone.now())
    rounds.start(competition=cup, by=cast.organiser)
    final = cup.stages.get().rounds.get().ties.get().fixtures.get()
    rulings.enter_result(fixture=final, score=rulings.Score(1, 0), by=cast.organiser)
    for _twice in range(2):
        tell_due(timezone.now())
    assert [message for _kind, message, _url in notices(cast.stranger)] == [
        "The draw is done",
        "{name} has won the title",
    ]
    keys = Notification.objects.filter(user=cast.anna).values_list("key", flat=True)
    assert len(set(keys)) == len(keys) and sum(key.startswith("draw:") for key in keys) == 1


def test_a_cup_that_closes_is_gone_from_page_and_notices(client, cast):
    cup = running(cast.organiser, entrants=2)
    verbs.follow(user=cast.stranger, competition=cup)
    sign_in(client, cast.stranger)
    assert cup.name in client.get("/matches/?show=followed").content.decode()
    Competition.objects.filter(pk=cup.pk).update(visibility="members")
    assert cup.name not in client.get("/matches/?show=followed").content.decode()
    assert tell_due(timezone.now()) == 0
    assert client.post(f"/competitions/{cup.slug}/follow/", {"do": "follow"}).status_code == 404


def test_nothing_of_a_cancelled_cup_is_ahead(cast):
    cup = running(cast.organiser)
    verbs.follow(user=cast.stranger, competition=cup)
    assert queries.ahead(queries.followed(cast.stranger), [])
    cancel(competition=cup, by=cast.organiser, reason="The bar closes")
    assert not queries.ahead(queries.followed(cast.stranger), [])


def test_the_channel_is_chosen_like_the_others(cast):
    verbs.follow(user=cast.stranger, player=cast.anna)
    choose_channels(user=cast.stranger, names=["follow.page"], digest=False)
    begun(cast.anna, cast.bruno)
    tell_due(timezone.now())
    row = Notification.objects.get(user=cast.stranger)
    assert (row.on_page, row.by_mail, row.by_push) == (True, False, False)


def test_the_page_asks_a_fixed_number_of_queries(client, cast, django_assert_max_num_queries):
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    sign_in(client, cast.stranger)
    counts = []
    for number in range(3):
        for _each in range(number + 1):
            cup = running(cast.organiser, preset="league", entrants=4)
            verbs.follow(user=cast.stranger, competition=cup)
        with CaptureQueriesContext(connection) as asked:
            assert client.get("/matches/?show=followed").status_code == 200
        counts.append(len(asked))
    assert len(set(counts[1:])) == 1 and counts[-1] <= counts[0], counts


@pytest.mark.parametrize("target", ["İ", "today", "https://evil.example/", "//evil.example", ""])
def test_a_way_back_that_is_no_path_of_ours_breaks_nothing(client, cast, target):
    sign_in(client, cast.stranger)
    for address in (f"/players/{cast.anna.pk}/follow/", "/prefer/"):
        answer = client.post(address, {"next": target, "do": "follow"})
        assert answer.status_code == 302 and "evil" not in answer["Location"]


def test_results_are_hidden_until_a_tap(client, cast):
    cup = running(cast.organiser, "cup", 4)
    verbs.follow(user=cast.stranger, competition=cup)
    fixture = next(iter(cup.stages.get().rounds.get(number=1).ties.all())).legs[0]
    rulings.enter_result(fixture=fixture, score=rulings.Score(5, 2), by=cast.organiser)
    sign_in(client, cast.stranger)
    assert "<details" not in client.get("/matches/?show=followed").text.partition("<main")[2]
    for do, hidden in (("hide", True), ("hide", True), ("show", False), ("hide", True)):
        assert client.post("/following/results/", {"do": do}).status_code == 302
        assert verbs.hides_results(cast.stranger) is hidden
    page = client.get("/matches/?show=followed").text.partition("<main")[2]
    head, _, rest = page.partition('class="unseen"')
    summary = rest.partition("</summary>")[0]
    assert "5" not in re.sub(r'"[^"]*"', "", summary) and "Show the result" in summary
    assert "<b>5</b>" not in head and "<b>5</b>" in rest


def test_the_notice_of_a_title_names_no_champion_to_a_reader_who_hides_results(cast):
    cup = competition(cast.organiser, "cup", 4)
    for user in (cast.stranger, cast.referee):
        verbs.follow(user=user, competition=cup)
    verbs.hide_results(cast.stranger, True)
    entries.enter_names(competition=cup, by=cast.organiser, names=["Ada", "Bea", "Cleo", "Dora"])
    champion = cup.entrants.first()
    Competition.objects.filter(pk=cup.pk).update(finished_at=timezone.now(), champion=champion)
    tell_due(timezone.now())
    words = {user: [message for kind, message, _url in notices(user)] for user in (cast.stranger, cast.referee)}
    assert words[cast.stranger] == ["The last match is over"]
    assert words[cast.referee] == ["{name} has won the title"]
    assert tell_due(timezone.now()) == 0
