"""Accounts over HTTP: sign up, in and out, a new password, settings, guests and personal links."""

import re

import pytest
from django.core import mail

from league.competitions.models import Competition, Entrant
from league.players.models import User
from league.players.verbs.claims import claim
from league.players.verbs.guests import guest
from tests.cast import PASSWORD
from tests.league.builders import running

BACKEND = "django.contrib.auth.backends.ModelBackend"


def test_sign_up_in_and_out(client, db):
    client.post("/accounts/signup/", {"username": "teresa", "email": "", "password1": PASSWORD})
    assert "teresa" in client.get("/").content.decode()
    client.post("/accounts/logout/")
    assert "/accounts/login/" in client.get("/").content.decode()
    answer = client.post("/accounts/login/", {"login": "teresa", "password": PASSWORD})
    assert answer.status_code == 302
    assert client.get("/settings/").status_code == 200


def test_a_refused_sign_up_says_what_to_do_beside_the_field_and_on_top(client, cast):
    text = client.post("/accounts/signup/", {"username": "anna", "password1": "short"}).content.decode()
    assert 'data-k="bad" role="alert" tabindex="-1"' in text
    assert 'href="#id_username"' in text and 'id="id_username_error"' in text
    assert 'aria-invalid="true"' in text
    assert not User.objects.filter(nickname="short").exists()


@pytest.mark.parametrize("language", ["it", "es", "pt-br"])
def test_a_short_password_is_refused_in_the_language_of_the_page(client, db, language):
    typed = {"username": "teresa", "password1": "short"}
    text = client.post("/accounts/signup/", typed, headers={"accept-language": language}).content.decode()
    assert f'lang="{language}"' in text and 'id="id_password1_error"' in text
    assert "This password" not in text


def test_a_refused_sign_in_calls_fields_by_their_labels(client, db):
    text = client.post("/accounts/login/", {}).content.decode()
    assert '<a href="#id_login">Name or e-mail: ' in text and '<label for="id_login">Name or e-mail</label>' in text


@pytest.mark.parametrize("path", ["/accounts/email/", "/accounts/password/reset/"])
def test_a_refused_address_is_called_by_its_label(client, cast, path):
    if path == "/accounts/email/":
        assert client.post("/accounts/login/", {"login": "anna", "password": PASSWORD}).status_code == 302
    text = client.post(path, {"email": "nobody", "action_add": ""}).text
    [label] = re.findall(r'<label for="id_email">([^<]*)<', text)
    assert f'<a href="#id_email">{label}: ' in text


def test_no_field_repeats_its_label(client, cast):
    paths = ["/accounts/login/", "/accounts/signup/", "/accounts/password/reset/"]
    texts = {path: client.get(path).content.decode() for path in paths}
    client.force_login(cast.anna, backend=BACKEND)
    texts |= {path: client.get(path).content.decode() for path in ("/accounts/email/", "/accounts/password/change/")}
    assert [path for path, text in texts.items() if "placeholder" in text or "<input" not in text] == []


@pytest.mark.parametrize(("language", "label"), [("en", "Name"), ("it", "Nome")])
def test_the_summary_of_a_refused_sign_up_calls_fields_by_their_labels(client, cast, language, label):
    client.post("/prefer/", {"language": language})
    text = client.post("/accounts/signup/", {"username": "anna", "password1": "short"}).content.decode()
    assert f'<a href="#id_username">{label}: ' in text
    assert f'<label for="id_username">{label}</label>' in text


def test_a_wrong_password_is_refused_in_italian(client, cast):
    client.post("/prefer/", {"language": "it"})
    text = client.post("/accounts/login/", {"login": "anna", "password": "wrong"}).content.decode()
    assert 'role="alert"' in text and "Accedi" in text


def test_a_password_is_reset_by_mail(client, cast):
    client.post("/accounts/password/reset/", {"email": "anna@example.org"})
    link = re.search(r"https?://\S+/password/reset/key/\S+", mail.outbox[0].body).group()
    form = client.get(link, follow=True)
    assert form.status_code == 200 and b"password1" in form.content
    new = "another long password"
    client.post(form.request["PATH_INFO"], {"password1": new, "password2": new})
    assert client.post("/accounts/login/", {"login": "anna", "password": new}).status_code == 302


@pytest.mark.parametrize(
    ("language", "address", "subject", "words"),
    [
        ("en", "anna@example.org", "A new password for Tabellone", "You sign in as anna."),
        ("it", "anna@example.org", "Una nuova password per Tabellone", "Accedi con il nome anna."),
        ("en", "nobody@example.org", "No account with this address on Tabellone", "the address nobody@example.org."),
        ("it", "nobody@example.org", "Nessun account con questo indirizzo su Tabellone", "nobody@example.org."),
    ],
)
def test_the_mail_about_a_password_is_in_our_words(client, cast, language, address, subject, words):
    client.post("/prefer/", {"language": language})
    client.post("/accounts/password/reset/", {"email": address})
    (sent,) = mail.outbox
    assert sent.subject == subject
    assert words in sent.body and "http" in sent.body
    left = "do nothing" if language == "en" else "non fare nulla"
    assert left in sent.body and "testserver!" not in sent.body and "Hello" not in sent.body


def test_a_used_reset_link_says_so(client, db):
    page = client.get("/accounts/password/reset/key/abc-def/", follow=True)
    assert page.status_code == 200 and b"masthead" in page.content


@pytest.mark.parametrize("path", ["/accounts/password/change/", "/accounts/email/", "/accounts/logout/", "/settings/"])
def test_pages_of_an_account_are_in_the_shell(client, cast, path):
    client.force_login(cast.anna, backend=BACKEND)
    page = client.get(path)
    assert page.status_code == 200
    text = page.content.decode()
    assert 'class="masthead"' in text and "style=" not in text


def test_settings_are_kept(client, cast):
    client.force_login(cast.anna, backend=BACKEND)
    said = {"nickname": "Anna B", "language": "it", "theme": "dark", "time_zone": "America/Lima"}
    assert client.post("/settings/", said).status_code == 302
    cast.anna.refresh_from_db()
    assert (cast.anna.nickname, cast.anna.language, cast.anna.theme) == ("Anna B", "it", "dark")
    assert cast.anna.time_zone == "America/Lima"
    text = client.get("/settings/").content.decode()
    assert '<html lang="it" data-theme="dark">' in text


def test_settings_refuse_a_zone_that_is_none(client, cast):
    client.force_login(cast.anna, backend=BACKEND)
    said = {"nickname": "Anna", "language": "en", "theme": "", "time_zone": "Moon/Base"}
    page = client.post("/settings/", said)
    assert page.status_code == 200 and b'role="alert"' in page.content


def test_settings_are_for_somebody(client, db):
    assert client.get("/settings/").status_code == 302


def test_a_guest_needs_a_nickname_only(client, db):
    answer = client.post("/guest/", {"nickname": "Gino", "next": "/games/"})
    assert answer.url == "/games/"
    assert User.objects.get().is_guest
    assert "Gino" in client.get("/").content.decode()


def test_a_guest_signs_up_under_the_name_that_is_known(client, db):
    client.post("/guest/", {"nickname": "Gino 538", "next": "/games/"})
    guest = User.objects.get()
    form = client.get("/accounts/signup/").content.decode()
    assert 'value="Gino 538"' in form
    answer = client.post("/accounts/signup/", {"username": "Gino 538", "password1": "a long sentence 9"})
    assert answer.status_code == 302
    guest.refresh_from_db()
    assert (guest.kind, guest.username, guest.nickname) == ("account", "Gino 538", "Gino 538")


def test_a_nickname_that_deceives_is_refused(client, db):
    page = client.post("/guest/", {"nickname": "a\u202eb"})
    assert page.status_code == 200 and b"field" in page.content
    assert not User.objects.exists()


@pytest.fixture
def typed(cast):
    cup = Competition.objects.create(
        slug="cup", name="Cup", game="super_goal", preset="cup", owner=cast.organiser, places=4, status="running"
    )
    key = "k" * 32
    return Entrant.objects.create(
        competition=cup, player=guest(nickname="Ugo"), name="Ugo", code="UGO", personal_key=key
    )


def test_a_personal_link_signs_this_browser_in(client, typed):
    assert b"Ugo" in client.get(f"/enter/{typed.personal_key}/").content
    assert client.get("/").wsgi_request.user.is_anonymous
    client.post(f"/enter/{typed.personal_key}/", {"do": "play"})
    assert client.get("/").wsgi_request.user == typed.player


def test_an_account_claims_the_name(client, cast, typed):
    client.force_login(cast.anna, backend=BACKEND)
    client.post(f"/enter/{typed.personal_key}/", {"do": "claim"})
    typed.refresh_from_db()
    assert typed.player == cast.anna


def test_a_wrong_key_is_no_page(client, db):
    assert client.get(f"/enter/{'x' * 32}/").status_code == 404


def test_profile_works_and_costs_a_fixed_number_of_queries(client, cast, typed, django_assert_max_num_queries):
    with django_assert_max_num_queries(8):
        page = client.get(f"/players/{cast.anna.pk}/")
    assert page.status_code == 200 and b"anna" in page.content


def test_a_claim_needs_an_account(client, typed):
    page = client.post(f"/enter/{typed.personal_key}/", {"do": "claim"})
    assert page.status_code == 200 and client.get("/").wsgi_request.user.is_anonymous


def test_home_leads_a_player_to_the_table(client, cast):
    cup = running(cast.organiser, "cup", 2)
    entrant = cup.entrants.first()
    client.force_login(entrant.player, backend=BACKEND)
    text = client.get("/").content.decode()
    match = cup.stages.get().rounds.get().ties.get().fixtures.get().match
    assert f"/matches/{match.pk}/" in text


def test_a_profile_that_was_claimed_leads_to_the_account(client, cast, typed):
    name = typed.player
    claim(name=name, account=cast.anna)
    assert client.get(f"/players/{name.pk}/").url == f"/players/{cast.anna.pk}/"


@pytest.mark.parametrize("text", ["<img src=x onerror=alert(1)>", '"><svg onload=alert(1)>', "{{7*7}}"])
def test_what_people_type_is_never_markup(client, cast, text):
    page = client.get("/search/", {"q": text}).content.decode()
    assert text not in page or text == "{{7*7}}"
    assert "49" not in page.split("<main")[1].split("</main>")[0]
