"""The search of people, competitions and clubs."""

import re

import pytest

from league.competitions import queries
from league.players.models import User
from league.players.policy import searching
from tests.league.builders import competition

pytestmark = pytest.mark.django_db


def test_accents_and_capitals_do_not_matter(cast):
    for name in ("Nicolò", "José Łukasz", "Zoë"):
        User.objects.create(kind=User.Kind.GUEST, nickname=name)
    for asked, found in (
        ("nicolo", ["Nicolò"]),
        ("NICOLÒ", ["Nicolò"]),
        ("nicolo\u0300", ["Nicolò"]),
        ("jose l", ["José Łukasz"]),
        ("zoe", ["Zoë"]),
        ("%", []),
        ("", []),
    ):
        assert [row.nickname for row in searching.named_like(asked)] == found
    cup = competition(cast.organiser)
    type(cup).objects.filter(pk=cup.pk).update(name="Città di Forlì")
    assert [row.name for row in queries.named_like("citta di forli")] == ["Città di Forlì"]


def test_a_long_search_is_paged(cast, client, django_assert_max_num_queries):
    User.objects.bulk_create(User(kind=User.Kind.GUEST, nickname=f"Perù {n:02d}") for n in range(50))
    page = client.get("/search/?q=peru").content.decode()
    assert page.count("Perù ") == 6 and "only=people" in page
    with django_assert_max_num_queries(8):
        page = client.get("/search/?q=peru&only=people&page=3").content.decode()
    assert re.findall(r"<span>Perù (\d+)</span>", page) == [f"{n:02d}" for n in range(40, 50)]
