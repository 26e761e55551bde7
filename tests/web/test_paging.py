"""Long lists come page by page, each row once, and a button on a later page comes back to that page."""

from __future__ import annotations

import re
from datetime import date, timedelta
from uuid import uuid4

from django.utils import timezone

from league.classes import verbs as classes
from league.clubs.verbs import clubs
from league.competitions.models import Absence, Competition, Invitation
from league.competitions.verbs import entries
from league.seasons.models import Asking, Renewal
from tests.league.builders import competition, running
from tests.league.tables import play_out

BACKEND = "django.contrib.auth.backends.ModelBackend"


def pages(client, path, row, parameter="page"):
    """Collect the matches of ``row`` (a pattern with one group) on each page of a list, walked by its own links."""
    found, at = [], path
    for _ in range(9):
        answer = client.get(at)
        assert answer.status_code == 200, at
        html = answer.content.decode()
        found.append(re.findall(row, html))
        onward = re.search(rf'href="(\?[^"]*{parameter}=\d+[^"]*)" rel="next"', html)
        if onward is None:
            return found
        at = path.partition("?")[0] + onward[1].replace("&amp;", "&")
    raise AssertionError("a list without end")


def each_once(found, count):
    """Check that a list has several pages and names ``count`` rows, each of them once."""
    rows = [row for page in found for row in page]
    assert len(found) > 1 and len(rows) == len(set(rows)) == count, [len(page) for page in found]


def test_invitations(client, cast):
    cup = competition(cast.organiser, by_invitation=True)
    Invitation.objects.bulk_create(
        Invitation(
            competition=cup, name=f"Guest {number}", key=uuid4().hex, made_by=cast.organiser, made_at=timezone.now(),
            state="declined" if number % 2 else "open",
        )
        for number in range(130)
    )  # fmt: skip
    client.force_login(cast.organiser, backend=BACKEND)
    path, named = f"/competitions/{cup.slug}/entrants/invitations/", r"Invitation link of (Guest \d+)"
    each_once(pages(client, path, named), 130)
    declined = pages(client, f"{path}?answer=declined", named)
    each_once(declined, 65)
    assert all(int(name.split()[1]) % 2 for page in declined for name in page), "the filter goes with the pages"
    assert 'rel="next"' in client.get(f"{path}?answer=whatever").content.decode(), "an unknown one filters nothing"
    assert "Nobody with this answer" in client.get(f"{path}?answer=accepted").content.decode()
    row = cup.invitations.get(name=declined[1][0])
    here = f"{path}?answer=declined&page=2"
    assert client.post(here, {"do": "take_back", "invitation": row.pk}).url == here
    assert not cup.invitations.filter(pk=row.pk).exists()


def test_absences(client, cast):
    days = [date(2031, 1, 1) + timedelta(days=3 * number) for number in range(25)]
    Absence.objects.bulk_create(Absence(user=cast.anna, first=day, last=day) for day in days)
    client.force_login(cast.anna, backend=BACKEND)
    path = "/my/absences/"
    found = pages(client, path, r'<th scope="row">\s*<time datetime="([\d-]+)"')
    each_once(found, 25)
    assert [day for page in found for day in page] == [str(day) for day in days]
    row = Absence.objects.get(first=found[1][0])
    assert client.post(f"{path}?page=2", {"do": "remove", "absence": row.pk}).url == f"{path}?page=2"
    assert not Absence.objects.filter(pk=row.pk).exists()


def test_the_pupils_of_a_class(client, cast):
    names = [f"Pupil {number:03}" for number in range(60)]
    school = classes.make(
        by=cast.organiser, name="Classe 3B", game="super_goal", preset="cup", names=names,
        delete_on=timezone.localdate() + timedelta(days=30),
    )  # fmt: skip
    client.force_login(cast.organiser, backend=BACKEND)
    path = f"/competitions/{school.competition.slug}/class/"
    found = pages(client, path, r'<th scope="row">\s*(Pupil \d+)\s*<br>')
    each_once(found, 60)
    card = school.cards.get(entrant__name=found[1][0])
    assert client.post(f"{path}?page=2", {"do": "pin", "card": card.pk}).url == f"{path}?page=2"
    assert client.get(f"{path}cards/").content.decode().count('class="pupilcard"') == 60, "paper has every card"


def test_in_or_out(client, cast):
    last, row = competition(cast.organiser, "league", 2), competition(cast.organiser, "league", 2)
    Competition.objects.filter(pk__in=[last.pk, row.pk]).update(places=70)
    before, after = (
        entries.enter_names(competition=one, by=cast.organiser, names=[f"Name {number}" for number in range(size)])
        for one, size in ((last, 60), (row, 65))
    )
    asking = Asking.objects.create(competition=row, until=timezone.now() + timedelta(days=3))
    Renewal.objects.bulk_create(
        Renewal(asking=asking, entrant=new, carried=old, key=uuid4().hex, answer=("", "out", "in")[number % 3])
        for number, (old, new) in enumerate(zip(before, after, strict=False))
    )
    client.force_login(cast.organiser, backend=BACKEND)
    found = pages(client, f"/competitions/{row.slug}/console/answers/", r'<th scope="row">\s*(Name \d+)')
    rows = [name for page in found for name in page]
    assert len(found) == 2 and len(rows) == 65
    assert rows[-5:] == [one.name for one in after[60:]], "who is new stands at the end"


def test_the_people_of_a_roll_of_honour(client, cast, monkeypatch):
    monkeypatch.setattr("league.clubs.views.HONOURED_A_PAGE", 4)
    bar = clubs.create(by=cast.organiser, name="Bar Centrale")
    for _ in range(3):
        row = running(cast.organiser, "cup", entrants=4, club=bar)
        play_out(row)
    client.force_login(cast.organiser, backend=BACKEND)
    found = pages(client, f"/clubs/{bar.slug}/honours/?page=1", r'class="team"\s+href="/players/([\w-]+)/"', "people")
    rows = [one for page in found for one in page]
    assert len(found) > 1 and len(rows) == len(set(rows)) > 4
    assert "page=1&amp;people=2" in client.get(f"/clubs/{bar.slug}/honours/?page=1").content.decode()
