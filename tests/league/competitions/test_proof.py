"""The proof of a competition: it holds, and whatever is changed in it or in the log is found and named."""

from __future__ import annotations

import asyncio
import copy
import json
import re
import subprocess
import sys
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from deploy.environment import ROOT
from engines.core import chain
from league.competitions import demo
from league.competitions.exchange.faults import BadFile
from league.competitions.models import Competition, ResultEntry
from league.competitions.proof import signing
from league.competitions.proof.checking import verify
from league.competitions.proof.reading import BadProof
from league.competitions.proof.rows import snapshot_of
from league.competitions.proof.writing import lines
from league.competitions.verbs import create, entries, rounds, rulings
from league.competitions.verbs.importing import take_in
from league.competitions.verbs.results import take
from league.competitions.verbs.rulings import Score
from matches import feed
from matches.live.kickoff import kick_off
from matches.live.moves import submit_in
from matches.live.running import Hall
from tests.league.builders import running
from tests.league.competitions.documents import forget, written
from tests.league.tables import open_fixtures, play_out
from tests.league.teams import open_line_ups, running_teams
from tests.streams import whole

pytestmark = pytest.mark.django_db(transaction=True)


def of_bots(cast):
    league = create.create(
        by=cast.organiser,
        name="A league of bots",
        game="super_goal",
        preset="league",
        places=3,
        options={"half_turns": 5},
        settings={"times": 1},
        advance="auto",
    )
    create.publish(competition=league, by=cast.organiser)
    entries.add_bots(competition=league, by=cast.organiser, level="random")
    return rounds.start(competition=league, by=cast.organiser)


async def given_up(match_id):
    """Kick the match off, and resign for its home side."""
    hall = Hall(min_pool=1, max_pool=1)
    hall.alone = True
    try:
        runtime = hall.runtime(match_id)
        async with runtime.lock:
            await runtime.catch_up()
            await kick_off(runtime)
        move = {"type": "resign", "seat": "home"}
        done = await submit_in(hall, match_id=match_id, seat=None, moves=[move], client_id=uuid4(), v=None)
        assert done.kind == "applied"
    finally:
        await hall.close()
        await feed.close_ear()


def played(cast):
    league = of_bots(cast)
    assert demo.play_rounds(league, until=20)
    league.refresh_from_db()
    first = league.results.order_by("position").first()
    score = Score(first.home_goals + 4, first.away_goals)
    rulings.enter_result(fixture=first.fixture, by=cast.organiser, score=score, reason="Seen twice", confirmed=True)
    return Competition.objects.get(id=league.id)


def proved(raw):
    return [*verify(raw.splitlines(keepends=True))]


def rewritten(raw, change):
    """Return the proof with contents changed by ``change``, every hash and the signature made anew."""
    contents = [json.loads(line[65:]) for line in raw.splitlines()][:-1]
    change(contents)
    told, last = "", ""
    for digest, line in chain.written(contents):
        told, last = told + line, digest
    signed = chain.canonical(
        {"kind": "signature", "key": signing.public_key(), "signature": signing.signature_of(last)}
    )
    return f"{told}{chain.link(last, signed)} {signed}\n".encode()


def test_what_is_changed_is_found_and_named(cast, tmp_path):
    league = played(cast)
    raw = "".join(lines(league)).encode()
    told = proved(raw)
    assert any("1 of them are corrections" in sentence for sentence in told)
    assert any(sentence.startswith("3 matches replay") for sentence in told)
    assert told[-1].endswith(signing.public_key())

    # a byte of the file
    for number in (1, 2, 3, 4):
        line = raw.splitlines(keepends=True)[number - 1]
        at = raw.index(line) + 65 + len(line) // 2
        false = raw[:at] + bytes([raw[at] ^ 1]) + raw[at + 1 :]
        with pytest.raises(BadProof, match=f"line {number} "):
            proved(false)
    with pytest.raises(BadProof, match="ends before its signature"):
        proved(b"".join(raw.splitlines(keepends=True)[:-1]))
    without = raw.splitlines(keepends=True)
    with pytest.raises(BadProof, match="line 3 "):
        proved(b"".join(without[:2] + without[3:]))

    # what a site could write anew, with hashes and signature that fit
    def goals(contents):
        contents[1]["document"]["log"][0]["home_goals"] += 1

    def goals_without_hashes(contents):
        entry = contents[1]["document"]["log"][1]
        entry["home_goals"] += 7
        for each in contents[1]["document"]["log"]:
            each.pop("chain")

    def order_of_table(contents):
        rows = contents[1]["document"]["stages"][0]["groups"][0]["table"]["rows"]
        rows[0]["entrant"], rows[1]["entrant"] = rows[1]["entrant"], rows[0]["entrant"]

    def draw(contents):
        order = contents[1]["document"]["draws"][0]["order"]
        order[0], order[1] = order[1], order[0]

    def champion(contents):
        document = contents[1]["document"]
        document["champion"] = next(each["id"] for each in document["entrants"] if each["id"] != document["champion"])

    def dice(contents):
        sheet = json.loads(contents[2]["sheet"])
        rolled = next(move["rolled"] for move in sheet["moves"] if move["rolled"])
        rolled[0] = rolled[0] % 6 + 1
        contents[2]["sheet"] = json.dumps(sheet)

    def another_match(contents):
        contents[2]["match"], contents[3]["match"] = contents[3]["match"], contents[2]["match"]

    def missing_secret(contents):
        sheet = json.loads(contents[2]["sheet"])
        del sheet["tags"]["Secret"]
        contents[2]["sheet"] = json.dumps(sheet)

    for change, named in [
        (goals, "entry 1 of the log"),
        (goals_without_hashes, "by the log home_goals is"),
        (order_of_table, "the table .* does not follow from the log"),
        (draw, "draws.0.: "),
        (champion, "by the log the champion is"),
        (dice, "line 3 .* match"),
        (another_match, "line 3 .* match"),
        (missing_secret, "the secret of its dice is missing"),
    ]:
        with pytest.raises(BadProof, match=named):
            proved(rewritten(raw, change))

    # what somebody noted while it was played
    heads = [entry.chain for entry in league.results.order_by("position")]
    assert [*verify(raw.splitlines(keepends=True), head=heads[0])]
    with pytest.raises(BadProof, match="another one when you noted it"):
        [*verify(raw.splitlines(keepends=True), head="0" * 64)]
    with pytest.raises(BadProof, match="signed with the key"):
        [*verify(raw.splitlines(keepends=True), key="ab" * 32)]

    # the command, without site and database
    file = tmp_path / "league.proof"
    file.write_bytes(raw)
    command = [sys.executable, "-m", "deploy.proof", str(file)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, env={"PATH": "/usr/bin:/bin"})
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("ok: ") == len(told)
    file.write_bytes(rewritten(raw, dice))
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, env={"PATH": "/usr/bin:/bin"})
    assert done.returncode == 1 and "wrong: line 3" in done.stdout

    # the sheets within, by the engines alone
    command = [sys.executable, "-m", "engines", "verify", str(file)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "line 3" in done.stdout
    file.write_bytes(raw)
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and done.stdout.count("ok: line") == 3


def test_a_match_that_a_side_gave_up_holds(cast):
    """The log has the goals that count (3-0), its sheet those that were scored."""
    league = of_bots(cast)
    fixture = open_fixtures(league)[0]
    asyncio.run(given_up(fixture.match_id))
    take(fixture.match_id)
    assert demo.play_rounds(league, until=20)
    entry = ResultEntry.objects.get(fixture=fixture)
    assert (entry.home_goals, entry.away_goals, entry.how) == (0, 3, "resignation")
    league.refresh_from_db()
    assert any(sentence.startswith("3 matches replay") for sentence in proved("".join(lines(league)).encode()))


def test_everybody_who_sees_the_competition_may_have_it(cast, client):
    cup = running(cast.organiser)
    answer = client.get(f"/competitions/{cup.slug}/proof/")
    assert answer.status_code == 200
    assert proved(whole(answer))


def test_each_entry_hangs_on_the_one_before(cast):
    cup = running(cast.organiser)
    for fixture in open_fixtures(cup):
        rulings.enter_result(fixture=fixture, by=cast.organiser, score=Score(2, 1))
    entries_told = written(cup)["log"]
    assert len({entry["chain"] for entry in entries_told}) == len(entries_told) > 1
    older = ResultEntry.objects.filter(competition=cup, position=1)
    older.update(home_goals=9)
    with pytest.raises(BadProof, match="entry 1 of the log"):
        [*verify(line.encode() for line in lines(cup))]
    older.update(home_goals=2, chain="")
    with pytest.raises(BadProof, match="entry 2 of the log"):
        [*verify(line.encode() for line in lines(cup))]


def test_entries_of_a_release_without_hashes_are_counted(cast):
    cup = running(cast.organiser)
    first, second = open_fixtures(cup)
    rulings.enter_result(fixture=first, by=cast.organiser, score=Score(2, 1))
    ResultEntry.objects.filter(competition=cup).update(chain="")
    rulings.enter_result(fixture=second, by=cast.organiser, score=Score(0, 1))
    assert any("1 of them from a release without" in told for told in verify(line.encode() for line in lines(cup)))


def test_whoever_left_a_squad_stays_on_the_board(cast):
    cup = running_teams(cast.organiser)
    open_line_ups(cup)
    document = written(cup)
    board = document["stages"][0]["rounds"][0]["ties"][0]["fixtures"][0]
    board["home_player"], board["home_former"] = None, "Gone"
    (seated,) = [
        fixture
        for fixtures in snapshot_of(document).fixtures.values()
        for fixture in fixtures
        if str(fixture.id) == board["id"]
    ]
    assert seated.home_player_id is not None and seated.away_player_id is not None


def test_a_document_whose_log_was_changed_is_refused(cast):
    cup = running(cast.organiser)
    play_out(cup, seed=3)
    document = written(cup)
    forget(cup)
    changed = copy.deepcopy(document)
    changed["log"][0]["how"] = "extra_time" if changed["log"][0]["how"] != "extra_time" else "regulation"
    with pytest.raises(BadFile, match=re.escape("log[0].chain")):
        take_in(by=cast.anna, document=changed)
    for entry in changed["log"]:
        entry.pop("chain")
    imported, _new = take_in(by=cast.anna, document=changed)
    assert all(entry["chain"] for entry in written(imported)["log"]), "it has hashes of its own"


@given(raw=st.binary(max_size=300))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_file_is_proved_or_refused_with_a_sentence(raw):
    with pytest.raises(BadProof):
        [*verify(raw.splitlines(keepends=True))]


@given(
    contents=st.lists(
        st.dictionaries(
            st.sampled_from(["kind", "proof", "version", "document", "sheet", "match", "key", "signature"]),
            st.sampled_from(["begin", "document", "sheet", "end", "signature", "tabellone-proof", 1, None, {}, []]),
        ),
        max_size=5,
    )
)
@settings(max_examples=60, deadline=None)
def test_any_lines_that_hang_together_are_proved_or_refused(contents):
    raw = "".join(line for _digest, line in chain.written(contents)).encode()
    with pytest.raises(BadProof):
        [*verify(raw.splitlines(keepends=True))]
