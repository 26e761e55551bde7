"""Asking, taking back and carrying out; whose things pass to whom; moderators, teachers, guests."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
import redis
from django.conf import settings as site
from django.core.cache import cache
from django.urls import reverse
from django.utils import timezone

from league.classes import verbs as classes
from league.classes.models import Card, SchoolClass
from league.clubs.models import Membership
from league.clubs.verbs import clubs
from league.competitions.models import AuditEntry, Competition, Entrant, Fixture, ResultEntry
from league.competitions.verbs import create, entries, rounds, sides
from league.competitions.verbs import staff as staff_verbs
from league.delivery import hooks
from league.delivery.models import MailMessage, WebHook
from league.formats import draw as draws
from league.moderation import verbs
from league.moderation.errors import ModerationError
from league.moderation.models import Act
from league.players.models import Notification, User
from league.players.verbs import guests, robots
from league.privacy import archives, deletion, erasing, leaving, retention, tasks
from league.privacy.errors import PrivacyError
from league.privacy.models import DataArchive, Deletion
from league.privacy.names import Names
from league.sentences import moment_words, translated
from matches import feed
from matches.models import Challenge, ChatLine, Match, MatchCommand, Seat
from matches.verbs import casual
from tests.league.builders import competition, running
from tests.league.privacy.person import dump

pytestmark = pytest.mark.django_db


def later(days):
    return timezone.now() + timedelta(days=days)


def test_a_deletion_waits_and_can_be_taken_back(cast, settings):
    settings.DELETION_DAYS = 7
    first = deletion.ask(person=cast.anna)
    assert deletion.ask(person=cast.anna).due_at == first.due_at
    assert deletion.delete_due(later(6)) == 0
    notification = Notification.objects.get(user=cast.anna)
    assert notification.url == "/settings/data/"
    with timezone.override("Pacific/Auckland"):  # as the page says it, on the reader's day
        assert f"will be deleted on {moment_words(first.due_at)}:" in translated(notification.message)
    deletion.take_back(person=cast.anna)
    deletion.take_back(person=cast.anna)
    assert deletion.delete_due(later(8)) == 0
    deletion.ask(person=cast.anna)
    Deletion.objects.update(due_at=timezone.now())
    with pytest.raises(PrivacyError):
        deletion.take_back(person=cast.anna)
    assert tasks.delete_people() == 1
    assert tasks.delete_people() == 0
    anna = User.objects.get(pk=cast.anna.pk)
    assert (anna.nickname, anna.email, anna.username) == ("deleted player", "", None)
    assert not Deletion.objects.exists() and anna.erased_at is not None


def test_what_the_sessions_hold_open_is_closed(cast, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks() as callbacks:
        deletion.delete(person_id=cast.anna.pk)
    closed = [callback.args for callback in callbacks if getattr(callback, "func", None) is feed.publish_signed_out]
    assert set(closed) == {(cast.anna.pk,)}


def test_the_name_is_in_the_persons_language(cast):
    User.objects.filter(pk=cast.anna.pk).update(language="it")
    deletion.delete(person_id=cast.anna.pk)
    assert User.objects.get(pk=cast.anna.pk).nickname == "giocatore cancellato"


def test_an_entrant_is_withdrawn_by_the_rules_and_keeps_what_was_played(cast):
    cup = competition(cast.organiser, "league")
    for player in (cast.anna, cast.bruno, cast.stranger, cast.referee):  # an even number: nobody has a bye
        entries.enter(competition=cup, player=player)
    rounds.start(competition=cup, by=cast.organiser)
    assert not deletion.delete(person_id=cast.anna.pk)  # a match of hers is still open
    assert ResultEntry.objects.filter(competition=cup, kind="withdrawn").count() == 1
    Match.objects.filter(seats__user=cast.anna).update(status=Match.Status.VOID)
    assert deletion.delete(person_id=cast.anna.pk)
    entrant = Entrant.objects.get(player=cast.anna)
    assert (entrant.name, entrant.status) == ("deleted player", "withdrawn")
    assert "anna" not in dump()


def test_a_draw_can_still_be_checked(cast, client):
    cup = competition(cast.organiser)
    for player in (cast.anna, cast.bruno, cast.stranger):
        entries.enter(competition=cup, player=player)
    rounds.start(competition=cup, by=cast.organiser)
    Match.objects.update(status=Match.Status.VOID)
    assert deletion.delete(person_id=cast.anna.pk)
    draw = cup.draws.get()
    stored = draws.Drawn(draw.algorithm, draw.commitment, draw.seed, draw.entrants_hash, draw.order)
    assert draws.verify(stored, draw.entrants) == []
    assert len(draws.verify(replace(stored, order=draw.order[::-1]), draw.entrants)) == 1
    page = client.get(f"/competitions/{cup.slug}/entrants/").content.decode()
    assert "deleted player" in page and "anna" not in page


def test_before_the_start_the_next_of_the_waiting_list_moves_up(cast):
    cup = competition(cast.organiser, places=2)
    for player in (cast.anna, cast.bruno, cast.stranger):
        entries.enter(competition=cup, player=player)
    assert deletion.delete(person_id=cast.anna.pk)
    assert Entrant.objects.get(player=cast.stranger).status == "entered"


def test_two_deleted_people_of_one_cup_are_told_apart(cast):
    cup = competition(cast.organiser)
    for player in (cast.anna, cast.bruno):
        entries.enter(competition=cup, player=player)
    for player in (cast.anna, cast.bruno):
        assert deletion.delete(person_id=player.pk)
    assert {entrant.name for entrant in cup.entrants.all()} == {"deleted player", "deleted player 2"}


def test_an_organiser_hands_over_first(cast):
    cup = running(cast.organiser)
    club = clubs.create(by=cast.organiser, name="Bar Centrale")
    with pytest.raises(PrivacyError) as refused:
        deletion.ask(person=cast.organiser)
    assert "Saturday cup" in str(refused.value) and "Bar Centrale" in str(refused.value)
    invited = staff_verbs.invite(competition=cup, by=cast.organiser, role="co_organiser", name="bruno")
    staff_verbs.accept(key=invited.key, by=cast.bruno)
    Membership.objects.create(club=club, user=cast.anna, staff=True)
    deletion.ask(person=cast.organiser)
    assert deletion.delete(person_id=cast.organiser.pk)
    cup.refresh_from_db()
    club.refresh_from_db()
    assert (cup.owner, cup.status, club.owner, club.closed_at) == (cast.bruno, "running", cast.anna, None)
    assert not cup.staff.exists() and not Membership.objects.filter(user=cast.organiser).exists()


def test_a_helper_succeeds_again_once_a_ban_is_over(cast):
    cup = running(cast.organiser)
    invited = staff_verbs.invite(competition=cup, by=cast.organiser, role="co_organiser", name="bruno")
    staff_verbs.accept(key=invited.key, by=cast.bruno)
    User.objects.filter(pk=cast.bruno.pk).update(banned=True, banned_until=later(1))
    assert leaving.to_hand_over(cast.organiser) == [cup]
    User.objects.filter(pk=cast.bruno.pk).update(banned_until=later(-1))
    assert leaving.successor(cup) == cast.bruno and not leaving.to_hand_over(cast.organiser)


def test_without_a_successor_at_the_end_it_is_cancelled_or_closed(cast):
    create.create(by=cast.organiser, name="A draft", game="super_goal", preset="cup", places=4)
    cup, club = running(cast.organiser), clubs.create(by=cast.organiser, name="Bar Centrale")
    deletion.delete(person_id=cast.organiser.pk)
    cup.refresh_from_db()
    club.refresh_from_db()
    assert (cup.status, club.closed_at is None) == ("cancelled", False)
    assert not Competition.objects.filter(name="A draft").exists()
    assert not AuditEntry.objects.filter(actor__nickname="organiser").exists()


def test_an_open_table_ends_first(cast, toy):
    match = casual.play_friend(user=cast.anna, game="toy")
    assert leaving.leave(person=cast.anna) is False
    assert leaving.leave(person=cast.anna) is False
    assert [row.kind for row in MatchCommand.objects.filter(match=match)] == ["void"]
    assert deletion.delete(person_id=cast.anna.pk) is False
    assert User.objects.get(pk=cast.anna.pk).nickname == "anna"
    Match.objects.update(status=Match.Status.VOID)
    assert deletion.delete(person_id=cast.anna.pk)


def test_a_running_match_is_lost(cast, toy):
    match = casual.play_friend(user=cast.anna, game="toy")
    Seat.objects.filter(match=match, user=None).update(user=cast.bruno, invite="")
    Match.objects.update(status=Match.Status.PAUSED)
    leaving.leave(person=cast.anna)
    award = MatchCommand.objects.get(match=match)
    assert (award.kind, award.payload["winner"]) == ("award", Seat.objects.get(user=cast.bruno).side)


def test_the_others_of_a_side_play_on(cast):
    """The table that waits opens anew for them alone; until now it was void, and nobody could play it."""
    cup = create.create(by=cast.organiser, name="Pairs", game="six_a_side", preset="cup", places=4, side_size=3)
    cup = create.publish(competition=cup, by=cast.organiser)
    reds = entries.enter(competition=cup, player=cast.anna, name="The reds")
    for mate in (cast.bruno, cast.stranger):
        sides.join(key=reds.side_key, player=mate)
    entries.enter(competition=cup, player=cast.referee)
    rounds.start(competition=cup, by=cast.organiser)
    before = Fixture.objects.get(tie__round__stage__competition=cup).match
    for _again in range(2):
        assert leaving.leave(person=cast.bruno) is False
    Match.objects.filter(pk=before.pk).update(status=Match.Status.VOID)  # as its process does by the command
    assert deletion.delete(person_id=cast.bruno.pk)
    fixture = Fixture.objects.get(tie__round__stage__competition=cup)
    assert fixture.match != before and fixture.match.status == Match.Status.WAITING
    seat = fixture.match.seats.get(user=cast.anna)
    assert [controller.user for controller in seat.controllers.all()] == [cast.anna, cast.stranger]
    assert fixture.match.options["players"][seat.side] == 2
    left = AuditEntry.objects.filter(competition=cup, verb="leave_side", actor=cast.bruno)
    assert left.count() == 1 and reds.members.get().user == cast.stranger


@pytest.mark.parametrize("line", range(1, 30, 4))
def test_killed_at_any_line_nothing_is_half_done(cast, monkeypatch, line):
    """The erasure stops at its n-th query of a kind: everything or nothing is done, and the next run does it."""
    entries.enter(competition=competition(cast.organiser), player=cast.anna)
    seen = {"left": line}
    real = erasing.change_in

    def dying(*given):
        seen["left"] -= 1
        if not seen["left"]:
            raise KeyboardInterrupt
        return real(*given)

    monkeypatch.setattr(erasing, "change_in", dying)
    with pytest.raises(KeyboardInterrupt):
        erasing.erase(person_id=cast.anna.pk)
    assert User.objects.get(pk=cast.anna.pk).nickname == "anna"
    assert Entrant.objects.get(player=cast.anna).name == "anna"
    monkeypatch.setattr(erasing, "change_in", real)
    assert erasing.erase(person_id=cast.anna.pk) and "anna" not in dump()


def test_one_who_cannot_be_deleted_stops_nobody_else(cast, monkeypatch):
    for person in (cast.anna, cast.bruno):
        deletion.ask(person=person)
    real = leaving.leave

    def failing(*, person):
        if person.pk == cast.anna.pk:
            raise RuntimeError
        return real(person=person)

    monkeypatch.setattr(leaving, "leave", failing)
    assert deletion.delete_due(later(8)) == 1
    assert User.objects.get(pk=cast.anna.pk).nickname == "anna"


def test_somebody_of_the_same_name_elsewhere_keeps_it(cast, toy):
    """Names are replaced in the person's own places alone, and never inside the longer name of another."""
    cup = competition(cast.organiser, places=8)
    entries.enter(competition=cup, player=cast.anna)
    entries.enter_names(competition=cup, by=cast.organiser, names="anna maria")
    other = create.publish(
        competition=create.create(by=cast.bruno, name="Elsewhere", game="super_goal", preset="cup", places=4),
        by=cast.bruno,
    )
    entries.enter_names(competition=other, by=cast.bruno, names="anna")
    deletion.delete(person_id=cast.anna.pk)
    assert other.entrants.get().name == "anna"
    assert {entrant.name for entrant in cup.entrants.all()} == {"deleted player", "anna maria"}


def test_nothing_is_left_in_valkey(client, cast, settings):
    settings.PAGE_CACHE = True
    cup = competition(cast.organiser)
    entries.enter(competition=cup, player=User.objects.create(username="zq", nickname="Zaphodis"))
    client.get(f"/competitions/{cup.slug}/entrants/")
    store = redis.Redis.from_url(site.VALKEY_URL)
    cache.set("page:kept", "Zaphodis")

    def holds():
        values = [(key, store.get(key)) for key in store.scan_iter("*") if store.type(key) == b"string"]
        return [key for key, value in values if b"zaphodis" in (value or b"").lower() + key.lower()]

    assert holds()
    deletion.delete(person_id=User.objects.get(username="zq").pk)
    assert holds() == []


# ── others who may ──
def test_a_moderator_erases_with_a_reason_and_without_the_name(cast):
    User.objects.filter(pk=cast.bruno.pk).update(is_moderator=True)
    cast.bruno.refresh_from_db()
    with pytest.raises(ModerationError):
        deletion.erase_by_moderator(subject=cast.anna, by=cast.stranger, reason="a stranger asks")
    with pytest.raises(ModerationError):
        deletion.erase_by_moderator(subject=cast.anna, by=cast.bruno, reason="")
    assert deletion.erase_by_moderator(subject=cast.anna, by=cast.bruno, reason="anna asked by letter")
    act = Act.objects.get()
    assert (act.verb, act.by, act.reason) == ("erase", cast.bruno, "deleted player asked by letter")
    assert "anna" not in dump()
    with pytest.raises(ModerationError):
        deletion.erase_by_moderator(subject=cast.bruno, by=cast.bruno, reason="myself")


def test_whoever_is_deleted_is_not_decided_about_again(cast):
    User.objects.filter(pk=cast.referee.pk).update(is_moderator=True)
    moderator = User.objects.get(pk=cast.referee.pk)
    read_before = User.objects.get(pk=cast.anna.pk)
    assert deletion.erase_by_moderator(subject=cast.anna, by=moderator, reason="asked for it")
    deleted = User.objects.get(pk=cast.anna.pk)
    with pytest.raises(ModerationError, match="is deleted"):
        verbs.rename(subject=deleted, by=moderator, reason="a bad word", nickname="Ala 7")
    with pytest.raises(ModerationError):
        verbs.report_name(subject=deleted, by=cast.bruno)
    for again in (deleted, read_before):
        assert deletion.erase_by_moderator(subject=again, by=moderator, reason="asked for it")
    assert not Deletion.objects.exists(), "it would wait for ever"


def test_a_teacher_erases_a_pupil_and_a_pupil_does_not(cast):
    school = classes.make(
        by=cast.organiser,
        names=["Zqpupil Rossi", "Ugo", "Ivo"],
        delete_on=timezone.localdate() + timedelta(days=30),
        name="Classe 3B",
        game="super_goal",
        preset="cup",
    )
    card = Card.objects.get(entrant__name="Zqpupil Rossi")
    with pytest.raises(PrivacyError):
        deletion.ask(person=card.user)
    assert deletion.erase_pupil(card=card)
    assert "Zqpupil" not in dump() and card.key not in dump()
    assert SchoolClass.objects.get(pk=school.pk).cards.count() == 2


def test_a_guest_is_deleted_as_an_account_is(cast):
    guest = guests.guest(nickname="Zqguest")
    entries.enter(competition=competition(cast.organiser), player=guest)
    deletion.ask(person=guest)
    assert deletion.delete_due(later(8)) == 1
    assert "Zqguest" not in dump()


def test_the_owner_is_told_which_web_hook_goes_with_whom(cast):
    cup = competition(cast.organiser)
    office = staff_verbs.invite(competition=cup, by=cast.organiser, role="co_organiser", name=cast.anna.username)
    staff_verbs.accept(key=office.key, by=cast.anna)
    hooks.set_hook(competition=cup, url="https://chat.example.org/anna", by=cast.anna)
    hooks.set_hook(competition=cup, url="https://chat.example.org/own", by=cast.organiser)
    deletion.delete(person_id=cast.anna.pk)
    (told,) = Notification.objects.filter(kind="hook")
    assert (told.user, told.about, told.url) == (cast.organiser, cup.name, reverse("delivery:hooks", args=[cup.slug]))
    assert [hook.by for hook in WebHook.objects.all()] == [cast.organiser]


def test_bots_cannot_ask_but_go_with_their_owner(cast):
    bot = robots.make_bot(owner=cast.anna, nickname="Zqbot")
    with pytest.raises(PrivacyError):
        deletion.ask(person=bot)
    deletion.delete(person_id=cast.anna.pk)
    assert "Zqbot" not in dump()


# ── archives and what is old ──
def test_what_is_old_goes_once_a_day(cast, settings):
    settings.ARCHIVE_DAYS, settings.UNREAD_DAYS, settings.LEFTOVER_DAYS = 3, 365, 30
    now = timezone.now()
    for days in (2, 4):
        at = now - timedelta(days=days)
        DataArchive.objects.create(user=cast.anna, asked_at=at, ready_at=at, file=b"zip")
    for days, key in ((364, "young"), (366, "old")):
        Notification.objects.create(user=cast.anna, kind="news", key=key, url="/", at=now - timedelta(days=days))
    for days in (29, 31):
        Challenge.objects.create(owner=cast.anna, game="toy", expires_at=now - timedelta(days=days))
        MailMessage.objects.create(
            to="a@example.org", sender="s", made_at=now - timedelta(days=days), expires_at=now, due_at=None
        )
        MailMessage.objects.create(
            to="b@example.org", sender="s", made_at=now - timedelta(days=days), expires_at=now, due_at=now
        )
    assert tasks.delete_old() == 4
    assert MailMessage.objects.count() == 3, "what waits stays"
    assert tasks.delete_old() == 0
    assert retention.delete_old() == 0
    assert (DataArchive.objects.count(), Challenge.objects.count()) == (1, 1)
    assert Notification.objects.get().key == "young"


def test_archives_are_made_once_and_not_too_often(cast, settings):
    settings.ARCHIVE_HOURS = 24
    first = archives.ask(person=cast.anna)
    assert archives.ask(person=cast.anna).pk == first.pk
    assert tasks.make_archives() == 1
    assert tasks.make_archives() == 0
    with pytest.raises(PrivacyError):
        archives.ask(person=cast.anna)
    DataArchive.objects.update(asked_at=timezone.now() - timedelta(hours=25))
    assert archives.ask(person=cast.anna).pk != first.pk


# ── names in words ──
def test_names_are_replaced_as_whole_words():
    names = Names(["Ada", "ada@example.org", "Ada Rossi"], "X", others=["Ada Maria"])
    assert names.in_words("Ada, Adam and Ada Maria wrote to ADA@example.org; Ada Rossi’s") == (
        "X, Adam and Ada Maria wrote to X; X’s"
    )
    assert names.in_json(["{name} met Ada", {"name": "Ada", "all": ["Ada", 1, None]}]) == [
        "{name} met Ada",
        {"name": "X", "all": ["X", 1, None]},
    ]
    assert names.in_state({"home": "Ada", "by": {"name": "Ada"}}) == {"home": "Ada", "by": {"name": "X"}}
    drawn = '<svg width="1"><text>Ada Ro…</text><text>Adriana…</text></svg>'
    assert names.in_json(drawn) == '<svg width="1"><text>X</text><text>Adriana…</text></svg>'


def test_chat_lines_of_others_stay(cast, toy):
    match = casual.play_friend(user=cast.anna, game="toy")
    Match.objects.update(status=Match.Status.VOID)
    for n, by in enumerate((cast.anna, cast.bruno), start=1):
        ChatLine.objects.create(
            match=match, room="players", n=n, client_id=User().pk, user=by, name=by.nickname, text="hello anna",
            at=timezone.now(),
        )  # fmt: skip
    deletion.delete(person_id=cast.anna.pk)
    first, second = ChatLine.objects.order_by("n")
    assert (first.name, first.text, first.say[0]) == ("deleted player", "", erasing.GONE[0])
    assert (second.name, second.text) == ("bruno", "hello deleted player")
