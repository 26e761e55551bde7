"""Coming in by a link or its QR code: how many taps it takes, what the confirmation says, and the way back by mail."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape

import pytest
from django.core import mail
from django.utils import timezone

from league.competitions.models import Competition, Letter
from league.competitions.verbs import emails, entries, invitations, joining
from league.players.models import User
from tests.cast import PASSWORD
from tests.league.builders import competition

BACKEND = "django.contrib.auth.backends.ModelBackend"
FORM = re.compile(r"<form[^>]*>.*?</form>", re.DOTALL)


@pytest.fixture
def cup(cast):
    return competition(cast.organiser, places=2)


@pytest.fixture
def mails(settings):
    """Real mail, so that an address is asked for; what is sent lands in ``mail.outbox``."""
    settings.EMAIL_IS_REAL = True


def words(answer):
    return unescape(answer.content.decode())


def form_with(text, button):
    """The one form of a page that holds ``button``, and the fields that somebody types into."""
    (form,) = [form for form in FORM.findall(text) if button in form]
    typed = [
        name
        for tag in re.findall(r"<(?:input|select|textarea)[^>]*>", form)
        for name in re.findall(r'name="(\w+)"', tag)
        if 'type="hidden"' not in tag
    ]
    action = re.search(r'<form[^>]*action="([^"]+)"', form)
    return (action[1] if action else ""), typed


@pytest.mark.parametrize("way", ["invitation", "poster"])
def test_one_tap_when_signed_in(client, cast, cup, way):
    link = invitations.open_link(competition=cup, by=cast.organiser)
    path = f"/invited/{link.key}/" if way == "invitation" else f"/competitions/{cup.slug}/entrants/"
    button = 'value="accept"' if way == "invitation" else 'value="enter"'
    client.force_login(cast.anna, backend=BACKEND)
    action, typed = form_with(words(client.get(path)), button)
    assert typed == [], "nothing to type"
    answer = client.post(action or path, {"do": button.split('"')[1]}, follow=True)
    assert cup.entrants.get().player == cast.anna
    assert "You are in" in words(answer)


@pytest.mark.parametrize("way", ["invitation", "poster"])
def test_two_fields_and_one_tap_as_a_guest(client, cast, cup, mails, way):
    link = invitations.open_link(competition=cup, by=cast.organiser)
    path = f"/invited/{link.key}/" if way == "invitation" else f"/competitions/{cup.slug}/entrants/"
    action, typed = form_with(words(client.get(path)), 'value="guest"')
    assert typed == ["nickname", "email"]
    said = {"do": "guest", "nickname": "Gino", "email": "gino@example.org"}
    answer = client.post(action or path, said, follow=True)
    entrant = cup.entrants.get()
    assert (entrant.name, entrant.player.is_guest) == ("Gino", True)
    text = words(answer)
    assert "You are in" in text and f"/enter/{entrant.personal_key}/" in text, "the way back is shown"
    emails.send()
    (sent,) = mail.outbox
    assert sent.to == ["gino@example.org"] and f"/enter/{entrant.personal_key}/" in sent.body
    assert not Letter.objects.exclude(to="").exists(), "the address is forgotten"


def test_the_way_back_is_mailed_in_the_language_of_the_page(client, cup, mails):
    client.post(
        f"/competitions/{cup.slug}/enter/",
        {"do": "guest", "nickname": "Gino", "email": "gino@example.org"},
        headers={"Accept-Language": "it"},
    )
    assert Letter.objects.get().language == "it"


def test_without_mail_only_the_name_is_asked(client, cup):
    _action, typed = form_with(words(client.get(f"/competitions/{cup.slug}/entrants/")), 'value="guest"')
    assert typed == ["nickname"]


def test_the_confirmation_says_when_and_how_to_leave_and_the_place_in_the_line(client, cast, cup):
    begins = timezone.now() + timedelta(days=3)
    Competition.objects.filter(pk=cup.pk).update(starts_at=begins)
    entries.enter_names(competition=cup, by=cast.organiser, names="Aldo\nBerta\nCarlo")
    path = f"/competitions/{cup.slug}/enter/"
    text = words(client.post(path, {"do": "guest", "nickname": "Gino"}, follow=True))
    own_entrant = cup.entrants.get(name="Gino")
    assert "number 2 on the waiting list" in text
    assert "It begins on" in text and "You can leave here" in text and 'value="leave"' in text
    calendar = f"/competitions/{cup.slug}/entrants/{own_entrant.pk}/calendar.ics"
    assert calendar in text
    assert f"{begins:%Y%m%dT%H%M}" in client.get(calendar).content.decode()
    client.post(path, {"do": "leave"})
    assert cup.entrants.get(name="Gino").status == "withdrawn"


@pytest.mark.parametrize(
    ("said", "refused"),
    [
        ({"nickname": "x"}, "at least"),
        ({"email": "me@"}, "not an e-mail address"),
        ({"email": f"{'a' * 250}@example.org"}, "not an e-mail address"),  # longer than the column
    ],
)
def test_who_is_refused_leaves_nothing_behind(client, cup, said, refused):
    before = User.objects.count()
    answer = client.post(f"/competitions/{cup.slug}/enter/", {"do": "guest", "nickname": "Gino", **said}, follow=True)
    assert refused in words(answer)
    assert User.objects.count() == before and not cup.entrants.exists() and not Letter.objects.exists()


def test_a_guest_cannot_pass_an_invitation_by(client, cast):
    closed = competition(cast.organiser, by_invitation=True)
    before = User.objects.count()
    client.post(f"/competitions/{closed.slug}/enter/", {"do": "guest", "nickname": "Gino"})
    assert not closed.entrants.exists() and User.objects.count() == before


def test_this_is_no_way_to_mail_strangers(cast, cup, monkeypatch):
    monkeypatch.setattr(joining, "A_DAY", 2)
    for number in range(3):
        joining.enter_as_guest(competition=cup, nickname=f"Guest {number}", email=f"g{number}@example.org")
    assert cup.entrants.count() == 3 and Letter.objects.count() == 2


def test_a_guest_plays_for_a_side_by_its_link(client, cast):
    pairs = competition(cast.organiser)
    Competition.objects.filter(pk=pairs.pk).update(side_size=2, game="six_a_side")
    side = entries.enter(competition=pairs, player=cast.anna, name="The Two")
    path = f"/sides/{side.side_key}/"
    _action, typed = form_with(words(client.get(path)), 'value="join"')
    assert typed == ["nickname"]
    client.post(path, {"do": "join", "nickname": "Gino"})
    assert [member.user.nickname for member in side.members.all()] == ["Gino"]


def test_signing_in_comes_back_to_the_invitation(client, cast, cup):
    link = invitations.open_link(competition=cup, by=cast.organiser)
    path = f"/invited/{link.key}/"
    assert f'href="/accounts/login/?next={path}"' in words(client.get(path))
    page = words(client.get(f"/accounts/login/?next={path}"))
    assert re.search(rf'href="/accounts/signup/\?next={re.escape(path).replace("/", "(?:/|%2F)")}"', page)
    assert client.post("/accounts/login/", {"login": "anna", "password": PASSWORD, "next": path}).url == path


def test_a_mailed_link_comes_back_to_the_invitation(client, cast, cup):
    """From the invitation to the sign-in page, a password forgotten, the mail, a new password: the invitation again."""
    link = invitations.open_link(competition=cup, by=cast.organiser)
    path = f"/invited/{link.key}/"
    page = words(client.get(f"/accounts/login/?next={path}"))
    reset = re.search(r'href="(/accounts/password/reset/\?next=[^"]+)"', page)[1]
    assert f'name="back" value="{path}"' in words(client.get(reset))
    client.post("/accounts/password/reset/", {"email": "anna@example.org", "back": path})
    mailed = re.search(r"https?://[^/]+(/\S+/password/reset/key/\S+)", mail.outbox[0].body)[1]
    elsewhere = type(client)()  # the mail is opened in another browser
    form = elsewhere.get(mailed, follow=True)
    new = "another long password"
    where = form.redirect_chain[-1][0].partition("?")[0]
    (asked,) = [part for part in FORM.findall(words(form)) if "password1" in part]
    next_field = re.search(r'name="next"[^>]*value="([^"]+)"', asked)[1]
    answer = elsewhere.post(where, {"password1": new, "password2": new, "next": next_field})
    assert answer.url == path
    assert "Yes, as anna" in words(elsewhere.get(path)), "signed in, one tap left"


def test_a_mailed_link_leads_to_no_other_site(client, cast):
    client.post("/accounts/password/reset/", {"email": "anna@example.org", "back": "https://evil.example/"})
    assert "evil" not in mail.outbox[0].body


def test_an_evening_says_its_day_before_it_begins(client, cast):
    event = competition(cast.organiser, "evening", 8, starts_at=timezone.now() + timedelta(days=2))
    client.force_login(cast.anna, backend=BACKEND)
    client.post(f"/competitions/{event.slug}/evening/act/", {"do": "walk_in"})
    text = words(client.get(f"/competitions/{event.slug}/evening/"))
    assert "You are in" in text and "It begins on" in text and 'value="leave"' in text
