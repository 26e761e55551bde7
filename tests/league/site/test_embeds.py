"""A club's page frames the embeds, and nothing else."""

import html
import re

import pytest

from league.competitions.models import Competition
from league.competitions.verbs import calling
from tests.league.builders import running
from tests.league.events.weekend import weekend
from tests.league.tables import play_out

PARTS = ("bracket", "table", "fixtures")


def framed_by(answer):
    """Which sites may frame ``answer``."""
    hit = re.search(r"frame-ancestors ([^;]+)", answer["Content-Security-Policy"])
    return hit[1].strip() if hit else "anybody"


def test_an_embed_can_be_framed_and_asks_for_nothing(client, cast):
    cup = running(cast.organiser, "world_cup", 8, settings={"groups": 2, "through": 2})
    play_out(cup)
    for part in PARTS:
        answer = client.get(f"/embed/{cup.slug}/{part}/")
        assert answer.status_code == 200 and framed_by(answer) == "*" and "X-Frame-Options" not in answer
        assert not answer.cookies and b"<form" not in answer.content and b"csrf" not in answer.content
        assert cup.champion.name in answer.content.decode() and f"competition:{cup.id}" in answer.content.decode()
        assert "form-action 'none'" in answer["Content-Security-Policy"]
        assert client.post(f"/embed/{cup.slug}/{part}/").status_code == 405


@pytest.mark.parametrize("part", ["table", "rules", "console"])
def test_what_a_cup_has_not_is_not_there(client, cast, part):
    cup = running(cast.organiser)
    assert client.get(f"/embed/{cup.slug}/{part}/").status_code == 404


def test_a_draft_is_framed_by_nobody(client, cast):
    cup = running(cast.organiser)
    Competition.objects.update(status="draft")
    client.force_login(cast.organiser)
    assert client.get(f"/embed/{cup.slug}/bracket/").status_code == 404


def test_the_staff_find_the_ready_text(client, cast):
    cup = running(cast.organiser)
    Competition.objects.update(name='A "good" <cup>')
    assert b"embed-bracket" not in client.get(f"/competitions/{cup.slug}/").content
    client.force_login(cast.organiser)
    page = client.get(f"/competitions/{cup.slug}/").content.decode()
    hit = re.search(r'<textarea id="embed-bracket"[^>]*>(.*?)</textarea>', page, re.DOTALL)
    frame = html.unescape(hit[1])
    assert frame.startswith("<iframe ") and f"/embed/{cup.slug}/bracket/" in frame
    assert 'title="A &quot;good&quot; &lt;cup&gt;: ' in frame and "table" not in frame


def test_an_event_can_be_framed_and_asks_for_nothing(client, cast, django_assert_max_num_queries):
    event, (cup, hidden) = weekend(cast)
    Competition.objects.filter(pk=hidden.pk).update(visibility="members")
    calling.call_due()
    with django_assert_max_num_queries(14):
        answer = client.get(f"/events/{event.slug}/embed/")
    assert answer.status_code == 200 and framed_by(answer) == "*" and "X-Frame-Options" not in answer
    page = answer.content.decode()
    assert not answer.cookies and "<form" not in page and "csrf" not in page
    assert f"competition:{cup.pk}" in page and cup.entrants.first().name in page
    assert not [name for name in hidden.entrants.values_list("name", flat=True) if name in page]
    assert client.post(f"/events/{event.slug}/embed/").status_code == 405
    client.force_login(cast.organiser)
    assert f"/events/{event.slug}/embed/" in client.get(f"/events/{event.slug}/").content.decode()


def test_queries_do_not_grow(client, cast, django_assert_max_num_queries):
    for size in (4, 8):
        league = running(cast.organiser, "league", size, settings={"times": 1})
        for part in ("table", "fixtures"):
            with django_assert_max_num_queries(10):
                client.get(f"/embed/{league.slug}/{part}/")
