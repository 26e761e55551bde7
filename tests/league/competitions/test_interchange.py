"""A competition written as one document and read elsewhere: equal, once, or refused with what is wrong and where.

Finished ones of every preset, with all that can happen in their log: ``test_random_cups``.
"""

import contextlib
import copy
import itertools
import json
import random
from datetime import UTC, datetime, time, timedelta
from uuid import UUID

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from league.competitions.derivation.holders import holders
from league.competitions.errors import CompetitionError
from league.competitions.exchange import checking, schema
from league.competitions.exchange.faults import BadFile
from league.competitions.models import Competition, Entrant, Fixture
from league.competitions.setup.season_plan import Wishes
from league.competitions.verbs import check_in, entries, freezing, rounds, rulings, swiss
from league.competitions.verbs.importing import take_in
from league.competitions.verbs.rulings import Score
from league.players.models import User
from league.players.words.zones import known_zone
from league.seasons.verbs import leaves, substitutes
from league.seasons.verbs.substitutes import Successor
from tests.league.builders import competition, running
from tests.league.competitions.documents import forget, written
from tests.league.competitions.test_random_cups import happen
from tests.league.tables import open_fixtures, play_out

AT_THE_TOP = {"id", "champion"}
"""Columns of a competition that the document has beside its ``competition``."""
LEFT_OUT = {
    "slug": "an address of this site",
    "owner": "whoever takes it in",
    "previous": "another competition, which may not be there",
    "log_position": "counts the changes here",
    "demo": "the site's own show",
    "changed_at": "when this site last wrote it",
    "swept_at": "the sweep's own note",
    "swept_position": "the sweep's own note",
    "club": "a club of this site",
    "hall": "its tables stand apart, under the same name",
    "asked_stages": "a start is taken back where it was made",
    "succession_days": "who may succeed an owner is for the owner who takes it in",
    "objection_days": "who may succeed an owner is for the owner who takes it in",
}
"""Columns that no document has, and why."""


def test_every_column_is_written_or_left_out_for_a_reason():
    columns = {field.name for field in Competition._meta.concrete_fields}
    written_ones = {*schema.COMPETITION, *schema.COMPETITION_MORE}
    assert columns - written_ones - AT_THE_TOP == set(LEFT_OUT)
    assert written_ones - columns == {"listed"}, "what documents of before say in place of the visibility"


ENTRANT_LEFT_OUT = {
    "competition": "the document itself",
    "player": "nobody is taken for an account: a name of this site",
    "personal_key": "a secret of this site",
    "side_key": "a secret of this site",
    "link_sent_at": "of a link of this site",
    "link_opened_at": "of a link of this site",
}
ROWS = {
    "entrants", "stages", "fixtures", "results", "draws", "audit", "option_changes", "leaves", "substitutions",
    "members",  # with their entrant
}  # fmt: skip
"""Models that hang on a competition and are in its document."""
ROWS_LEFT_OUT = {
    "following": "another competition",
    "followers": "accounts of a site",
    "staff": "accounts of a site",
    "handovers": "accounts of a site",
    "invitations": "secret links to accounts and addresses of a site",
    "announcements": "what organisers write to people of a site",
    "hooks": "addresses of others with their secrets",
    "in_series": "another thing, which may not be there",
    "events_of": "another thing, which may not be there",
    "in_event": "another thing, which may not be there",
    "series": "another thing, which may not be there",
    "archives": "the archive of a site, which nobody writes from outside",
    "asking": "secret links; their answers are in the entrants",
    "school": "a class is forgotten: its names go nowhere",
    "lines": "counted from the results",
    "book": "counted from the results",
}
"""Models that hang on one and are in no document, and why."""


def test_every_column_of_an_entrant_and_every_row_too():
    columns = {field.name for field in Entrant._meta.concrete_fields}
    written_ones = {*schema.ENTRANT, *schema.ENTRANT_EVENING, *schema.ENTRANT_MORE} - {"members"}
    assert columns - written_ones == set(ENTRANT_LEFT_OUT)
    hanging = {relation.get_accessor_name() for relation in Competition._meta.related_objects}
    assert hanging - ROWS == set(ROWS_LEFT_OUT)


def played(cast, preset, size, given, withdrawals="award"):
    """A finished competition with all that can happen in its log."""
    cup = running(cast.organiser, preset, entrants=size, settings=given, withdrawals=withdrawals)
    rng = random.Random(f"{preset} {given}")
    for _step in range(12):
        with contextlib.suppress(CompetitionError):
            happen(cup, rng, cast.organiser)
    for _again in range(40):
        play_out(cup)
        if cup.status == Competition.Status.FINISHED:
            return cup
        stuck = Fixture.objects.filter(tie__round__stage__competition=cup, tie__decided="", home__isnull=False)
        for fixture in stuck.exclude(away=None)[:1]:
            rulings.walkover(fixture=fixture, winner="home", by=None, confirmed=True)
    raise AssertionError("it does not end")


def settings_of_its_own(cast):
    """An open competition in which every setting is another than the usual one."""
    soon = timezone.localdate() + timedelta(days=30)
    cup = competition(
        cast.organiser,
        "evening",
        5,
        settings={"rounds": 3},
        chat="none",
        chat_spectators="none",
        by_invitation=True,
        real_rated=True,
        unplayed="award",
        wishes=Wishes(soon, 3, time(20, 30), "Asia/Tokyo", (soon + timedelta(days=3),)),
    )
    entries.enter_names(competition=cup, by=cast.organiser, names=["Zora", "Yuri", "Xaver"])
    opens = timezone.now() + timedelta(hours=1)
    cup = check_in.set_check_in(
        competition=cup, by=cast.organiser, opens_at=opens, closes_at=opens + timedelta(hours=1)
    )
    Entrant.objects.filter(competition=cup, name="Yuri").update(checked_in_at=opens)
    return cup


def test_what_is_set_before_the_start_comes_along(cast):
    cup = settings_of_its_own(cast)
    before, draw_before = written(cup), cup.draws.get()
    forget(cup)
    imported, _new = take_in(by=cast.stranger, document=copy.deepcopy(before))
    after, draw_of_its_own = written(imported), imported.draws.get()
    assert after["competition"] == before["competition"] and after["entrants"] == before["entrants"]
    assert draw_of_its_own.revealed_at is None and draw_of_its_own.commitment != draw_before.commitment
    said = before["competition"]
    assert (said["chat"], said["chat_spectators"], said["wishes"]["every_days"]) == ("none", "none", 3)
    assert [row["name"] for row in before["entrants"] if row["checked_in_at"]] == ["Yuri"]
    old = copy.deepcopy(before)
    for name in schema.COMPETITION_MORE:
        del old["competition"][name]
    forget(imported)
    imported, _new = take_in(by=cast.stranger, document=old)
    assert (imported.chat, imported.chat_spectators, imported.wishes, imported.side_size) == ("all", "all", {}, 1)
    assert not imported.entrants.exclude(side_key="").exists(), "nobody joins a side of one"


@pytest.mark.parametrize("people", [1, 2])
def test_a_side_of_several_gets_a_link_of_its_own(cast, people):
    cup = competition(cast.organiser, "cup", 4, game="six_a_side", side_size=people)
    entries.enter(competition=cup, player=cast.anna)
    document, key = written(cup), cup.entrants.get().side_key
    forget(cup)
    imported, _new = take_in(by=cast.stranger, document=document)
    key_here = imported.entrants.get().side_key
    assert (bool(key), bool(key_here)) == (people > 1, people > 1) and (key_here != key or not key)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"chat": "loud"}, "competition.chat: "),
        ({"wishes": {"every_days": 7}}, "competition.wishes: first"),
        ({"wishes": {"first": "2031-02-30"}}, "competition.wishes"),
        ({"check_in_opens_at": "2031-01-01T00:00:00Z"}, "competition.check_in_closes_at: "),
        ({"frozen_at": "2031-01-01T00:00:00Z", "status": "registration"}, "competition.frozen_at: "),
    ],
)
def test_settings_that_cannot_be_are_refused(cast, file, more, said):
    document = copy.deepcopy(file)
    document["competition"] |= more
    with pytest.raises(BadFile) as refused:
        take_in(by=cast.organiser, document=document)
    assert said in str(refused.value)


def test_a_frozen_one_stands_still_elsewhere(cast):
    cup = running(cast.organiser, "league", entrants=3)
    freezing.freeze(competition=cup, by=cast.organiser, reason="exams")
    document = written(cup)
    forget(cup)
    imported, _new = take_in(by=cast.stranger, document=document)
    assert imported.frozen_at is not None and imported.frozen_because == "exams"
    assert {fixture.match.status for fixture in Fixture.objects.exclude(match=None)} <= {"waiting", "paused"}
    freezing.thaw(competition=imported, by=cast.stranger)
    play_out(imported)
    assert imported.status == Competition.Status.FINISHED


@pytest.mark.parametrize("told", [True, False], ids=["told", "by its audit"])
def test_a_finished_one_ended_when_it_did(cast, told):
    cup = running(cast.organiser, entrants=2)
    play_out(cup)
    document = written(cup)
    document["audit"][-1]["at"] = "2026-03-02T12:00:00Z"
    document["competition"]["finished_at"] = "2026-03-01T12:00:00Z" if told else None
    forget(cup)
    imported, _new = take_in(by=cast.stranger, document=document)
    imported.refresh_from_db()
    assert imported.finished_at == datetime(2026, 3, 1 if told else 2, 12, tzinfo=UTC)


def test_who_took_over_and_who_is_away_come_along(cast):
    row = running(cast.organiser, "league", entrants=4, settings={"times": 2})
    play_out(row, until=1)
    yes, today = rulings.Consent(confirmed=True), timezone.localdate(timezone=known_zone(row.time_zone))
    first, second, third, _last = row.entrants.order_by("seed")
    substitutes.substitute(entrant=first, by=cast.organiser, successor=Successor(name="Zora"), consent=yes)
    play_out(row, until=2)
    substitutes.substitute(entrant=first, by=cast.organiser, successor=Successor(name="Yuri"), consent=yes)
    leaves.allow(competition=row, days=9, by=cast.organiser)
    leaves.take(entrant=second, first=today, last=today + timedelta(days=2), by=cast.organiser)
    leaves.take(entrant=third, first=today + timedelta(days=40), last=today + timedelta(days=41), by=cast.organiser)
    before = written(row)
    assert [substitution["name_after"] for substitution in before["substitutions"]] == ["Zora", "Yuri"] and len(
        before["leaves"]
    ) == 2
    forget(row)
    imported, _new = take_in(by=cast.stranger, document=copy.deepcopy(before))
    after = written(imported)
    for name in ("substitutions", "leaves", "entrants", "log"):
        assert after[name] == before[name], name
    one, two = imported.substitutions.order_by("at")
    assert one.after == two.before and two.after == imported.entrants.get(name="Yuri").player
    assert one.before == imported.entrants.get(name=first.name).player, "the withdrawn entrant of that name"
    assert holders(imported)(two.entrant, 0) == one.before_id
    leaves.keep_due()
    away = Fixture.objects.filter(tie__round__stage__competition=imported, match__held=True)
    assert all(second.pk in (each.home_id, each.away_id) for each in away)
    play_out(imported)
    assert imported.status == Competition.Status.FINISHED


@pytest.mark.parametrize(
    ("name", "at_fault", "said"),
    [
        ("leaves", {"entrant": "0" * 8 + "-0000-0000-0000-" + "0" * 12}, "leaves[0].entrant: "),
        ("leaves", {"last": "2001-01-01"}, "leaves[0].last: "),
        ("leaves", {"first": "2031-02-30"}, "leaves[0].first: "),
        ("substitutions", {"position": 999}, "substitutions[0].position: "),
        ("substitutions", {"name_after": "\u202eevil"}, "substitutions[0].name_after: "),
    ],
)
def test_accidents_that_cannot_be_are_refused(cast, file, name, at_fault, said):
    entrant, moment = file["entrants"][0]["id"], "2031-01-01T00:00:00Z"
    rows = {
        "leaves": {
            "entrant": entrant, "first": "2031-01-01", "last": "2031-01-02", "starts_at": moment,
            "ends_at": "2031-01-03T00:00:00Z", "taken_at": moment, "over_at": None,
        },
        "substitutions": {
            "entrant": entrant, "name_before": "Ugo", "name_after": "Vera", "position": 0, "reason": "", "at": moment,
        },
    }  # fmt: skip
    file[name] = [rows[name] | at_fault]
    with pytest.raises(BadFile) as refused:
        take_in(by=cast.organiser, document=file)
    assert said in str(refused.value)


def test_what_follows_need_not_be_in_the_file(cast):
    cup = played(cast, "world_cup", 8, {"groups": 2, "through": 2})
    before = written(cup)
    bare = copy.deepcopy(before)
    bare.pop("champion")
    for stage in bare["stages"]:
        for group in stage["groups"]:
            group.pop("table")
        for round in stage["rounds"]:
            for tie in round["ties"]:
                for name in schema.TIE_DERIVED:
                    tie.pop(name)
                for fixture in tie["fixtures"]:
                    for name in schema.FIXTURE_DERIVED:
                        fixture.pop(name)
    forget(cup)
    imported, _new = take_in(by=cast.organiser, document=bare)
    assert written(imported)["stages"] == before["stages"] and written(imported)["champion"] == before["champion"]


def test_nobody_becomes_an_account(cast):
    cup = competition(cast.organiser, places=4)
    entries.enter(competition=cup, player=cast.anna)
    entries.enter_names(competition=cup, by=cast.organiser, names=["Zora"])
    entries.add_bots(competition=cup, by=cast.organiser, count=2)
    rounds.start(competition=cup, by=cast.organiser)
    play_out(cup)
    text = json.dumps(written(cup))
    keys = list(cup.entrants.exclude(personal_key="").values_list("personal_key", flat=True))
    assert keys and not any(key in text for key in keys)
    assert str(cast.anna.id) not in text and cast.anna.email not in text
    document = written(cup)
    forget(cup)
    imported, _new = take_in(by=cast.organiser, document=document)
    people = [entrant.player for entrant in imported.entrants.select_related("player")]
    assert {person.kind for person in people} == {User.Kind.GUEST} and cast.anna not in people
    assert not set(imported.entrants.values_list("personal_key", flat=True)) & {"", *keys}


def test_a_running_one_goes_on(cast):
    cup = running(cast.organiser, "swiss", entrants=6, settings={"rounds": 4})
    play_out(cup, until=4)
    swiss.rest(entrant=cup.entrants.get(seed=3), by=cast.organiser, number=3)
    document = written(cup)
    forget(cup)
    imported, _new = take_in(by=cast.organiser, document=document)
    assert open_fixtures(imported)
    play_out(imported)
    assert imported.status == Competition.Status.FINISHED and imported.champion


def test_the_same_file_again_is_the_same_competition(cast):
    cup = played(cast, "cup", 5, {})
    document = written(cup)
    assert take_in(by=cast.organiser, document=document) == (cup, False)
    with pytest.raises(BadFile, match="someone else"):
        take_in(by=cast.stranger, document=document)
    forget(cup)
    imported, new = take_in(by=cast.stranger, document=document)
    entrants = Entrant.objects.count()
    again, twice = take_in(by=cast.stranger, document=document)
    assert (new, twice) == (True, False) and again == imported and Entrant.objects.count() == entrants


def at(document, path):
    for step in path:
        document = document[step]
    return document


WRONG = [
    (["kind"], "a cake", "kind: "),
    (["version"], 2, "version: "),
    (["competition", "game"], "chess", "competition.game: "),
    (["competition", "options"], {"wings": 3}, "competition.options: "),
    (["competition", "time_zone"], "Mars/Olympus", "competition.time_zone: "),
    (["competition", "places"], "many", "competition.places: "),
    (["competition", "criteria"], ["luck"], "competition.criteria: "),
    (["competition", "status"], "running", "competition.status: "),
    (["competition", "created_at"], "2026-02-31T00:00:00Z", "competition.created_at: "),
    (["competition", "created_at"], "0001-01-01T00:00:00Z", "competition.created_at: "),
    (["draws", 0, "revealed_at"], "9999-12-31T23:59:59Z", "draws[0].revealed_at: "),
    (["stages", 0, "rounds", 0, "closes_at"], "9999-12-31T23:59:59Z", "stages[0].rounds[0].closes_at: "),
    (["audit", 0, "at"], "0001-01-01T00:00:00Z", "audit[0].at: "),
    (["competition", "blackout"], ["9999-12-31"], "competition.blackout[0]: "),
    (["competition", "name"], "a\x00b", "competition.name: "),
    (["entrants", 1, "name"], "\u202eevil", "entrants[1].name: "),
    (["entrants", 1, "code"], "AL", None),
    (["entrants", 1, "strength"], float("inf"), "entrants[1].strength: "),
    (["entrants", 1, "nickname"], "x", "entrants[1]: "),
    (["draws", 0, "seed"], "0" * 64, "draws[0]: "),
    (["stages", 0, "settings", "legs"], 7, "stages[0].settings.legs: "),
    (["stages", 0, "settings", "luck"], 7, "stages[0].settings: "),
    (["stages", 0, "rounds", 0, "ties", 0, "home_slot"], {"seed": 99}, "stages[0].rounds[0].ties[0].home_slot: "),
    (["stages", 0, "rounds", 1, "ties", 0, "home_slot"], {"winner": 1, "round": 2}, "rounds[1].ties[0].home_slot: "),
    (["stages", 0, "rounds", 1, "ties", 0, "home_slot"], {"rank": 1, "group": "A"}, "rounds[1].ties[0].home_slot: "),
    (["stages", 0, "rounds", 1, "ties", 0, "winner"], None, "stages[0].rounds[1].ties[0].winner: "),
    (["stages", 0, "rounds", 1, "ties", 0, "group"], 4, "stages[0].rounds[1].ties[0].group: "),
    (["stages", 0, "rounds", 0, "ties", 0, "fixtures", 0, "home"], None, ""),
    (["log", 0, "home_goals"], -1, "log[0].home_goals: "),
    (["log", 0, "position"], 9, "log[1].position: "),
    (["log", 0, "fixture"], "00000000-0000-0000-0000-000000000000", "log[0].fixture: "),
    (["log", 0, "why"], ["{x.__class__}", {"x": 1}], "log[0].why: "),
    (["audit", 0, "message"], ["{missing}", {"x": 1}], "audit[0].message: "),
    (["champion"], None, "champion: "),
    (["log"], [], "competition.status: "),
]


WRITTEN = []
"""The document of a finished cup, once it has been made: it is the same for every test, and names nothing of a site."""


@pytest.fixture
def file(cast):
    if not WRITTEN:
        cup = played(cast, "cup", 4, {})
        WRITTEN.append(written(cup))
        forget(cup)
    return copy.deepcopy(WRITTEN[0])


@pytest.mark.parametrize(("path", "value", "said"), WRONG)
def test_a_bad_file_is_refused_with_what_is_wrong_and_where(cast, file, path, value, said):
    at(file, path[:-1])[path[-1]] = value
    if said is None:
        file["entrants"][0]["code"], said = value, "entrants[1].code: "
    before = (Competition.objects.count(), User.objects.count())
    with pytest.raises(BadFile) as refused:
        take_in(by=cast.organiser, document=file)
    assert said in str(refused.value)
    assert (Competition.objects.count(), User.objects.count()) == before


def test_any_piece_left_out_or_turned_is_taken_or_refused(cast, file):
    """A hundred random changes: never anything but the competition or a sentence."""
    rng = random.Random(7)

    def pieces(value, path=()):
        yield path
        inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        for key, one in inside:
            yield from pieces(one, (*path, key))

    every = [path for path in pieces(file) if path]
    refused = 0
    for _try in range(100):
        changed = copy.deepcopy(file)
        path = rng.choice(every)
        holder = at(changed, path[:-1])
        if rng.random() < 0.5:
            del holder[path[-1]]
        else:
            holder[path[-1]] = rng.choice([None, -1, "", [], {}, "x", 1.5, True, 10**30, {"seed": 1}])
        try:
            imported, _new = take_in(by=cast.organiser, document=changed)
        except BadFile as wrong:
            refused += 1
            assert str(wrong)
        else:
            Competition.objects.filter(id=imported.id).delete()
    assert 50 < refused < 100


@pytest.mark.parametrize(
    "raw", [b"", b"{", b"\xff\xfe", b'{"a": NaN}', b"[" * 100_000, b'"' + b"x" * checking.MOST_BYTES + b'"']
)
def test_what_is_no_json_is_refused(raw):
    with pytest.raises(BadFile):
        checking.checked(checking.parsed(raw))


def test_a_result_cannot_claim_a_match_that_was_played_here(cast, file):
    other = running(cast.organiser, entrants=2)
    match = open_fixtures(other)[0].match
    file["log"][0]["match"] = str(match.id)
    with pytest.raises(BadFile, match="played here"):
        take_in(by=cast.organiser, document=file)


def test_what_was_corrected_can_be_corrected_again(cast, file):
    imported, _new = take_in(by=cast.organiser, document=file)
    final = Fixture.objects.get(tie__round__stage__competition=imported, tie__kind="final")
    lost = final.home if imported.champion != final.home else final.away
    score = Score(9, 0) if lost == final.home else Score(0, 9)
    rulings.enter_result(fixture=final, score=score, by=cast.organiser, reason="misread", confirmed=True)
    imported.refresh_from_db()
    assert imported.champion == lost


def test_by_page_and_by_api(client, cast, file):
    raw = json.dumps(file).encode()
    client.force_login(cast.organiser)
    bad = SimpleUploadedFile("cup.json", b'{"kind": "x"}', "application/json")
    assert b"is missing" in client.post("/competitions/import/", {"file": bad}).content
    answer = client.post("/competitions/import/", {"file": SimpleUploadedFile("cup.json", raw, "application/json")})
    stored_competition = Competition.objects.get(id=file["id"])
    assert (
        answer.url == f"/competitions/{stored_competition.slug}/"
        and b"imported the competition" in client.get(f"{answer.url}audit/").content
    )
    assert client.get(f"{answer.url}export.json").json()["stages"] == file["stages"]
    assert client.get(f"/api/v1/competitions/{stored_competition.id}/export/").json()["champion"] == file["champion"]
    api = "/api/v1/competitions/import/"
    assert client.post(api, raw, content_type="application/json").status_code == 200
    refused = client.post(api, b"{}", content_type="application/json")
    assert refused.status_code == 400 and refused.json()["code"] == "bad_file"
    forget(stored_competition)
    assert client.post(api, raw, content_type="application/json").status_code == 201
    assert client.get("/api/v1/competition-schema/").json()["title"] == schema.SCHEMA["title"]


def test_by_the_api_with_a_session_and_its_token(cast, file):
    client = Client(enforce_csrf_checks=True)
    client.force_login(cast.organiser)
    client.get("/competitions/import/")
    token = {"X-CSRFToken": client.cookies["csrftoken"].value}
    raw = json.dumps(file).encode("utf-8-sig") + b" " * settings.DATA_UPLOAD_MAX_MEMORY_SIZE

    def sent(body):
        return client.post("/api/v1/competitions/import/", body, content_type="application/json", headers=token)

    assert sent(raw).status_code == 201
    assert [sent(body).json()["code"] for body in (b"{", b"", b" " * 10_000_001)] == ["bad_file"] * 3


def test_who_waits_or_left_does_not_count_among_the_most_entrants(cast, monkeypatch):
    cup = competition(cast.organiser, "swiss", 4)
    entries.enter_names(competition=cup, by=cast.organiser, names="Aldo")
    document = written(cup)
    (entrant,) = document["entrants"]
    codes = map("".join, itertools.product("ABCDEFGHIJKLM", repeat=3))
    document["entrants"] = [
        {**entrant, "id": str(UUID(int=number)), "code": code, "status": status, "seed": seed}
        for number, code, status, seed in zip(
            range(1, 1203), codes, ["entered"] * 1200 + ["withdrawn", "waiting"], [*range(2, 1203), None], strict=False
        )
    ]
    checking.checked(document)
    monkeypatch.setattr(checking, "MOST_ENTRANTS", 2)
    document["entrants"] = document["entrants"][:3]
    with pytest.raises(BadFile, match="2 to 2 entrants; the file has 3"):
        checking.checked(document)


def test_the_schema_is_published_as_it_is():
    published = settings.BASE_DIR / "docs" / "competition.schema.json"
    same = json.loads(published.read_text()) == json.loads(json.dumps(schema.SCHEMA))
    assert same, "the schema changed: run python -m deploy.document_schema"
