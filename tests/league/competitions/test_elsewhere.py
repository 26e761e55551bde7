"""Every format, after everything that may be ruled, is the same competition elsewhere: while it runs and at its end."""

import copy
import random
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone, translation

from league.competitions.derivation.recompute import recompute
from league.competitions.errors import CompetitionError, NeedsConfirmation
from league.competitions.exchange.checking import every_fixture
from league.competitions.log.locks import locked
from league.competitions.log.verdicts import WAYS
from league.competitions.models import Competition, Entrant, Fixture, Group
from league.competitions.verbs import freezing, line_ups, options, rulings, swiss
from league.competitions.verbs.importing import take_in
from league.competitions.verbs.options import Where
from league.competitions.verbs.results import collect
from league.competitions.verbs.rulings import Consent, Score
from league.competitions.words.fixtures import entry_words
from league.seasons.verbs import early_closing, leaves, shortening, substitutes
from league.seasons.verbs.substitutes import Successor
from tests.league.builders import running
from tests.league.competitions.documents import ELSEWHERE, forget, written
from tests.league.competitions.test_random_cups import happen
from tests.league.tables import finish_by_terms, open_fixtures, play_out
from tests.league.teams import past_the_deadline
from tests.sizes import size

SWISS = {"rounds": 4}
BYES = ("bye", "half_bye", "full_bye", "absent")
CHAIN = [
    {"format": "groups", "settings": {"groups": 2}},
    {"format": "league", "settings": {"through": 2}},
    {"format": "knockout", "settings": {"through": 2, "legs": 2}},
]
SHAPES = {
    "away goals": ("cup", 6, {"settings": {"legs": 2, "away_goals": True, "extra_time": False}}),
    "away goals in extra time": (
        "champions", 5, {"settings": {"away_goals": True, "away_goals_in_extra_time": True, "third_place": True}},
    ),
    "replay": ("cup", 6, {"settings": {"replay": True, "extra_time": False}}),
    "best of five": ("double", 5, {"settings": {"best_of": 5, "reset": False}}),
    "plate": ("plate", 7, {}),
    "stepladder": ("stepladder", 5, {}),
    "league phase": ("league_phase", 8, {"settings": {"pots": 2, "opponents": 4, "through": 6}}),
    "three divisions": ("divisions", 12, {"settings": {"divisions": 3, "move": 1, "playoff": 1, "times": 1}}),
    "boundaries": ("league", 5, {"settings": {"times": 1, "boundary_playoffs": True}}),
    "twice": ("league", 4, {"settings": {"times": 2}, "withdrawals": "void"}),
    "swiss half byes": ("swiss", 7, {"settings": {**SWISS, "bye": 0.5, "late": "half_bye"}}),
    "swiss accelerated": ("swiss", 8, {"settings": {**SWISS, "accelerated": True}}),
    "monrad": ("swiss", 7, {"settings": {**SWISS, "system": "monrad"}}),
    "chain": ("own", 8, {"stages": CHAIN}),
}  # fmt: skip


def ruled(cup, rng, organiser):
    """One thing that an organiser may do beside results, by chance."""
    entrant = rng.choice(list(cup.entrants.all()))
    known = list(Fixture.objects.filter(tie__round__stage__competition=cup, home__isnull=False, away__isnull=False))
    kind = rng.choice(
        ["deduct", "value", "void", "rest", "late", "options", "freeze", "leave", "substitute", "shorten", "close",
         "cards", "reopen"]
    )  # fmt: skip
    yes, why = Consent(confirmed=True), "by the rules"
    match kind:
        case "deduct":
            points = rng.choice([-1, 1, 2, 3])
            rulings.deduct(entrant=entrant, points=points, by=organiser, reason=f"{why} {rng.random()}")
        case "value":
            rulings.give_value(entrant=entrant, value=rng.randrange(9), by=organiser, reason=why)
        case "void":
            rulings.void(fixture=rng.choice(known), by=organiser, reason=why, consent=yes)
        case "rest":
            kind = rng.choice(["half_bye", "absent"])
            swiss.rest(entrant=entrant, by=organiser, number=rng.randrange(2, 5), kind=kind)
        case "late":
            swiss.join(competition=cup, by=organiser, names=f"Late {rng.randrange(99)}")
        case "options":
            where = Where("fixture", fixture=rng.choice(known)) if rng.random() < 0.5 else Where("stage")
            minutes = {"half_turns": rng.choice([10, 12, 14])}
            options.change_options(
                competition=cup, by=organiser, scope=where, options=minutes, clock={"move_seconds": 600}, reason=why
            )
        case "freeze":
            freezing.freeze(competition=cup, by=organiser, reason=why)
            if rng.random() < 0.7:
                freezing.thaw(competition=cup, by=organiser)
        case "leave":
            leaves.allow(competition=cup, days=9, by=organiser)
            today = timezone.localdate()
            leaves.take(entrant=entrant, first=today, last=today + timedelta(days=1), by=organiser)
        case "substitute":
            successor = Successor(name=f"Heir {rng.randrange(99)}")
            substitutes.substitute(entrant=entrant, by=organiser, successor=successor, consent=yes)
        case "shorten" if rng.random() < 0.3:
            shortening.shorten(competition=cup, by=organiser, reason=why, consent=yes)
        case "close":
            way = rng.choice(WAYS)
            early_closing.close_early(competition=cup, way=way, by=organiser, reason=why, number=1, consent=yes)
        case "reopen":
            early_closing.reopen(competition=cup, by=organiser, reason=why, consent=yes)
        case "cards" if known:
            score = Score(2, 1, cards={"home": ["yellow"], "away": ["red"]}, scorers={"home": ["9", "9"], "away": []})
            rulings.enter_result(fixture=rng.choice(known), score=score, by=organiser, reason=why, confirmed=True)


def go_on(cup, rng, organiser, acts=(happen, happen, happen, ruled, ruled), then=None):
    """Let ``acts`` happen to ``cup`` by chance, and call ``then`` after each."""
    for _step in range(size(10, 20)):
        act = rng.choice(acts)
        try:
            act(cup, rng, organiser)
        except NeedsConfirmation as refused:
            assert refused.effects
        except CompetitionError:
            pass
        cup.refresh_from_db()
        if then is not None:
            then(cup)
        if cup.status != Competition.Status.RUNNING:
            return


def to_the_end(cup, rng, organiser):
    """Play what is left, and decide what a person must decide."""
    for _round in range(150):
        cup.refresh_from_db()
        if cup.status == Competition.Status.FINISHED:
            return
        if cup.frozen_at is not None:
            freezing.thaw(competition=cup, by=organiser)
        if cup.of_teams:
            past_the_deadline(cup)
            line_ups.open_due()
        waiting = open_fixtures(cup)
        for fixture in waiting:
            finish_by_terms(fixture.match, rng)
        collect(limit=1000)
        if not waiting:
            stuck = Fixture.objects.filter(tie__round__stage__competition=cup, tie__decided="", home__isnull=False)
            for fixture in stuck.exclude(away=None)[:1]:
                rulings.walkover(fixture=fixture, winner="home", by=None, confirmed=True)
    raise AssertionError("it does not end")


def same(cup, reader):
    """Take ``cup`` in elsewhere, where it must be equal, even while it runs; return it as it is there."""
    before = written(cup)
    forget(cup)
    imported, _new = take_in(by=reader, document=copy.deepcopy(before))
    after = written(imported)
    assert after["audit"][: len(before["audit"])] == before["audit"]
    for document in (before, after):
        for name in (*ELSEWHERE, "audit"):
            document.pop(name)
        for fixture in every_fixture(document):
            if fixture["status"] == "open" and not fixture["fixed"]:
                fixture["kick_off_at"] = None  # when its table opened here
    assert list(differences(after, before)) == []
    return imported


def differences(after, before, path=""):
    """Yield every place where two documents differ."""
    if isinstance(after, dict) and isinstance(before, dict):
        for name in sorted({*after, *before}):
            yield from differences(after.get(name), before.get(name), f"{path}.{name}")
    elif isinstance(after, list) and isinstance(before, list) and len(after) == len(before):
        for at, (one, other) in enumerate(zip(after, before, strict=True)):
            yield from differences(one, other, f"{path}[{at}]")
    elif after != before:
        yield path, after, before


@pytest.mark.parametrize("seed", range(size(1, 6)))
@pytest.mark.parametrize(
    "shape", [pytest.param(shape, marks=[pytest.mark.long] if at % 3 else []) for at, shape in enumerate(SHAPES)]
)
def test_every_format_is_equal_elsewhere(cast, client, shape, seed):
    preset, entrants, values = SHAPES[shape]
    rng = random.Random(f"{shape} {seed}")
    cup = running(cast.organiser, preset, entrants=entrants, **values)
    go_on(cup, rng, cast.organiser)
    cup = same(cup, cast.stranger)
    go_on(cup, rng, cast.stranger)
    cup = same(cup, cast.organiser)
    to_the_end(cup, rng, cast.organiser)
    if preset == "swiss":
        check_report(cup, client)
    same(cup, cast.stranger)


def check_report(cup, client):
    """Check that FIDE's report file has the points of the table, without deductions, and its ranks."""
    lines = client.get(f"/competitions/{cup.slug}/report.trf").content.decode().splitlines()
    told = {
        int(line[4:8]): (float(line[80:84]), int(line[85:89]), line[14:47].strip())
        for line in lines
        if line[:3] == "001"
    }
    table = Group.objects.get(stage__competition=cup).table
    for row in table["rows"]:
        entrant = cup.entrants.get(pk=row["entrant"])
        taken = sum(n for key, n, why in table["ledger"] if key == row["entrant"] and why not in BYES)
        assert told[entrant.seed] == (row["points"] - taken, row["rank"], entrant.name)


def test_what_ended_while_it_was_frozen_is_equal_elsewhere(cast, client):
    """The organiser may enter the last results of a frozen competition; it is over then, and shown as such."""
    cup = running(cast.organiser, entrants=2)
    freezing.freeze(competition=cup, by=cast.organiser, reason="exams")
    page = f"/competitions/{cup.slug}/"
    assert "This competition is frozen" in client.get(page, headers={"accept-language": "en"}).content.decode()
    rulings.enter_result(fixture=open_fixtures(cup)[0], score=Score(2, 1), by=cast.organiser)
    cup.refresh_from_db()
    assert cup.status == Competition.Status.FINISHED and cup.frozen_at is not None
    assert "This competition is frozen" not in client.get(page, headers={"accept-language": "en"}).content.decode()
    assert same(cup, cast.stranger).frozen_because == "exams"


def test_who_entered_a_result_is_named_elsewhere_too(cast):
    cup = running(cast.organiser, entrants=2)
    rulings.enter_result(fixture=open_fixtures(cup)[0], score=Score(2, 1), by=cast.organiser)
    with translation.override("en"):
        assert entry_words(cup.results.get()) == "organiser entered 2–1"
        assert entry_words(same(cup, cast.stranger).results.get()) == "organiser entered 2–1"


def test_who_came_late_is_in_the_table_in_one_order(cast):
    """The database may give rows back as they lie, the changed ones last."""
    cup = running(cast.organiser, "swiss", entrants=4, settings={"rounds": 4, "late": "half_bye"})
    swiss.join(competition=cup, by=cast.organiser, names="Zora\nYuri\nXaver")
    play_out(cup, until=2)
    before = Group.objects.get(stage__competition=cup).table
    assert [kind for _entrant, _points, kind in before["ledger"]][:3] == ["half_bye"] * 3
    Entrant.objects.filter(competition=cup, name="Zora").update(club="Bar")
    with locked(cup.id) as row, connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_indexscan = off; SET LOCAL enable_bitmapscan = off")
        recompute(row)
    assert Group.objects.get(stage__competition=cup).table == before
