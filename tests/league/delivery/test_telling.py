"""Notices: the draw, a title, a waiting opponent, a move; and each kind on or off by each way."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.core import mail
from django.utils import timezone, translation

import engines
from engines.core.text import text
from league.competitions.verbs import drawing, entries, rounds, rulings
from league.competitions.verbs.schedule import stored_moment
from league.delivery import push
from league.delivery.telling import tell_due
from league.players.models import Notification, User
from league.players.policy.channels import SUBJECTS, WAYS, subject, wants
from league.players.verbs import notify
from league.players.verbs.settings import choose_channels
from matches.models import Match, Seat
from matches.verbs.opening import Opening, Sitter, open_match
from tests.league.builders import competition

BACKEND = "django.contrib.auth.backends.ModelBackend"


def told(user, kind):
    return list(Notification.objects.filter(user=user, kind=kind).values_list("key", flat=True))


@pytest.fixture
def cup(cast):
    tournament = competition(cast.organiser, places=2)
    entries.enter(competition=tournament, player=cast.anna)
    entries.enter(competition=tournament, player=cast.bruno)
    return tournament


def test_the_draw_and_the_title_are_told_once_to_all_who_play(cast, cup):
    tell_due()
    assert not told(cast.anna, "draw")
    drawing.draw(competition=cup, by=cast.organiser)
    tell_due()
    tell_due()
    assert len(told(cast.anna, "draw")) == len(told(cast.bruno, "draw")) == 1 and not told(cast.organiser, "draw")
    rounds.start(competition=cup, by=cast.organiser)
    final = cup.stages.get().rounds.get().ties.get().fixtures.get()
    rulings.enter_result(fixture=final, score=rulings.Score(1, 0), by=cast.organiser)
    tell_due()
    tell_due()
    assert len(told(cast.anna, "title")) == 1
    row = Notification.objects.filter(user=cast.bruno, kind="title").get()
    assert row.url == f"/competitions/{cup.slug}/" and row.message[1]["name"] in ("anna", "bruno")


def test_the_title_of_a_corrected_final_is_told(cast, cup, django_capture_on_commit_callbacks):
    rounds.start(competition=cup, by=cast.organiser)
    final = cup.stages.get().rounds.get().ties.get().fixtures.get()
    for goals in (1, 0):
        rulings.enter_result(fixture=final, score=rulings.Score(goals, 1 - goals), by=cast.organiser, reason="seats")
        with django_capture_on_commit_callbacks(execute=True):
            tell_due()
    names = Notification.objects.filter(user=cast.anna, kind="title").values_list("message__1__name", flat=True)
    assert sorted(names) == ["anna", "bruno"]


def test_who_waits_at_the_table_is_told_of_to_the_other_alone(cast):
    match = open_match(Opening(game="super_goal", home=Sitter(user=cast.anna), away=Sitter(user=cast.bruno)))
    tell_due()
    assert not Notification.objects.exists()
    Seat.objects.filter(match=match, side="home").update(seen_at=timezone.now())
    Match.objects.update(visited_at=timezone.now() - timedelta(minutes=1))
    tell_due()
    assert not told(cast.bruno, "waiting")
    Match.objects.update(visited_at=timezone.now())
    tell_due()
    tell_due()
    assert len(told(cast.bruno, "waiting")) == 1 and not told(cast.anna, "waiting")


def test_nobody_is_told_when_both_are_there(cast):
    match = open_match(Opening(game="super_goal", home=Sitter(user=cast.anna), away=Sitter(user=cast.bruno)))
    Seat.objects.filter(match=match).update(seen_at=timezone.now())
    Match.objects.update(visited_at=timezone.now())
    tell_due()
    assert not Notification.objects.exists()


def test_a_move_by_correspondence_is_told_once_a_move(cast):
    match = open_match(
        Opening(
            game="super_goal",
            home=Sitter(user=cast.anna, name="Anna"),
            away=Sitter(user=cast.bruno),
            move_seconds=86400,
        )
    )
    game = engines.get("super_goal")
    position = game.to_wire(game.setup(dict(game.showcase)))
    before = timezone.now() - timedelta(minutes=10)
    said = {"status": "live", "snapshot": position, "started_at": before, "version": 3, "away_since": before}
    Match.objects.filter(pk=match.pk).update(**said)
    tell_due()
    tell_due()
    assert told(cast.bruno, "move") == [f"move:{match.pk}:3"] and not told(cast.anna, "move")
    Seat.objects.filter(match=match, side="away").update(seen_at=timezone.now())
    Match.objects.filter(pk=match.pk).update(version=5)
    tell_due()
    assert len(told(cast.bruno, "move")) == 1, "who is at the table sees it there"
    Match.objects.filter(pk=match.pk).update(move_seconds=60)
    Seat.objects.update(seen_at=None)
    tell_due()
    assert len(told(cast.bruno, "move")) == 1, "only by correspondence"


def test_every_kind_is_on_or_off_by_each_way(client, cast):
    client.force_login(cast.anna, backend=BACKEND)
    page = client.get("/settings/notifications/").content.decode()
    assert page.count('name="wanted"') == len(SUBJECTS) * len(WAYS) == page.count(" checked") - 1  # mails are on too
    client.post("/settings/notifications/", {"wanted": ["move.page", "draw.mail", "x.y"], "mail": "on", "digest": "on"})
    anna = User.objects.get(pk=cast.anna.pk)
    on = {(name, way) for name in SUBJECTS for way in WAYS if wants(anna, name, way)}
    assert on == {("move", "page"), ("draw", "mail")} and anna.digest and anna.mail
    assert client.get("/settings/notifications/").content.decode().count(" checked") == 4


def test_every_kind_that_is_told_has_its_subject():
    assert {subject(kind) for kind in ("kick_off", "proposal", "reminder")} == {"fixture"}
    assert {subject(kind) for kind in ("report", "dispute")} == {"dispute"}
    assert subject("open") == "open" and subject("walkover") == subject("never heard of") == "news"


def say(user, kind, key):
    notify.notify(users=[user], kind=kind, message=text("The draw is done"), url="/x/", key=key, competition="Coppa")


def test_what_is_off_on_the_page_is_not_shown_there(client, cast):
    choose_channels(user=cast.anna, names=["move.page"], digest=False)
    say(cast.anna, "draw", "k1")
    say(cast.anna, "move", "k2")
    assert notify.unread(cast.anna).count() == 1
    client.force_login(cast.anna, backend=BACKEND)
    assert client.get("/notifications/").content.decode().count('href="/x/"') == 1
    assert notify.send_mails() == 0


def test_a_digest_is_one_mail_a_day(cast):
    User.objects.filter(pk=cast.anna.pk).update(digest=True)
    cast.anna.refresh_from_db()
    for number in range(3):
        say(cast.anna, "draw", f"k{number}")
    assert notify.send_mails() == 0
    assert (notify.send_digests(), notify.send_digests()) == (1, 0)
    letter = mail.outbox[-1]
    assert letter.subject == "3 notifications" and letter.body.count("The draw is done") == 3
    assert "List-Unsubscribe" in letter.extra_headers and letter.extra_headers["List-Unsubscribe-Post"]
    say(cast.anna, "draw", "later")
    assert notify.send_digests() == 0, "not before tomorrow"
    User.objects.filter(pk=cast.anna.pk).update(digest_at=timezone.now() - timedelta(hours=25))
    assert notify.send_digests() == 1 and mail.outbox[-1].body.count("The draw is done") == 1
    User.objects.filter(pk=cast.anna.pk).update(digest_at=timezone.now() - timedelta(hours=25))
    assert notify.send_digests() == 0, "nothing happened"


def test_a_kick_off_is_told_in_the_zone_and_the_language_of_its_reader(client, cast):
    """By mail, by push and on the page, each person's own; who chose none has that of the site."""
    User.objects.filter(pk=cast.anna.pk).update(email="a@example.org", language="it", time_zone="America/New_York")
    User.objects.filter(pk=cast.bruno.pk).update(email="b@example.org", language="en")
    when = stored_moment(datetime(2031, 11, 24, 19, 30, tzinfo=UTC))
    message = text("{fixture} begins on {when}", fixture="Anna – Bruno", when=when)
    people = User.objects.filter(pk__in=[cast.anna.pk, cast.bruno.pk])
    notify.notify(users=people, kind="kick_off", message=message, url="/my/fixtures/", key="begins")
    assert notify.send_mails() == 2
    expected = {"a@example.org": "24 nov 2031, 14:30 EST", "b@example.org": "24 Nov 2031, 20:30 CET"}
    for letter in mail.outbox:
        assert expected[letter.to[0]] in letter.body and expected[letter.to[0]] in letter.subject
    for row in Notification.objects.select_related("user"):
        assert expected[row.user.email] in push.words_of(row).decode()
    client.force_login(User.objects.get(pk=cast.anna.pk), backend=BACKEND)
    with translation.override("en"):  # the page turns on the language of its reader
        assert expected["a@example.org"] in client.get("/notifications/").content.decode()
