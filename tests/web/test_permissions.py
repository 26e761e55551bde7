"""Who may see and do what: every address of the pages, by role. An address that is not in the table fails.

``200`` a page, ``302`` elsewhere (for nobody: to the sign-in page), ``404`` no such page for you, ``405`` not so.
"""

from __future__ import annotations

from copy import deepcopy

import pytest
from django.db import transaction
from django.test import Client
from django.urls import NoReverseMatch, URLPattern, URLResolver, get_resolver, reverse

from league.clubs.verbs import clubs, handovers
from league.clubs.verbs import members as club_members
from league.competitions.models import AuditEntry, Competition, Report
from league.competitions.verbs import create, entries, invitations, rounds
from league.competitions.verbs import staff as staff_verbs
from league.moderation import verbs as moderation_verbs
from league.series import verbs as series_verbs
from tests.cast import Cast, account
from tests.league.builders import competition
from tests.league.site.test_embeds import framed_by
from tests.league.tables import open_fixtures

BACKEND = "django.contrib.auth.backends.ModelBackend"
ROLES = ("nobody", "stranger", "player", "referee", "helper", "owner", "site")
"""``helper`` is a co-organiser, ``site`` runs the site."""


def by_role(nobody, others, referee, helper, owner):
    return dict(zip(ROLES, (nobody, others, others, referee, helper, owner, owner), strict=True))


EVERYBODY = by_role(200, 200, 200, 200, 200)
SIGNED_IN = by_role(302, 200, 200, 200, 200)
DECIDES = by_role(302, 404, 200, 200, 200)
RUNS = by_role(302, 404, 404, 200, 200)
OWNS = by_role(302, 404, 404, 404, 200)
POST_ONLY = by_role(405, 405, 405, 405, 405)
ELSEWHERE = by_role(302, 302, 302, 302, 302)

TABLE: dict[str, dict[str, int]] = {
    "home": EVERYBODY,
    "games": EVERYBODY,
    "game": EVERYBODY,
    "prefer": POST_ONLY,
    "players:guest": by_role(200, 302, 302, 302, 302),
    "players:settings": SIGNED_IN,
    "players:notifications": SIGNED_IN,
    # By the signed link of a mail; the token of this table is nobody's.
    "players:unsubscribe": by_role(404, 404, 404, 404, 404),
    "players:profile": EVERYBODY,
    "players:bots": SIGNED_IN,
    # These two and competitions:reset are there only where ORGANISER_RESETS is set (tests/security).
    "players:ask_reset": EVERYBODY,
    "players:helpers": SIGNED_IN,
    "players:ladder": EVERYBODY,
    "players:enter": EVERYBODY,
    "players:search": EVERYBODY,
    # Only moderators find these (tests/league/moderation); whoever runs the site is none by that.
    "moderation:queue": by_role(404, 404, 404, 404, 404),
    "moderation:audit": by_role(404, 404, 404, 404, 404),
    "moderation:case": by_role(404, 404, 404, 404, 404),
    "moderation:person": by_role(404, 404, 404, 404, 404),
    "moderation:notices": SIGNED_IN,
    "moderation:report_name": POST_ONLY,
    "seasons:quiet": RUNS,
    "seasons:close_early": RUNS,
    "seasons:answers": RUNS,
    "seasons:substitute": RUNS,
    "seasons:leave": EVERYBODY,
    "seasons:end": EVERYBODY,
    "seasons:press": POST_ONLY,
    # The competition of this table is not over: it has neither certificates nor an archive.
    "seasons:certificates": by_role(404, 404, 404, 404, 404),
    "seasons:archive": by_role(404, 404, 404, 404, 404),
    "seasons:archive_bracket": by_role(404, 404, 404, 404, 404),
    "seasons:archive_json": by_role(404, 404, 404, 404, 404),
    # By the secret of a link; the key of this table is nobody's.
    "seasons:in_or_out": by_role(404, 404, 404, 404, 404),
    "evenings:tonight": by_role(404, 404, 404, 404, 404),  # the competition of this table is no evening
    "evenings:act": POST_ONLY,
    "evenings:desk": by_role(302, 404, 404, 404, 404),
    "evenings:press": POST_ONLY,
    "evenings:results": DECIDES,
    "evenings:now": EVERYBODY,
    "evenings:prints": DECIDES,
    "evenings:print": DECIDES,
    # By the secret of a printed sheet; the key of this table is nobody's.
    "evenings:sheet": by_role(404, 404, 404, 404, 404),
    "classes:sign_in": EVERYBODY,
    "classes:new": SIGNED_IN,
    # By the secret of a printed card; the key of this table is nobody's. The competition of this table is no class.
    "classes:card": by_role(404, 404, 404, 404, 404),
    "classes:one": by_role(302, 404, 404, 404, 404),
    "classes:cards": by_role(302, 404, 404, 404, 404),
    "series:list": EVERYBODY,
    "series:new": SIGNED_IN,
    "series:one": EVERYBODY,
    "series:desk": by_role(302, 404, 404, 404, 200),
    "series:press": POST_ONLY,
    "series:feed": EVERYBODY,
    "series:csv": EVERYBODY,
    "statistics:player": EVERYBODY,
    "statistics:versus": EVERYBODY,
    "statistics:opponents": EVERYBODY,
    "statistics:game": EVERYBODY,
    "statistics:game_records": EVERYBODY,
    "statistics:leaders": EVERYBODY,
    "statistics:match": EVERYBODY,
    "competitions:list": EVERYBODY,
    "competitions:new": EVERYBODY,
    "competitions:compose": EVERYBODY,
    "competitions:preview": EVERYBODY,
    "competitions:mine": SIGNED_IN,
    "competitions:overview": EVERYBODY,
    "competitions:bracket": EVERYBODY,
    "competitions:bracket_picture": EVERYBODY,
    "competitions:table": ELSEWHERE,
    "competitions:fixtures": EVERYBODY,
    "competitions:fixture": EVERYBODY,
    "competitions:calendar": EVERYBODY,
    "competitions:entrant_calendar": EVERYBODY,
    "competitions:player_calendar": EVERYBODY,
    "competitions:fixtures_csv": EVERYBODY,
    "competitions:standings_csv": EVERYBODY,
    "competitions:export": EVERYBODY,
    "competitions:import": SIGNED_IN,
    "competitions:fixture_short": ELSEWHERE,
    "competitions:ruling_short": by_role(302, 404, 302, 302, 302),
    "competitions:act": POST_ONLY,
    "competitions:let_stand": POST_ONLY,
    "competitions:put_off": POST_ONLY,
    "competitions:comment": POST_ONLY,
    "competitions:announcements": EVERYBODY,
    "competitions:absences": SIGNED_IN,
    "competitions:visibility": RUNS,
    "competitions:plan": RUNS,
    "competitions:options": RUNS,
    "competitions:statistics": EVERYBODY,
    "competitions:boards": ELSEWHERE,  # nothing is counted here: the statistics say so
    "competitions:records": EVERYBODY,
    "competitions:entrants": EVERYBODY,
    "competitions:enter": ELSEWHERE,
    "competitions:links": RUNS,
    "competitions:paste": RUNS,
    "competitions:invitations": RUNS,
    "competitions:check_in": RUNS,
    "competitions:seeds": RUNS,
    "competitions:invited": EVERYBODY,
    "competitions:reset": OWNS,
    "competitions:rules": EVERYBODY,
    "competitions:audit": EVERYBODY,
    "competitions:draw": EVERYBODY,
    "competitions:trf": by_role(
        404, 404, 404, 404, 404
    ),  # no Swiss stage here; tests/league/competitions/test_feeds.py
    "competitions:wall": EVERYBODY,
    "competitions:embed": EVERYBODY,
    "clubs:list": EVERYBODY,
    "clubs:new": SIGNED_IN,
    "clubs:page": EVERYBODY,
    "clubs:act": ELSEWHERE,
    "clubs:honours": EVERYBODY,
    # The owner of this table owns the club, and its co-organiser is a member of it.
    "clubs:members": by_role(404, 404, 404, 200, 200),
    "clubs:audit": by_role(404, 404, 404, 200, 200),
    "clubs:settings": OWNS,
    "clubs:ownership": OWNS,
    "clubs:competition": RUNS,
    # By the secrets of a club; the keys of this table are nobody's.
    "clubs:invited": by_role(404, 404, 404, 404, 404),
    "clubs:me": by_role(404, 404, 404, 404, 404),
    "clubs:handover": {**by_role(302, 404, 404, 404, 200), "stranger": 200, "site": 404},
    "delivery:choices": SIGNED_IN,
    "delivery:hooks": RUNS,
    "delivery:browser": POST_ONLY,
    "delivery:competition": EVERYBODY,
    "delivery:table": EVERYBODY,
    "delivery:round": EVERYBODY,
    "delivery:round_text": EVERYBODY,
    "delivery:fixture": EVERYBODY,
    "delivery:player": EVERYBODY,
    "delivery:series": EVERYBODY,
    "delivery:match": EVERYBODY,
    "competitions:console": DECIDES,
    "competitions:settings": RUNS,
    "competitions:stages": RUNS,
    "competitions:press": POST_ONLY,
    "competitions:ruling": DECIDES,
    "competitions:side": EVERYBODY,
    "competitions:staff": EVERYBODY,
    # An open link of a referee: whoever has an office already may look at it, and is refused when he takes it.
    "competitions:invitation": SIGNED_IN,
}
OTHERS = ("matches:", "account_", "api:", "schema", "lan", "manifest", "worker", "offline", "security-txt", "v1:")
"""Addresses of other rooms, which their own tests walk."""


def furnished():
    """A running cup with a player, an account and a name without account."""
    cast = Cast.make()
    cup = competition(cast.organiser, places=4)
    invited = invitations.open_link(competition=cup, by=cast.organiser)
    entries.enter(competition=cup, player=cast.anna)
    entries.enter_names(competition=cup, by=cast.organiser, names="Ugo\nVera\nZeno")
    rounds.start(competition=cup, by=cast.organiser)
    for person, role in ((cast.referee, "referee"), (cast.bruno, "co_organiser")):
        asked = staff_verbs.invite(competition=cup, by=cast.organiser, role=role, name=person.username)
        staff_verbs.accept(key=asked.key, by=person)
    open_link = staff_verbs.invite(competition=cup, by=cast.organiser, role="referee")
    pairs = create.create(by=cast.organiser, name="Pairs", game="six_a_side", preset="cup", places=4, side_size=3)
    create.publish(competition=pairs, by=cast.organiser)
    club = clubs.create(by=cast.organiser, name="Bar Centrale", joining="open")
    club_members.join(club=club, by=cast.bruno)
    mine = cup.entrants.get(player=cast.anna)
    named = cup.entrants.exclude(personal_key="").first()
    fixture = next(row for row in open_fixtures(cup) if mine.pk in (row.home_id, row.away_id))
    world = {
        "slug": cup.slug,
        "competition_id": cup.pk,
        "part": "bracket",
        "number": 1,
        "document": "poster",
        "player_id": cast.anna.pk,
        "rival_id": cast.bruno.pk,
        "entrant_id": mine.pk,
        "fixture_id": fixture.pk,
        "match_id": fixture.match_id,
        "key": named.personal_key,
        "invitation": open_link.key,
        "invited": invited.key,
        "side": entries.enter(competition=pairs, player=cast.anna).side_key,
        "series": series_verbs.create(by=cast.organiser, name="Winter", points=[3, 2, 1], competitions=[cup]).slug,
        "club": club.slug,
        "handover_id": handovers.offer(thing=club, by=cast.organiser, name="stranger").pk,
        "case_id": moderation_verbs.report_name(subject=cast.anna, by=cast.bruno).pk,
    }
    return {"cast": cast, "world": world}


@pytest.fixture(scope="module")
def town(build_once):
    return build_once(furnished)


@pytest.fixture
def copied(db, town, settings):
    settings.ORGANISER_RESETS = True
    return deepcopy(town)


@pytest.fixture
def cast(copied):
    return copied["cast"]


@pytest.fixture
def world(copied):
    return copied["world"]


@pytest.fixture
def people(cast):
    """Who holds each role; nobody is not signed in."""
    site = account("site")
    site.is_staff = True
    site.save()
    return {
        "stranger": cast.stranger,
        "player": cast.anna,
        "referee": cast.referee,
        "helper": cast.bruno,
        "owner": cast.organiser,
        "site": site,
    }


def names(patterns=None, prefix=""):
    """Every named address of the site."""
    for pattern in patterns if patterns is not None else get_resolver().url_patterns:
        if isinstance(pattern, URLResolver):
            space = f"{pattern.namespace}:" if pattern.namespace else ""
            yield from names(pattern.url_patterns, prefix + space)
        elif isinstance(pattern, URLPattern) and pattern.name:
            yield prefix + pattern.name


def address(name, world):
    if name in ("clubs:page", "clubs:act", "clubs:honours", "clubs:members", "clubs:settings", "clubs:audit"):
        return reverse(name, args=[world["club"]])
    if name == "clubs:ownership":
        return reverse(name, args=[world["club"]])
    if name in ("clubs:invited", "clubs:me"):
        return reverse(name, args=["x" * 32])
    if name == "clubs:handover":
        return reverse(name, args=[world["handover_id"]])
    if name == "clubs:competition":
        return reverse(name, args=[world["slug"]])
    if name == "players:unsubscribe":
        return reverse(name, args=["made-up"])
    if name == "competitions:invitation":
        return reverse(name, args=[world["invitation"]])
    if name == "competitions:invited":
        return reverse(name, args=[world["invited"]])
    if name == "competitions:side":
        return reverse(name, args=[world["side"]])
    if name == "delivery:series" or (name.startswith("series:") and name not in ("series:list", "series:new")):
        return reverse(name, args=[world["series"]])
    if name in ("game", "statistics:game", "statistics:game_records"):
        return reverse(name, args=["super_goal"])
    needed = {
        "players:profile": ["player_id"],
        "moderation:person": ["player_id"],
        "moderation:report_name": ["player_id"],
        "moderation:case": ["case_id"],
        "statistics:player": ["player_id"],
        "statistics:opponents": ["player_id"],
        "statistics:versus": ["player_id", "rival_id"],
        "statistics:match": ["match_id"],
        "players:enter": ["key"],
        "evenings:sheet": ["key"],
        "seasons:in_or_out": ["key"],
        "seasons:substitute": ["slug", "entrant_id"],
        "seasons:archive": ["competition_id"],
        "seasons:archive_bracket": ["competition_id"],
        "seasons:archive_json": ["competition_id"],
        "classes:card": ["key"],
        "classes:one": ["slug"],
        "classes:cards": ["slug"],
        "evenings:print": ["slug", "document"],
        "competitions:reset": ["slug", "entrant_id"],
        "competitions:ruling": ["slug", "fixture_id"],
        "competitions:fixture": ["slug", "fixture_id"],
        "competitions:fixture_short": ["fixture_id"],
        "competitions:ruling_short": ["fixture_id"],
        "competitions:entrant_calendar": ["slug", "entrant_id"],
        "competitions:player_calendar": ["player_id"],
        "competitions:act": ["slug", "fixture_id"],
        "competitions:embed": ["slug", "part"],
        "delivery:competition": ["slug"],
        "delivery:hooks": ["slug"],
        "delivery:table": ["slug"],
        "delivery:round": ["slug", "number"],
        "delivery:round_text": ["slug", "number"],
        "delivery:fixture": ["slug", "fixture_id"],
        "delivery:player": ["player_id"],
        "delivery:match": ["match_id"],
        "competitions:let_stand": ["slug", "fixture_id"],
        "competitions:put_off": ["slug", "fixture_id"],
        "competitions:comment": ["slug", "fixture_id"],
    }
    plain = ("list", "new", "compose", "preview", "mine", "import", "now", "absences")
    slugged = name.startswith(("competitions:", "evenings:", "seasons:")) and name.split(":")[1] not in plain
    keys = needed.get(name, ["slug"] if slugged else [])
    return reverse(name, kwargs={key: world[key] for key in keys})


def test_every_address_is_in_the_table():
    ours = {name for name in names() if not name.startswith(OTHERS)}
    assert ours - set(TABLE) == set(), "say in the table who may open it"
    assert set(TABLE) - ours == set()


@pytest.mark.parametrize("role", ROLES)
def test_only_the_two_act_in_a_fixture(client, people, world, role):
    if role in people:
        client.force_login(people[role], backend=BACKEND)
    said = {"do": "report", "home_goals": "1", "away_goals": "0"}
    code = client.post(address("competitions:act", world), said).status_code
    assert code == (302 if role in ("nobody", "player") else 404)
    assert Report.objects.count() == (role == "player")


@pytest.mark.parametrize("role", ROLES)
def test_who_may_open_what(client, people, world, role):
    if role in people:
        client.force_login(people[role], backend=BACKEND)
    got = {name: client.get(address(name, world)).status_code for name in TABLE}
    assert got == {name: codes[role] for name, codes in TABLE.items()}


DONE = 302
ACTIONS = [
    ("competitions:press", {"do": "open_round", "number": "1"}, by_role(302, 404, 404, DONE, DONE)),
    ("competitions:press", {"do": "cancel", "reason": "rain"}, by_role(302, 404, 404, 404, DONE)),
    ("competitions:press", {"do": "freeze", "reason": "holidays"}, by_role(302, 404, 404, DONE, DONE)),
    ("competitions:press", {"do": "thaw"}, by_role(302, 404, 404, DONE, DONE)),
    ("competitions:ruling", {"do": "walkover", "winner": "home"}, by_role(302, 404, DONE, DONE, DONE)),
    ("competitions:press", {"do": "deduct", "entrant": "nobody"}, by_role(302, 404, 404, 404, 404)),
    ("competitions:press", {"do": "give_value", "entrant": "nobody", "value": "1"}, by_role(302, 404, 404, 404, 404)),
    ("competitions:let_stand", {"reason": "so be it"}, by_role(302, 404, DONE, DONE, DONE)),
    ("competitions:put_off", {"reason": "rain"}, by_role(302, 404, 404, DONE, DONE)),
    ("competitions:comment", {"words": "It rains"}, by_role(302, 404, DONE, DONE, DONE)),
    ("competitions:press", {"do": "announce", "words": "It rains"}, by_role(302, 404, 404, DONE, DONE)),
    ("competitions:plan", {"do": "plan"}, by_role(302, 404, 404, 200, 200)),
    ("competitions:reset", {}, by_role(302, 404, 404, 404, 200)),
    ("competitions:staff", {"do": "invite", "role": "referee"}, by_role(404, 404, 404, 404, DONE)),
    ("competitions:staff", {"do": "end", "staff": "nobody"}, by_role(404, 404, 404, 404, 404)),
]


@pytest.mark.parametrize("role", ROLES)
def test_who_may_do_what(client, people, world, role):
    """Each action in the same world: what it did is rolled back before the next."""
    if role in people:
        client.force_login(people[role], backend=BACKEND)
    before = AuditEntry.objects.count()
    got, wrote = [], []
    for name, words, _codes in ACTIONS:
        with transaction.atomic():
            got.append(client.post(address(name, world), words).status_code)
            if got[-1] == 404 and AuditEntry.objects.count() != before:
                wrote.append((name, words))
            transaction.set_rollback(True)
    assert got == [codes[role] for _name, _words, codes in ACTIONS]
    assert wrote == [], "refused, and yet in the audit"


def test_a_draft_is_there_for_its_staff_alone(client, people, world):
    Competition.objects.update(status=Competition.Status.DRAFT)
    for role in ROLES:
        client.logout()
        if role in people:
            client.force_login(people[role], backend=BACKEND)
        code = client.get(address("competitions:overview", world)).status_code
        assert code == (200 if role in ("referee", "helper", "owner", "site") else 404), role


def test_nothing_changes_without_the_token(cast, world):
    client = Client(enforce_csrf_checks=True)
    client.force_login(cast.organiser, backend=BACKEND)
    for name in ("competitions:press", "competitions:ruling", "competitions:enter", "prefer", "players:settings"):
        assert client.post(address(name, world), {"do": "open_round"}).status_code == 403, name


def test_nobody_frames_any_other_page(people, world):
    looked = 0
    for who in (None, people["owner"]):
        client = Client()
        if who is not None:
            client.force_login(who, backend=BACKEND)
        for name in names():
            if name == "competitions:embed" or name.startswith("api:"):
                continue
            try:
                answer = client.get(address(name, world))
            except NoReverseMatch:  # an address of another room, with parts that this table does not know
                continue
            looked += 1
            assert framed_by(answer) == "'none'", name
            assert answer.get("X-Frame-Options") == "DENY", name
    assert looked > 80
