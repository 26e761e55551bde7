"""Public, by link, for members: what others are not shown is not shown by any address, list, feed, picture or search.

The walk opens every named address of the site as somebody outside and looks for a word of the closed competition: its
name, its address, its ids, the names typed for it. The same walk with the one condition dropped finds them all over.
"""

from __future__ import annotations

import re
from copy import deepcopy
from uuid import UUID

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.test import Client
from django.urls import NoReverseMatch, URLPattern, URLResolver, get_resolver, reverse
from django.urls.converters import IntConverter, UUIDConverter

import engines
from engines.core.dice import ScriptedDice
from league.competitions.errors import BadSetting
from league.competitions.log import journal
from league.competitions.models import AuditEntry, Competition, Entrant, Fixture
from league.competitions.pages.calendar_keys import key_of
from league.competitions.policy import access
from league.competitions.verbs import create, entries, notes, rounds, rulings, visibility
from league.series import verbs as series
from league.series.models import Series
from league.statistics.verbs import books, ratings
from matches.models import Match
from matches.pages import visitors
from matches.policy import audience
from tests.cast import Cast, account
from tests.league.tables import open_fixtures, play_out

BACKEND = "django.contrib.auth.backends.ModelBackend"
NAME, TYPED = "Segretissima", [f"Zanzibar{letter}" for letter in "abcdef"]
GAMES = ("game", "tv_channel", "statistics:game", "statistics:game_records", "matches:start")
STREAMS = ("matches:feed", "api:bot_events")
"""Answered for as long as somebody listens; ``tests/live/test_closed.py`` does."""


def live(match: Match) -> None:
    """Let ``match`` be played, as far as its row goes."""
    game = engines.get(match.game)
    rolls = [1, 2] * 20
    state, events = game.new(match.options, match.terms, ScriptedDice(rolls))
    match.opening = {"rolls": rolls, "events": events}
    match.snapshot, match.status, match.started_at = game.to_wire(state), Match.Status.LIVE, match.created_at
    match.save()


def furnished():
    """Groups and a knockout for members: some of it played and counted, one match being played, people and names."""
    cast = Cast.make()
    cup = create.create(
        by=cast.organiser, name=NAME, game="super_goal", preset="world_cup", places=8,
        settings={"groups": 2, "through": 2}, visibility=Competition.Visibility.MEMBERS,
    )  # fmt: skip
    create.publish(competition=cup, by=cast.organiser)
    for person in (cast.anna, cast.bruno):
        entries.enter(competition=cup, player=person)
    entries.enter_names(competition=cup, by=cast.organiser, names=TYPED)
    notes.announce(competition=cup, by=cast.organiser, words="It rains at Segretissima")
    cup = rounds.start(competition=cup, by=cast.organiser)
    play_out(cup, until=9)
    live(open_fixtures(cup)[0].match)
    books.refresh(at_once=True)
    ratings.refresh()
    fields = {"name": f"{NAME} series", "points": [3, 2, 1], "competitions": [cup]}
    series.create(by=cast.organiser, **fields)
    return {"cast": cast, "cup": cup}


@pytest.fixture(scope="module")
def town(build_once):
    return build_once(furnished)


@pytest.fixture
def copied(db, town):
    return deepcopy(town)


@pytest.fixture
def cast(copied):
    return copied["cast"]


@pytest.fixture
def cup(copied):
    return copied["cup"]


def show_to(cup, cast, to):
    return visibility.show_to(competition=cup, by=cast.organiser, visibility=to)


def world(cup, cast):
    """Return the values of an address's parts, by name."""
    fixture = Fixture.objects.filter(match__status="finished").order_by("pk").first()
    running = Fixture.objects.get(match__status="live")
    entrant = cup.entrants.exclude(personal_key="").order_by("pk").first()
    return {
        "slug": [cup.slug],
        "competition_id": [cup.pk],
        "series_id": [Series.objects.get().pk],
        "fixture_id": [fixture.pk, running.pk],
        "match_id": [fixture.match_id, running.match_id],
        "entrant_id": [entrant.pk],
        "player_id": [cast.anna.pk, entrant.player_id],
        "rival_id": [cast.bruno.pk],
        "number": [1],
        "part": ["bracket", "table", "fixtures"],
        "document": ["poster", "sheets"],
        "form": ["txt", "json"],
        "room": ["spectators"],
        "lang": ["en"],
        "mark": ["x"],
        "n": [1],
    }


def addresses(cup, cast):
    """``(name, path)`` of every address; a secret that stands in one is made up, for who has it was given it."""
    known = world(cup, cast)
    for name, parts in named():
        if (
            name.startswith(("account_", "mfa_", "socialaccount_", "openid_connect_", "usersessions_"))
            or name in STREAMS
        ):
            continue
        ways = [{}]
        for part in parts:
            if part == "slug" and name in GAMES:
                ways = [{"slug": "super_goal"}]
                continue
            values = known.get(part, [parts[part]])
            if part == "slug" and name.startswith("series:"):
                values = [Series.objects.get().slug]
            ways = [{**way, part: value} for way in ways for value in values]
        for way in ways:
            try:
                yield name, reverse(name, kwargs=way)
            except NoReverseMatch:
                yield name, reverse(name, args=list(way.values()))
    for path in (
        f"/search/?q={NAME[:6]}",
        "/search/?q=Zanzi",
        f"/api/v1/competitions/?q={NAME}",
        "/competitions/?status=running",
        "/competitions/?game=super_goal",
        *(f"/leaders/?game=super_goal&by={by}" for by in ("points", "goals", "clean_sheets", "unbeaten")),
        f"/players/{cast.anna.pk}/statistics/?game=super_goal",
        "/api/v1/matches/?status=live",
        f"/players/{cast.anna.pk}/calendar.ics?key={key_of(cast.stranger)}",
        f"/competitions/{cup.slug}/calendar.ics?key={key_of(cast.stranger)}",
        f"/competitions/{cup.slug}/calendar.ics?key=made-up",
    ):
        yield path, path


def named(patterns=None, prefix=""):
    """``(name, parts with a made-up value)`` of every named address of the site."""
    for pattern in patterns if patterns is not None else get_resolver().url_patterns:
        if isinstance(pattern, URLResolver):
            space = f"{pattern.namespace}:" if pattern.namespace else ""
            yield from named(pattern.url_patterns, prefix + space)
        elif isinstance(pattern, URLPattern) and pattern.name:
            kinds = getattr(pattern.pattern, "converters", {})
            yield (
                prefix + pattern.name,
                {part: made_up(kinds.get(part)) for part in pattern.pattern.regex.groupindex},
            )


def made_up(kind):
    """A value that is nobody's, for a part of an address that this world has no rows for."""
    return 1 if isinstance(kind, IntConverter) else UUID(int=7) if isinstance(kind, UUIDConverter) else "x" * 43


def words_of(cup):
    """Return the words that nobody outside may read: names, the address, ids."""
    ids = [cup.pk, *Match.objects.values_list("pk", flat=True), *Entrant.objects.values_list("pk", flat=True)]
    ids += [
        *Series.objects.values_list("pk", flat=True),
        *Fixture.objects.values_list("pk", flat=True),
        *cup.entrants.exclude(personal_key="").values_list("player"),
    ]
    return re.compile("|".join([NAME, cup.slug, "Zanzibar", *(str(key) for key in ids)]), re.IGNORECASE)


def read(answer):
    """Everything that came: the head and the body."""
    head = "\n".join(f"{name}: {value}" for name, value in answer.items())
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return head + body.decode(errors="replace")


def told(answer, path, words):
    """A word of ``words`` that ``answer`` holds, beside the address that was asked for itself; else empty."""
    plain = read(answer).replace(path, "").replace(path.partition("?")[0], "")
    # A page may repeat what was asked for: where to come back to after signing in, what was searched.
    plain = re.sub(r"next=[^\"' ]*", "", plain).replace(f'value="{NAME[:6]}"', "")
    hit = words.search(plain)
    return hit[0] if hit else ""


def walk(client, cup, cast):
    """The addresses that tell something, with what they tell."""
    words, leaks = words_of(cup), {}
    for name, path in addresses(cup, cast):
        answer = client.get(path)
        assert answer.status_code < 500, path
        word = told(answer, path, words)
        if word or answer["Content-Type"].startswith("image/"):
            leaks[path] = (name, word or "a picture")
    return leaks


def signed_in(user):
    client = Client()
    if user is not None:
        client.force_login(user, backend=BACKEND)
    return client


PICTURES = ("manifest", "delivery:player")
"""Pictures that are no competition's: of the site, of a player with an account."""


def test_who_is_outside_reads_no_word_anywhere(cast, cup):
    for who in (None, cast.stranger):
        replies = walk(signed_in(who), cup, cast)
        assert {path: reply for path, reply in replies.items() if reply[0] not in PICTURES} == {}, who


@pytest.mark.long
def test_the_walk_finds_what_the_condition_hides(cast, cup, monkeypatch):
    """The control: without the one condition a stranger finds it all over the site."""
    monkeypatch.setattr(access, "circle", lambda user: access.Q(pk__isnull=False))
    rows = {name for name, _told in walk(signed_in(cast.stranger), cup, cast).values()}
    assert {
        "home", "competitions:list", "competitions:overview", "competitions:bracket_picture",
        "competitions:calendar", "competitions:player_calendar", "competitions:announcements",
        "competitions:export", "competitions:wall", "series:list", "series:one", "api:series",
        "players:profile", "statistics:versus", f"/search/?q={NAME[:6]}", "/search/?q=Zanzi",
        "matches", "matches:live", "matches:report", "delivery:round_text",
        "api:competitions", "api:competition", "api:fixtures", "api:player_matches",
        "api:api-matches", "api:api-match",
    } <= rows  # fmt: skip
    assert len(rows) > 70
    assert {"competitions:embed", "delivery:competition", "delivery:round"} <= rows


def test_members_read_it_where_they_look_for_it(cast, cup):
    site = account("site")
    site.is_staff = True
    site.save()
    entrant = cup.entrants.exclude(personal_key="").first()
    words, played = words_of(cup), Fixture.objects.filter(match__status="finished").first()
    for who in (cast.anna, entrant.player, cast.organiser, site):
        client = signed_in(who)
        for path in (
            "/", "/competitions/", "/matches/", f"/search/?q={NAME[:6]}", f"/players/{cast.anna.pk}/",
            "/api/v1/competitions/",
            f"/competitions/{cup.slug}/", f"/competitions/{cup.slug}/rounds/1.txt", f"/matches/{played.match_id}/",
            f"/api/v1/matches/{played.match_id}/", f"/api/v1/players/{cast.anna.pk}/matches/",
        ):  # fmt: skip
            answer = client.get(path)
            assert answer.status_code == 200 and told(answer, path, words), (who, path)


def test_who_leaves_is_outside(cast, cup):
    assert signed_in(cast.anna).get(f"/competitions/{cup.slug}/").status_code == 200
    own_entrant = cup.entrants.get(player=cast.anna)
    played = Fixture.objects.filter(home=own_entrant, match__status="finished").first()
    others = (
        Fixture.objects.filter(match__status="finished").exclude(home=own_entrant).exclude(away=own_entrant).first()
    )
    rulings.withdraw(entrant=own_entrant, by=cast.organiser, reason="moved away")
    anna = signed_in(cast.anna)
    assert anna.get(f"/competitions/{cup.slug}/").status_code == 404
    assert anna.get(f"/matches/{others.match_id}/").status_code == 404
    if played is not None:
        assert anna.get(f"/matches/{played.match_id}/").status_code == 200, "what one played oneself stays"


def test_by_link_it_is_for_whoever_has_the_address(cast, cup):
    show_to(cup, cast, Competition.Visibility.LINK)
    fixture = Fixture.objects.filter(match__status="finished").first()
    for who in (None, cast.stranger):
        client = signed_in(who)
        for path in (
            f"/competitions/{cup.slug}/",
            f"/competitions/{cup.slug}/calendar.ics",
            f"/embed/{cup.slug}/bracket/",
            f"/cards/competitions/{cup.slug}.png",
            f"/matches/{fixture.match_id}/",
            f"/api/v1/competitions/{cup.pk}/",
        ):
            assert client.get(path).status_code == 200, path
        words = words_of(cup)
        for path in (
            "/", "/competitions/", "/competitions/?status=running", "/matches/", f"/search/?q={NAME[:6]}",
            "/search/?q=Zanzi", f"/players/{cast.anna.pk}/", f"/players/{cast.anna.pk}/statistics/?game=super_goal",
            f"/players/{cast.anna.pk}/vs/{cast.bruno.pk}/", f"/players/{cast.anna.pk}/calendar.ics",
            "/api/v1/competitions/", "/api/v1/matches/", f"/api/v1/players/{cast.anna.pk}/matches/",
            "/leaders/?game=super_goal&by=goals", "/games/super_goal/records/",
        ):  # fmt: skip
            answer = client.get(path)
            assert answer.status_code == 200 and told(answer, path, words) == "", path
    assert NAME in signed_in(cast.anna).get("/competitions/").content.decode()


@pytest.mark.long
def test_nobody_is_given_a_page_that_was_kept_when_it_was_open(cast, cup, settings, monkeypatch):
    settings.PAGE_CACHE = True
    monkeypatch.setattr(visitors.time, "time", lambda: 1_000_000.0)
    cache.clear()
    show_to(cup, cast, Competition.Visibility.PUBLIC)
    tags = {}
    for _name, path in addresses(cup, cast):
        answer = Client().get(path)
        if "ETag" in answer:
            tags[path] = answer["ETag"]
    assert len(tags) > 30
    show_to(cup, cast, Competition.Visibility.MEMBERS)
    words = words_of(cup)
    for path, tag in tags.items():
        for headers in ({}, {"If-None-Match": tag}):
            answer = Client().get(path, headers=headers)
            assert told(answer, path, words) == "", path
            if words.search(path):
                assert answer.status_code in (302, 404), path
            elif answer.status_code == 304:
                assert told(Client().get(path), path, words) == "", path
    cache.clear()


def test_a_calendar_program_reads_by_the_key_of_a_member(cast, cup):
    path = f"/competitions/{cup.slug}/calendar.ics"
    assert NAME in Client().get(f"{path}?key={key_of(cast.anna)}").content.decode()
    assert NAME in Client().get(f"/players/{cast.anna.pk}/calendar.ics?key={key_of(cast.anna)}").content.decode()
    assert Client().get(f"{path}?key={key_of(cast.stranger)}").status_code == 404
    assert Client().get(f"/competitions/{cup.slug}/?key={key_of(cast.anna)}").status_code == 404, "it opens no page"
    page = signed_in(cast.anna).get(f"/competitions/{cup.slug}/fixtures/").content.decode()
    assert f"calendar.ics?key={key_of(cast.anna)}" in page


def test_the_feed_says_nothing_of_it(cast, cup):
    match = Match.objects.filter(status="live").get()
    topics = [f"competition:{cup.pk}", f"match:{match.pk}", "lobby", f"user:{cast.anna.pk}"]
    assert journal.hidden(topics, AnonymousUser()) == journal.hidden(topics, cast.stranger) == set(topics[:2])
    assert journal.hidden(topics, cast.anna) == journal.hidden(topics, cast.organiser) == set()
    show_to(cup, cast, Competition.Visibility.LINK)
    assert journal.hidden(topics, AnonymousUser()) == set()


def test_who_sees_it_is_said_at_any_time_and_logged_once(client, cast, cup):
    path = f"/competitions/{cup.slug}/console/visibility/"
    client.force_login(cast.anna, backend=BACKEND)
    assert client.post(path, {"visibility": "public"}).status_code == 404
    client.force_login(cast.organiser, backend=BACKEND)
    assert b"Members only" in client.get(path).content
    before = AuditEntry.objects.count()
    for _ in range(2):
        assert client.post(path, {"visibility": "public"}).status_code == 302
    assert AuditEntry.objects.count() == before + 1
    assert not Match.objects.exclude(audience=None, closed=False).exists()
    assert client.post(path, {"visibility": "some"}).status_code == 200
    with pytest.raises(BadSetting, match="Choose one of public, link, members"):
        show_to(cup, cast, "some")
    show_to(cup, cast, Competition.Visibility.MEMBERS)
    assert not Match.objects.exclude(audience=cup.pk, closed=True).exists()


def test_a_match_that_opens_later_is_closed_too(cast, cup):
    Match.objects.filter(status="live").update(status="waiting", snapshot=None, started_at=None)
    play_out(cup)
    assert Match.objects.count() > 12 and not Match.objects.exclude(audience=cup.pk, closed=True).exists()
    assert not audience.is_in_audience(cup.pk, cast.stranger) and audience.is_in_audience(cup.pk, cast.anna)
