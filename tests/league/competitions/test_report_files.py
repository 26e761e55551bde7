"""Report files of other programs on this site: what they become, and what leaves nothing behind."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import urlencode

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from league.competitions.exchange.faults import BadFile
from league.competitions.exchange.writing import exported
from league.competitions.models import Competition, Entrant, Group, ResultEntry
from league.competitions.verbs import report_files, rounds, rulings
from league.competitions.verbs.rulings import Score
from league.formats.team_report import trf as team_trf
from league.formats.team_ties import TieRules
from league.formats.trf.ties import team_points
from league.sentences import translated
from tests.cases import report_files as files_of_others
from tests.league.builders import running
from tests.league.competitions.documents import equal_elsewhere
from tests.league.pure.test_team_report import played as played_by_teams
from tests.league.pure.test_trf_files import HEAD, ROUNDS, file
from tests.league.tables import open_fixtures, play_out
from tests.sizes import size

pytestmark = pytest.mark.django_db

GAME = "super_goal"


def taken(organiser, text=None, game=GAME):
    raw = text if isinstance(text, bytes) else (text or file()).encode()
    return report_files.take_in(by=organiser, raw=raw, game=game)


def points_of(cup):
    names = {str(entrant.pk): entrant.seed for entrant in cup.entrants.all()}
    rows = Group.objects.get(stage__competition=cup).table["rows"]
    return {names[row["entrant"]]: row["points"] for row in rows}


def test_a_finished_swiss_stands_as_in_the_file(cast):
    cup, new, found = taken(cast.organiser)
    assert new and cup.played_elsewhere and cup.status == Competition.Status.FINISHED
    assert (cup.name, cup.owner, cup.stages.get().format) == ("Open", cast.organiser, "swiss")
    whole = found.tournament
    assert points_of(cup) == {number: player.points for number, player in whole.players.items()}
    assert ResultEntry.objects.filter(competition=cup, kind="walkover").count() == 1
    assert not cup.results.exclude(match_id=None).exists()


def test_the_same_file_again_is_the_same_competition(cast):
    first, _new, _found = taken(cast.organiser)
    again, new, _found = taken(cast.organiser)
    assert (again.pk, new, Competition.objects.count()) == (first.pk, False, 1)


def test_all_that_was_adjusted_is_kept_and_shown_and_goes_along(client, cast):
    text = file(head="012 Open\n042 05.12.2026\n")
    cup, _new, found = taken(cast.organiser, text)
    kept = list(cup.audit.filter(verb="adjust").order_by("id"))
    assert {note.name for note in found.adjustments} >= {"date_form", "rounds_not_told", "goals"}
    told = [(entry.message[1].get("line", 0), entry.message[1]["adjustment"]) for entry in kept]
    assert told == [(note.line, list(note.sentence)) for note in found.adjustments]
    client.force_login(cast.organiser)
    listed = client.get(f"/competitions/{cup.slug}/console/").context["adjusted"]
    assert [translated(message) for message in listed] == [translated(entry.message) for entry in kept]
    of_api = client.get(f"/api/v1/competitions/{cup.pk}/audit/").json()["results"]
    assert [line["words"] for line in of_api if line["verb"] == "adjust"][::-1] == list(map(translated, listed))
    document = exported(cup)
    assert [line["message"] for line in document["audit"] if line["verb"] == "adjust"] == [row.message for row in kept]
    taken(cast.organiser, text)
    assert cup.audit.filter(verb="adjust").count() == len(kept)


def test_it_goes_on_here_after_the_rounds_of_the_file(cast):
    waiting = {number: cells[:20] for number, cells in ROUNDS.items()}
    waiting[1] += "  0000 - H"
    cup, _new, _found = taken(cast.organiser, file(waiting, {1: "1.5", 2: "0.0", 3: "1.0", 4: "1.5"}))
    assert cup.status == Competition.Status.RUNNING
    assert points_of(cup) == {1: 1.5, 2: 0.0, 3: 1.0, 4: 1.5}
    rounds.open_round(competition=cup, number=3, by=cast.organiser)
    ties = cup.stages.get().rounds.get(step=3).ties.order_by("number")
    seeds = [(tie.home.seed, tie.away and tie.away.seed, tie.kind) for tie in ties]
    assert sorted(seed for home, away, _kind in seeds for seed in (home, away) if seed) == [1, 2, 3, 4]
    assert (1, None, "half_bye") in seeds


def test_it_is_carried_as_any_other(cast):
    cup, _new, _found = taken(cast.organiser)
    equal_elsewhere(cup, cast.organiser)


@pytest.mark.parametrize("raw", [b"", b"PK\x03\x04", file({1: ROUNDS[1].replace("w 1", "w 0")}).encode(), b"x" * 10**7])
def test_a_refused_file_leaves_nothing(cast, raw):
    with pytest.raises(report_files.RefusedFile):
        taken(cast.organiser, raw)
    assert not Competition.objects.exists() and not Entrant.objects.exists()


@pytest.mark.parametrize(
    "changes",
    [
        {"head": HEAD + "162  W 1.0    D 0.5    L 0.0    A 0.5\n", "points": {2: "1.5"}},
        {"head": HEAD + "299     0.0  -0.5         4\n", "points": {4: "2.0"}},
    ],
)
def test_points_that_no_table_here_gives_are_refused(cast, changes):
    with pytest.raises(BadFile, match="player"):
        taken(cast.organiser, file(**changes))
    assert not Competition.objects.exists()


def test_more_rounds_than_a_swiss_has_here_are_refused_before_anything_is_promised(cast):
    for ask in (report_files.preview, report_files.take_in):
        with pytest.raises(BadFile, match=r"^Rounds: Enter a number from 1 to 19\.$"):
            ask(by=cast.organiser, raw=file(head="012 Open\n142 25\n").encode(), game=GAME)


def test_a_tournament_of_a_short_name_has_a_longer_one_here(cast):
    cup, _new, found = taken(cast.organiser, file(head="012 U8\n142 3\n"))
    assert cup.name == "Tournament of a report file"
    assert "name_changed" in {note.name for note in found.adjustments if not note.line}


def test_points_taken_by_the_file_are_taken_here(cast):
    cup, _new, _found = taken(cast.organiser, file(points={4: "1.5"}, head=HEAD + "299     0.0  -1.0         4\n"))
    assert points_of(cup)[4] == 1.5


@pytest.mark.cases
@pytest.mark.parametrize(
    ("path", "case"),
    [pair for pair in files_of_others() if pair[1]["kind"] == "good" and pair[1]["players"] <= size(100, 2000)],
    ids=lambda part: str(part)[-20:],
)
def test_good_files_of_others_become_competitions_with_their_points(cast, path, case):
    try:
        cup, _new, found = taken(cast.organiser, path.read_bytes())
    except BadFile as refused:
        assert case.get("teams") and str(refused)
        return
    whole = found.tournament
    over = whole.asked - 1 if whole.asked else whole.rounds
    if points_of(cup):
        assert points_of(cup) == {number: whole.points_of(player, over) for number, player in whole.players.items()}


@pytest.mark.parametrize("seed", range(size(3, 200)))
def test_a_swiss_goes_out_and_in_with_an_equal_table(client, cast, seed):
    steps, entrants = 3 + seed % 3, 4 + seed % 6
    cup = running(cast.organiser, "swiss", entrants, settings={"rounds": steps, "bye": (1.0, 0.5)[seed % 2]})
    rulings.walkover(fixture=open_fixtures(cup)[0], winner="away", by=cast.organiser, reason="late", confirmed=True)
    last = cup.stages.get().rounds.get(step=steps if seed % 3 else 2)
    while not last.ties.exists() or last.ties.filter(decided="").exists():
        play_out(cup, until=1)
    for edition in ("TRF16", "TRF26"):
        raw = client.get(f"/competitions/{cup.slug}/report.trf?edition={edition}").content
        imported, _new, _found = taken(cast.organiser, raw)
        assert points_of(imported) == points_of(cup)
        assert order_of(imported) == order_of(cup)


def order_of(cup):
    """The tie-breaks of everybody, which lots and colours do not touch."""
    names = {str(entrant.pk): entrant.seed for entrant in cup.entrants.all()}
    rows = Group.objects.get(stage__competition=cup).table["rows"]
    return {names[row["entrant"]]: row["swiss"] for row in rows}


def test_an_edition_that_is_none_is_named(client, cast):
    cup = running(cast.organiser, "swiss", 4, settings={"rounds": 2})
    answer = client.get(f"/competitions/{cup.slug}/report.trf?edition=TRF06")
    assert answer.status_code == 400 and "TRF16, TRF26" in answer.content.decode()


@pytest.mark.parametrize("seed", range(size(1, 20)))
def test_a_round_robin_of_teams_comes_in_with_its_points(cast, seed):
    squads, days = played_by_teams(seed, 4, times=1 + seed % 2)
    days = [[replace(tie, absent="home") if tie.absent == "both" else tie for tie in day] for day in days]
    text = team_trf("Teams", squads, days, TieRules(), [1, 2, 3, 4])
    cup, _new, found = taken(cast.organiser, text)
    assert (cup.of_teams, cup.boards, cup.status) == (True, 4, Competition.Status.FINISHED)
    names = {str(entrant.pk): entrant.seed for entrant in cup.entrants.all()}
    rows = Group.objects.get(stage__competition=cup).table["rows"]
    points = {names[row["entrant"]]: (row["points"], row["board_points"]) for row in rows}
    assert points == team_points(found.tournament)


def test_a_swiss_of_teams_is_refused(cast):
    squads, days = played_by_teams(1, 4)
    with pytest.raises(BadFile, match="round robin"):
        taken(cast.organiser, team_trf("Teams", squads, days[:2], TieRules(), [1, 2, 3, 4]))
    assert not Competition.objects.exists()


ADDRESS = "/competitions/import/report/"
API = "/api/v1/competitions/import-report/"


def uploaded(text):
    return SimpleUploadedFile("open.trf", text if isinstance(text, bytes) else text.encode())


def test_the_page_shows_what_it_becomes_before_it_is_made(client, cast):
    client.force_login(cast.organiser)
    shown = client.post(ADDRESS, {"file": uploaded(file(head="012 Open\n")), "game": GAME})
    assert shown.status_code == 200 and not Competition.objects.exists()
    notes = [note.name for note in shown.context["found"].adjustments]
    assert "rounds_not_told" in notes and "goals" in notes and shown.context["format_name"] == "Swiss rounds"
    made = client.post(ADDRESS, {"content": shown.context["content"], "game": GAME, "confirmed": "1"})
    cup = Competition.objects.get()
    assert made.url == f"/competitions/{cup.slug}/" and "Not played here" in client.get(made.url).content.decode()
    again = client.post(ADDRESS, {"content": shown.context["content"], "game": GAME, "confirmed": "1"})
    assert again.url == made.url and Competition.objects.count() == 1


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"game": GAME},
        {"game": GAME, "content": "%%%", "confirmed": "1"},
        {"game": GAME, "content": "AAAA", "confirmed": "1"},
        {"game": "chess", "file": "good"},
        {"game": GAME, "file": b"\x89PNG\r\n\x1a\n\x00"},
        {"game": GAME, "file": file(points={1: "9.0"})},
    ],
)
def test_the_page_refuses_what_is_no_report(client, cast, sent):
    client.force_login(cast.organiser)
    if "file" in sent:
        sent = {**sent, "file": uploaded(file() if sent["file"] == "good" else sent["file"])}
    answer = client.post(ADDRESS, sent)
    assert answer.status_code == 400 and not Competition.objects.exists()


def test_by_the_api(client, cast):
    client.force_login(cast.organiser)
    good, bad = file().encode(), file(points={1: "9.0", 4: "0.0"}).encode()

    def sent(raw, **query):
        return client.post(f"{API}?{urlencode({'game': GAME, **query})}", raw, content_type="text/plain")

    seen = sent(good, preview="true").json()
    assert (seen["competition"], seen["games"], seen["byes"], seen["finished"]) == (None, 5, 2, True)
    assert not Competition.objects.exists()
    assert [fault["line"] for fault in sent(bad, preview="true").json()["faults"]] == [3, 6]
    refused = sent(bad)
    assert refused.status_code == 400 and list(refused.json()["errors"]) == ["3", "6"]
    assert sent(good, game="chess").status_code == 400
    assert [sent(good).status_code, sent(good).status_code] == [201, 200]
    assert Competition.objects.get().name == "Open"


def test_by_the_api_with_a_session_and_its_token(cast):
    client = Client(enforce_csrf_checks=True)
    client.force_login(cast.organiser)
    client.get(ADDRESS)
    token = {"X-CSRFToken": client.cookies["csrftoken"].value}
    made = client.post(f"{API}?game={GAME}", file().encode(), content_type="text/plain", headers=token)
    assert made.status_code == 201
    assert client.post(f"{API}?game={GAME}", file().encode(), content_type="text/plain").status_code == 403
    form = client.post(f"{API}?game={GAME}", {"a": "b"}, headers=token)
    assert form.status_code == 415


def test_a_round_that_is_paired_and_not_played_waits_for_its_results(cast):
    paired = {
        1: ROUNDS[1][:20] + "     4 b  ",
        2: ROUNDS[2][:20] + "     3 w  ",
        3: ROUNDS[3][:20] + "     2 b  ",
        4: ROUNDS[4][:20] + "     1 w  ",
    }
    cup, _new, _found = taken(cast.organiser, file(paired, {1: "1.5", 2: "0.0", 3: "1.0", 4: "1.5"}))
    third = cup.stages.get().rounds.get(step=3)
    assert (cup.status, third.status) == (Competition.Status.RUNNING, "open")
    assert third.ties.filter(decided="").count() == 2
    rulings.enter_result(fixture=open_fixtures(cup)[0], score=Score(2, 0), by=cast.organiser, reason="sheet")
    assert third.ties.filter(decided="").count() == 1


def test_a_file_before_the_first_round_becomes_a_running_competition(cast):
    cup, _new, _found = taken(cast.organiser, file(dict.fromkeys(ROUNDS, ""), dict.fromkeys(ROUNDS, "0.0")))
    assert cup.status == Competition.Status.RUNNING and cup.entrants.count() == 4
    rounds.open_round(competition=cup, number=1, by=cast.organiser)
    assert cup.stages.get().rounds.get(step=1).ties.count() == 2
