"""The bots' ladder: one match at once, each result counted once, both ratings moved."""

import pytest
from django.test import Client
from django.utils import timezone

from league.players.models import ApiToken, LadderMatch, LadderPlace
from league.players.verbs import ladder, robots
from tests.cast import account

pytestmark = pytest.mark.django_db


def finish(match, winner):
    match.status, match.finished_at = "finished", timezone.now()
    match.result = {"winner": winner, "score": {"home": 1, "away": 0}, "source": "play"}
    match.save()


def test_matches_are_opened_one_at_a_time_and_counted_once(client: Client):
    match = ladder.turn()
    assert match is not None and not match.listed and match.origin == "ladder"
    assert all(seat.bot for seat in match.seats.all())
    assert ladder.turn() is None  # one at once
    finish(match, "home")
    second = ladder.turn()
    assert second is not None and second.game != match.game  # the games take turns
    row = LadderMatch.objects.get(match=match)
    assert row.counted_at is not None
    home = LadderPlace.objects.get(bot=row.home, game=match.game)
    away = LadderPlace.objects.get(bot=row.away, game=match.game)
    assert home.rating > 1500 > away.rating and home.deviation < 350
    assert home.rating - 1500 == pytest.approx(1500 - away.rating)
    assert (home.played, away.played) == (1, 1)
    assert ladder.count() == 0
    home.refresh_from_db()
    assert home.played == 1
    page = client.get(f"/bots/?game={match.game}").content.decode()
    assert row.home.nickname in page and f"{home.rating:.0f}" in page
    assert client.get("/bots/?game=nothing").status_code == 404


def test_a_bot_of_somebody_is_on_it_while_its_stream_is_open():
    bot = robots.make_bot(owner=account("olga"), nickname="Zanna")
    token, _text = robots.new_token(bot=bot)
    assert bot not in ladder.players()
    ApiToken.objects.filter(pk=token.pk).update(used_at=timezone.now())
    assert bot in ladder.players()
    robots.revoke(token=token)


def test_the_page_of_my_bots(client: Client):
    owner = account("olga")
    client.force_login(owner, backend="django.contrib.auth.backends.ModelBackend")
    client.post("/settings/bots/", {"do": "make", "nickname": "Zanna"})
    bot = owner.bots.get()
    page = client.post("/settings/bots/", {"do": "token", "id": str(bot.pk)}).content.decode()
    token = bot.tokens.get()
    assert 'value="tb_' in page and token.digest not in page
    assert "tb_" not in client.get("/settings/bots/").content.decode()
    stranger = Client()
    stranger.force_login(account("sara"), backend="django.contrib.auth.backends.ModelBackend")
    assert stranger.post("/settings/bots/", {"do": "revoke", "id": str(token.pk)}).status_code == 404
    assert stranger.post("/settings/bots/", {"do": "token", "id": str(bot.pk)}).status_code == 404
    client.post("/settings/bots/", {"do": "revoke", "id": str(token.pk)})
    token.refresh_from_db()
    assert token.revoked_at is not None
