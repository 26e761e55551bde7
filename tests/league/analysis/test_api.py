"""Analyses in the API: save, read, share, rewrite, delete; what is not shared is nobody else's."""

from __future__ import annotations

import pytest

from engines.core import tree as trees
from league.analysis import verbs
from league.analysis.models import Analysis
from tests.browser.sitemap import kick_off
from tests.league.analysis.page import long_tree

BACKEND = "django.contrib.auth.backends.ModelBackend"
LIST = "/api/v1/analyses/"


@pytest.fixture
def anna(client, cast):
    client.force_login(cast.anna, backend=BACKEND)
    return client


def sent(client, way, path, **body):
    return getattr(client, way)(path, body, content_type="application/json")


@pytest.fixture
def saved(anna):
    answer = sent(anna, "post", LIST, title="Mine", text=kick_off("dom_jim"))
    assert answer.status_code == 201
    return answer.json()


@pytest.mark.django_db
def test_an_analysis_is_saved_read_and_read_in_again(anna, saved):
    assert (saved["game"], saved["visibility"], saved["version"], saved["moves"]) == ("dom_jim", "private", 1, 0)
    again = anna.get(f"{LIST}{saved['id']}/").json()
    assert again == saved and trees.read(again["text"]).game.slug == "dom_jim"
    assert anna.get(LIST).json()["results"] == [], "private ones are in no public list"
    (own,) = anna.get(f"{LIST}?mine=1").json()["results"]
    assert own["id"] == saved["id"] and "text" not in own


@pytest.mark.django_db
def test_others_read_what_is_shared_and_change_nothing(anna, saved, client, cast):
    path = f"{LIST}{saved['id']}/"
    client.force_login(cast.bruno, backend=BACKEND)
    assert client.get(path).status_code == 404
    for visibility in ("link", "public"):
        verbs.change(by=cast.anna, analysis_id=saved["id"], title="Mine", visibility=visibility)
        assert client.get(path).json()["owner_name"] == "anna"
        assert len(client.get(LIST).json()["results"]) == (visibility == "public")
    assert client.get(f"{LIST}?game=fuba").json()["results"] == []
    assert sent(client, "patch", path, title="Bruno's").status_code == 404
    assert client.delete(path).status_code == 404 and Analysis.objects.count() == 1


@pytest.mark.django_db
def test_a_text_is_rewritten_over_the_version_that_was_read(anna, saved):
    path, text = f"{LIST}{saved['id']}/", kick_off("six_a_side")
    assert sent(anna, "patch", path, text=text).status_code == 400, "without the version"
    changed = sent(anna, "patch", path, text=text, version=1)
    assert (changed.status_code, changed.json()["version"], changed.json()["game"]) == (200, 2, "six_a_side")
    late = sent(anna, "patch", path, text=kick_off("dom_jim"), version=1)
    assert late.status_code == 409 and late.json()["code"] == "saved_elsewhere"
    shared = sent(anna, "patch", path, visibility="link").json()
    assert (shared["visibility"], shared["title"], shared["version"]) == ("link", "Mine", 2)
    assert anna.delete(path).status_code == 204 and anna.get(path).status_code == 404


@pytest.mark.django_db
def test_the_move_at_which_it_opens_changes_alone(anna):
    text = trees.write(trees.ordered(long_tree("dom_jim", 4)))
    made = sent(anna, "post", LIST, title="Mine", text=text).json()
    path = f"{LIST}{made['id']}/"
    opened = sent(anna, "patch", path, at=2).json()
    assert (made["at"], opened["at"], opened["version"], opened["text"]) == (-1, 2, 1, made["text"])
    assert opened["position"] != made["position"]
    assert sent(anna, "patch", path, title="Ours").json() == opened | {
        "title": "Ours",
        "updated_at": anna.get(path).json()["updated_at"],
    }
    assert sent(anna, "patch", path, at=-1).json()["position"] == made["position"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "bad_request"),
        ({"title": "A", "text": "nonsense"}, "bad_analysis"),
        ({"title": "A" * 81, "text": "x"}, "bad_request"),
    ],
)
def test_bad_input_is_refused_with_its_reason(anna, body, code):
    answer = sent(anna, "post", LIST, **body)
    assert answer.status_code == 400 and answer.json()["code"] == code and answer.json()["detail"]
    assert not Analysis.objects.exists()


@pytest.mark.django_db
def test_guests_and_visitors_save_nothing(client, cast):
    body = {"title": "A", "text": kick_off("dom_jim")}
    assert sent(client, "post", LIST, **body).status_code in (401, 403)
    cast.anna.kind = "guest"
    cast.anna.save(update_fields=["kind"])
    client.force_login(cast.anna, backend=BACKEND)
    answer = sent(client, "post", LIST, **body)
    assert answer.status_code == 403 and answer.json()["code"] == "cannot_save"


@pytest.mark.django_db
def test_hidden_letters_leave_titles_tags_and_names_of_lines(anna):
    tree = trees.Tree(trees.Start("dom_jim", position=kick_off("dom_jim")), tags={"Home": "Ugo"})
    tagged = trees.write(tree).replace('"Ugo"', '"Ugo\\u202e\\ufffe"')
    assert trees.read(tagged).tree.tags["Home"] == "Ugo\u202e\ufffe", "a sheet may escape letters"
    saved = sent(anna, "post", LIST, title="Mine\u202e\u200b", text=tagged).json()
    assert saved["title"] == "Mine" and trees.read(saved["text"]).tree.tags["Home"] == "Ugo"


@pytest.mark.django_db
def test_page_and_api_list_the_same_analyses(anna, saved, client, cast):
    verbs.change(by=cast.anna, analysis_id=saved["id"], title="Mine", visibility="public")
    client.logout()

    def listed():
        return len(client.get(LIST).json()["results"]), len(client.get("/analysis/").context["rows"])

    assert listed() == (1, 1)
    cast.anna.is_active = False
    cast.anna.save(update_fields=["is_active"])
    assert listed() == (0, 0)
