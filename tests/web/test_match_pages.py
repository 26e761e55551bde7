"""The pages of a match, read without a script: casual play, the invitation, the table, the lobby."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from django.test import Client
from django.utils import timezone
from django.utils.translation import trim_whitespace

from league.players.models import User
from matches.models import Match
from matches.verbs import casual
from matches.words import catalogue

pytestmark = pytest.mark.django_db


def test_it_works(client: Client):
    answer = client.post("/play/super_goal/", {"nickname": "Libero 7", "opponent": "greedy"})
    assert answer.status_code == 302
    page = client.get(answer["Location"])
    assert page.status_code == 200
    body = page.content.decode()
    assert "Libero 7" in body and '<svg class="pitch"' in body and Match.objects.get().commitment in body
    assert " style=" not in body


def test_a_guest_needs_no_account_and_keeps_the_browser(client: Client):
    client.post("/play/super_goal/", {"nickname": "Libero 7", "opponent": "greedy"})
    guest = User.objects.get(kind="guest")
    assert (guest.nickname, client.session["_auth_user_id"]) == ("Libero 7", str(guest.pk))
    client.post("/play/super_goal/", {"opponent": "random"})
    assert User.objects.filter(kind="guest").count() == 1
    assert Match.objects.filter(seats__user=guest).count() == 2


def test_the_fragment_at_the_end_leads_back_to_the_page_after_signing_up(client: Client):
    client.post("/play/super_goal/", {"nickname": "Libero 7", "opponent": "greedy"})
    match = Match.objects.get()
    match.status, match.result = Match.Status.FINISHED, {"winner": "home", "home": 1, "away": 0, "how": "resignation"}
    match.finished_at = timezone.now()
    match.save()
    around = client.get(f"/matches/{match.id}/around/").content.decode()
    assert f'/accounts/signup/?next=/matches/{match.id}/"' in around


def test_a_bad_nickname_says_what_to_change(client: Client):
    answer = client.post("/play/super_goal/", {"nickname": "x", "opponent": "greedy"})
    assert answer.status_code == 422
    assert "at least 2 characters" in answer.content.decode()
    assert not Match.objects.exists()


def test_a_friend_sits_down_by_link(client: Client):
    table = client.post("/play/super_goal/", {"nickname": "Libero 7", "opponent": "friend"})["Location"]
    page = client.get(table).content.decode()
    link = re.search(r'value="(http://testserver(/matches/join/[\w-]+/))"', page)
    assert link and 'class="qr"' in page
    friend = Client()
    assert "Libero 7" in friend.get(link[2]).content.decode()
    assert friend.post(link[2], {"nickname": "Ala 9"})["Location"] == table
    assert "Ala 9" in client.get(table).content.decode()
    late = Client().get(link[2])
    assert late.status_code == 410


def test_the_host_cannot_take_both_seats(client: Client):
    table = client.post("/play/super_goal/", {"nickname": "Libero 7", "opponent": "friend"})["Location"]
    link = re.search(r"/matches/join/[\w-]+/", client.get(table).content.decode())
    assert link
    assert client.post(link[0]).status_code == 422


def test_only_the_host_sees_the_invitation(client: Client):
    table = client.post("/play/super_goal/", {"nickname": "Libero 7", "opponent": "friend"})["Location"]
    assert "/matches/join/" not in Client().get(table).content.decode()


def test_a_game_that_is_not_built_cannot_be_started(client: Client):
    assert client.get("/play/tombola/").status_code == 404


def test_the_lobby_answers(client: Client):
    body = client.get("/matches/").content.decode()
    assert re.search(r'data-feed="lobby@\d+"', body)
    assert "<html" not in client.get("/matches/", headers={"HX-Request": "true"}).content.decode()


def test_the_words_are_cached_by_their_mark(client: Client):
    address = f"/matches/words/it/{catalogue.mark('it')}.json"
    answer = client.get(address)
    assert "immutable" in answer["Cache-Control"]
    assert set(json.loads(answer.content)) == {"engine", "ui"}
    assert client.get("/matches/words/it/old.json")["Cache-Control"] == "no-cache"
    assert client.get("/matches/words/xx/old.json").status_code == 404


def test_every_sentence_of_the_script_can_be_translated():
    scripts = Path("static/js/table").glob("*.js")
    hits = {msgid for script in scripts for msgid in re.findall(r'\bt\(\s*"([^"]+)"', script.read_text())}
    assert hits
    assert hits <= set(catalogue.UI)


def test_a_rematch_is_for_those_who_played(client: Client, cast):
    match = casual.play_bot(user=cast.anna, game="super_goal", bot="greedy")
    client.force_login(cast.stranger, backend="django.contrib.auth.backends.ModelBackend")
    client.post(f"/matches/{match.id}/rematch/")
    assert Match.objects.count() == 1


def test_every_sentence_of_the_script_is_italian():
    italian = json.loads(catalogue.words("it"))["ui"]
    same = {msgid for msgid, translation in italian.items() if msgid == translation}
    assert same <= {"bot", "lateral", "{ruling}: {reason}"}


def test_every_sentence_of_the_pages_is_italian():
    """Every string of the templates and modules of matches is in the Italian catalogue, and no other."""
    msgids = {message.id if isinstance(message.id, str) else message.id[0] for message in _italian() if message.id}
    said: set[str] = set()
    for template in Path("templates/matches").glob("*.html"):
        text = template.read_text()
        said |= set(re.findall(r'\{% translate "([^"]+)"', text)) | set(re.findall(r'_\("([^"]+)"\)', text))
        for block in re.findall(r"\{% blocktranslate[^%]*%\}(.*?)\{% endblocktranslate %\}", text, re.DOTALL):
            words = trim_whitespace(block.split("{% plural %}")[0]).replace("%", "%%")  # as Django writes them
            said.add(re.sub(r"\{\{ (\w+) \}\}", r"%(\1)s", words))
    for module in Path("matches").rglob("*.py"):
        said |= set(re.findall(r'(?<![\w.])_(?:noop)?\(\s*"((?:[^"\\]|\\.)+)"\s*\)', module.read_text()))
        said |= set(re.findall(r'ngettext\(\s*"((?:[^"\\]|\\.)+)",', module.read_text()))
        said |= set(re.findall(r'pgettext_lazy\("[^"]+", "([^"]+)"\)', module.read_text()))
    assert said - msgids == set()
    assert msgids - said == set()


def _italian():
    with Path("matches/locale/it/LC_MESSAGES/django.po").open("rb") as lines:
        return list(read_po(lines, locale="it", abort_invalid=True))


def test_a_friendly_begins_with_the_options_of_the_house(cast):
    fuba = casual.play_bot(user=cast.anna, game="fuba", bot="greedy")
    assert fuba.options["formations"] == "cards"
    free = casual.play_bot(user=cast.anna, game="fuba", bot="greedy", options={"formations": "any"})
    assert free.options["formations"] == "any"
