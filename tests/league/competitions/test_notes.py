"""Announcements and comments: who is told, what is shown, what is refused, what is taken back."""

from datetime import timedelta

import pytest
from django.utils import timezone

from league.competitions.errors import NoteRefused
from league.competitions.models import Announcement
from league.competitions.verbs import create, entries, notes, rounds
from league.players.models import Notification
from tests.league.builders import competition
from tests.league.tables import open_fixtures


@pytest.fixture
def cup(cast):
    """A running final of two accounts."""
    tournament = competition(cast.organiser, places=2)
    entries.enter(competition=tournament, player=cast.anna)
    entries.enter(competition=tournament, player=cast.bruno)
    return rounds.start(competition=tournament, by=cast.organiser)


def told(kind):
    return set(Notification.objects.filter(kind=kind).values_list("user__nickname", flat=True))


def test_it_works(client, cast, cup):
    said = notes.announce(competition=cup, by=cast.organiser, words="The hall opens at eight.  \n")
    assert notes.announce(competition=cup, by=cast.organiser, words="The hall opens at eight.") == said
    assert told("announcement") == {"anna", "bruno"}
    page = f"/competitions/{cup.slug}/"
    assert "The hall opens at eight." in client.get(page).content.decode()
    feed = client.get(f"{page}announcements.atom")
    assert feed["Content-Type"].startswith("application/atom+xml") and b"The hall opens at eight." in feed.content
    notes.take_back_announcement(announcement=said, by=cast.organiser)
    notes.take_back_announcement(announcement=said, by=cast.organiser)
    assert "The hall opens at eight." not in client.get(page).content.decode()
    assert cup.audit.filter(verb="announce").count() == cup.audit.filter(verb="take_back").count() == 1


def test_what_cannot_be_announced_is_refused(cast, cup):
    for words, says in (("  ", "Write something"), ("x" * 1001, "At most 1000")):
        with pytest.raises(NoteRefused, match=says):
            notes.announce(competition=cup, by=cast.organiser, words=words)
    for number in range(notes.A_DAY):
        notes.announce(competition=cup, by=cast.organiser, words=f"Number {number}")
    with pytest.raises(NoteRefused, match="At most 12 announcements per day"):
        notes.announce(competition=cup, by=cast.organiser, words="One more")
    assert Announcement.objects.count() == notes.A_DAY
    Announcement.objects.update(at=timezone.now() - timedelta(hours=25))
    notes.announce(competition=cup, by=cast.organiser, words="A day later")
    draft = create.create(by=cast.organiser, name="Draft cup", game="super_goal", preset="cup", places=4)
    with pytest.raises(NoteRefused, match="draft"):
        notes.announce(competition=draft, by=cast.organiser, words="Hello")


def test_the_staff_comment_on_a_fixture(client, cast, cup):
    fixture = open_fixtures(cup)[0]
    client.force_login(cast.organiser, backend="django.contrib.auth.backends.ModelBackend")
    page = f"/competitions/{cup.slug}/fixtures/{fixture.id}/"
    client.post(f"{page}comment/", {"do": "comment", "words": "Played on the <b>big</b> table."})
    assert told("comment") == {"anna", "bruno"}
    notes.comment(fixture=fixture, by=cast.organiser, words="Played on the <b>big</b> table. ")
    assert fixture.comments.count() == 1, "said again it stands once"
    client.logout()
    assert "Played on the &lt;b&gt;big&lt;/b&gt; table." in client.get(page).content.decode()
    client.force_login(cast.organiser, backend="django.contrib.auth.backends.ModelBackend")
    client.post(f"{page}comment/", {"do": "take_back", "comment": str(fixture.comments.get().pk)})
    assert "big" not in client.get(page).content.decode()


def test_each_comment_of_the_staff_stands(cast, cup):
    fixture = open_fixtures(cup)[0]
    said = ((cast.organiser, "Table 4."), (cast.referee, "Table 4."), (cast.referee, "Table 5."))
    written = [notes.comment(fixture=fixture, by=by, words=words) for by, words in said]
    assert list(fixture.comments.order_by("at", "id")) == written
    lines = cup.audit.filter(verb="comment").order_by("id")
    assert [(line.actor, line.message[1]["words"]) for line in lines] == list(said)
    for _again in range(2):
        notes.take_back_comment(comment=written[0], by=cast.organiser)
    assert cup.audit.filter(verb="take_back").count() == 1


def test_a_match_takes_only_so_many_comments(cast, cup, monkeypatch):
    monkeypatch.setattr(notes, "OF_A_FIXTURE", 2)
    fixture = open_fixtures(cup)[0]
    for number in range(2):
        notes.comment(fixture=fixture, by=cast.organiser, words=f"Number {number}")
    with pytest.raises(NoteRefused, match="At most 2 comments"):
        notes.comment(fixture=fixture, by=cast.organiser, words="One more")
