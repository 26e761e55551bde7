"""From structure and log to everything that is shown: who stands in which slot, what each fixture and tie came to.

Pure in effect: it reads a ``Book`` and returns ``Derived``; nothing is written and no row is touched. A verdict counts
only for the two entrants it was given for: when a correction upstream changes who stands in a tie, its fixtures are
``orphans``, and whoever writes must void them first (with the organiser's word).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias
from uuid import UUID

from engines.core.seats import Seat, other
from engines.core.text import Text, text
from league.competitions.book import Book
from league.competitions.log import WALKOVER_GOALS, Log, Verdict, fold
from league.competitions.models import Competition, Entrant, Fixture, ResultEntry, Round, Stage, Tie
from league.formats import ties as formats
from league.formats.slots import Slot, is_bye
from matches.models import Match

Nobody: TypeAlias = Literal["nobody"]
NOBODY: Final[Nobody] = "nobody"
"""A slot in which nobody will ever stand: a bye, or a tie that nobody won."""

Side: TypeAlias = Entrant | Nobody | None
"""Who stands in a slot; None: not known yet."""

GAVE_UP: Final = ("resignation", "forfeit", "time")
"""How a match ends that a side gave up, or lost on the clock: it counts at least three to nil against that side."""

OWN_MATCH: Final = "decided by one of the two who play, as there was no other staff"


@dataclass(slots=True)
class FixtureFacts:
    """One leg as it stands. The fields are those of ``Fixture``."""

    home: Entrant | None = None
    away: Entrant | None = None
    status: str = Fixture.Status.PENDING
    home_goals: int | None = None
    away_goals: int | None = None
    shootout: dict[str, int] | None = None
    how: str = ""
    reason: Text = field(default_factory=list)


@dataclass(slots=True)
class TieFacts:
    """One tie as it stands. The fields are those of ``Tie``."""

    home: Side
    away: Side
    winner: Entrant | None = None
    decided: str = ""
    reason: Text = field(default_factory=list)
    legs: list[formats.Leg] = field(default_factory=list)

    @property
    def loser(self) -> Side:
        """Who lost; NOBODY where nobody did (a bye, a tie that nobody won)."""
        if not self.decided:
            return None
        if self.winner is None:
            return NOBODY
        beaten = self.away if self.winner is self.home else self.home
        return beaten if isinstance(beaten, Entrant) else NOBODY


@dataclass(slots=True)
class Derived:
    """Everything derived of a competition."""

    ties: dict[UUID, TieFacts] = field(default_factory=dict)
    fixtures: dict[UUID, FixtureFacts] = field(default_factory=dict)
    rounds: dict[int, str] = field(default_factory=dict)
    """Status by the round's id."""
    to_open: list[tuple[Fixture, formats.NextLeg]] = field(default_factory=list)
    """Fixtures that are to be played now and have no match."""
    orphans: list[Fixture] = field(default_factory=list)
    """Fixtures played, or being played, by entrants who no longer stand in them."""
    moot: list[Fixture] = field(default_factory=list)
    """Fixtures with an unfinished match that is no longer to be played."""
    log: Log = field(default_factory=Log)
    champion: Entrant | None = None
    over: bool = False

    def verdict(self, fixture: Fixture) -> Verdict | None:
        """What counts for ``fixture``."""
        return None if fixture in self.orphans else self.log.verdicts.get(fixture.id)


def derive(book: Book) -> Derived:
    """Everything that follows from ``book``."""
    derived = Derived(log=fold(book.entries))
    by_place: dict[tuple[int, int], TieFacts] = {}
    seeds = book.by_seed
    for round in book.rounds:
        for tie in book.ties[round.id]:
            home, away = (_stands(slot, seeds, by_place) for slot in (tie.home_slot, tie.away_slot))
            facts = TieFacts(home, away)
            _decide(book, tie, facts, derived)
            by_place[round.number, tie.number] = derived.ties[tie.id] = facts
    _rounds(book, derived)
    _openings(book, derived)
    _end(book, derived)
    return derived


def _stands(slot: Slot, seeds: dict[int, Entrant], ties: dict[tuple[int, int], TieFacts]) -> Side:
    """Who stands in ``slot``."""
    if is_bye(slot):
        return NOBODY
    if "seed" in slot:
        return seeds.get(slot["seed"], NOBODY)
    wins = "winner" in slot
    before = ties[slot["round"], slot["winner" if wins else "loser"]]
    if not before.decided:
        return None
    return (before.winner or NOBODY) if wins else before.loser


def _decide(book: Book, tie: Tie, facts: TieFacts, derived: Derived) -> None:
    """Fill in ``facts`` and the facts of the tie's fixtures."""
    fixtures = book.fixtures[tie.id]
    home = facts.home if isinstance(facts.home, Entrant) else None
    away = facts.away if isinstance(facts.away, Entrant) else None
    for fixture in fixtures:
        ours, theirs = (home, away) if fixture.leg % 2 else (away, home)
        derived.fixtures[fixture.id] = FixtureFacts(home=ours, away=theirs)
        if _is_orphan(fixture, ours, theirs, derived.log):
            derived.orphans.append(fixture)
    if facts.home is None or facts.away is None:
        return
    if home is None or away is None:
        _alone(tie, facts, home or away)
    else:
        _play(book, fixtures, facts, home, away, derived)
    for fixture in fixtures:
        _show(fixture, facts, derived)


def _is_orphan(fixture: Fixture, home: Entrant | None, away: Entrant | None, log: Log) -> bool:
    """Whether ``fixture`` has been played, or is open, for other entrants than those who stand in it now."""
    if fixture.id not in log.verdicts and fixture.match_id is None:
        return False
    return (fixture.home_id, fixture.away_id) != (home and home.id, away and away.id)


def _alone(tie: Tie, facts: TieFacts, left: Entrant | None) -> None:
    """One side has nobody to play: a bye, or an opponent who never came through."""
    facts.winner = left
    if left is None:
        facts.decided, facts.reason = "double_walkover", text("nobody goes through: no side came through")
    elif is_bye(tie.home_slot) or is_bye(tie.away_slot):
        facts.decided, facts.reason = "bye", text("a bye: nobody to play in this round")
    else:
        facts.decided, facts.reason = "walkover", text("no opponent came through")


def _play(book: Book, fixtures: list[Fixture], facts: TieFacts, home: Entrant, away: Entrant, derived: Derived) -> None:
    """The tie from the verdicts on its legs, then from who has withdrawn."""
    league = book.stage.format == Stage.Format.LEAGUE
    gone = {side for side, entrant in (("home", home), ("away", away)) if entrant.id in derived.log.withdrawn}
    if league and gone and book.competition.withdrawals == Competition.Withdrawals.VOID:
        facts.decided, facts.reason = "void", _withdrew(gone)
        return
    for fixture in fixtures:
        verdict = derived.verdict(fixture)
        if verdict is None:
            break
        if verdict.void:
            facts.decided, facts.reason = "void", text("this match does not count")
            return
        facts.legs.append(_leg(fixture, verdict, deciding=fixture is fixtures[-1] and not league))
    decision = formats.decide(book.rules, facts.legs)
    if decision.over:
        facts.decided, facts.reason = decision.decided, decision.reason
        facts.winner = {"home": home, "away": away}[decision.winner] if decision.winner else None
        _say_more(facts, fixtures, derived)
    elif gone:
        facts.reason = _withdrew(gone)
        facts.decided = "walkover" if len(gone) == 1 else ("void" if league else "double_walkover")
        facts.winner = None if len(gone) == 2 else (away if "home" in gone else home)


def _withdrew(gone: set[str]) -> Text:
    if len(gone) == 2:
        return text("both withdrew")
    return text("{loser} withdrew", loser=f"@{next(iter(gone))}")


def _leg(fixture: Fixture, verdict: Verdict, deciding: bool) -> formats.Leg:
    """The leg as the rules of ties read it."""
    entry = verdict.entry
    winner = verdict.winner
    gave_up = entry.how in GAVE_UP and winner is not None
    absent: Literal["", "home", "away", "both"] = ""
    if verdict.walkover:
        absent = other(winner) if winner else "both"
    elif gave_up and deciding and winner is not None:
        absent = other(winner)
    carry = entry.carry
    return formats.Leg(
        home="home" if fixture.leg % 2 else "away",
        score=verdict.score,
        shootout=verdict.shootout,
        extra_time=entry.extra_time,
        winner=None if gave_up else winner,
        how=entry.how,
        carry=(carry["home"], carry["away"]) if carry else None,
        walkover=absent,
    )


def _say_more(facts: TieFacts, fixtures: list[Fixture], derived: Derived) -> None:
    """A walkover says more than that: who gave up, or what the organiser wrote."""
    if facts.decided not in ("walkover", "double_walkover"):
        return
    for fixture in fixtures:
        verdict = derived.verdict(fixture)
        if verdict is None:
            continue
        if verdict.entry.how in GAVE_UP and verdict.winner is not None:
            seat = other(verdict.winner)
            facts.reason = text("{loser} resigned", loser=f"@{_tie_side(fixture, seat)}")
        elif verdict.walkover and verdict.entry.reason:
            facts.reason = text("{said}: {reason}", said=facts.reason, reason=verdict.entry.reason)


def _tie_side(fixture: Fixture, seat: Seat) -> Seat:
    """The side of the tie that sits on ``seat`` of this leg."""
    return seat if fixture.leg % 2 else other(seat)


def _show(fixture: Fixture, facts: TieFacts, derived: Derived) -> None:
    """What the row of ``fixture`` says, now that its tie is known."""
    shown = derived.fixtures[fixture.id]
    verdict = derived.verdict(fixture)
    if facts.decided == "void" or (verdict is not None and verdict.void):
        shown.status, shown.reason = Fixture.Status.VOID, _by_leg(fixture, facts.reason)
        return
    if verdict is not None:
        _show_verdict(shown, verdict)
        return
    if facts.decided:
        shown.status, shown.how = Fixture.Status.WALKOVER, facts.decided
        shown.reason = _by_leg(fixture, facts.reason)
        if len(facts.legs) == 0 and facts.winner is not None and fixture.leg == 1:
            won = facts.winner is shown.home
            shown.home_goals, shown.away_goals = (WALKOVER_GOALS, 0) if won else (0, WALKOVER_GOALS)
    elif fixture.match_id is not None and fixture not in derived.orphans:
        shown.status = Fixture.Status.OPEN


def _show_verdict(shown: FixtureFacts, verdict: Verdict) -> None:
    entry = verdict.entry
    shown.status = Fixture.Status.WALKOVER if verdict.walkover else Fixture.Status.PLAYED
    shown.home_goals, shown.away_goals, shown.shootout = entry.home_goals, entry.away_goals, entry.shootout
    # A result that a person entered does not say how it ended; the score line still says that it was played on.
    shown.how = entry.how or ("extra_time" if entry.extra_time and not entry.shootout else "")
    if entry.how in GAVE_UP and verdict.winner is not None:
        shown.reason = text("{loser} resigned", loser=f"@{other(verdict.winner)}")
    elif verdict.walkover and verdict.winner is not None:
        said = text("awarded to {winner}", winner=f"@{verdict.winner}")
        shown.reason = text("{said}: {reason}", said=said, reason=entry.reason) if entry.reason else said
    elif verdict.walkover:
        said = text("nobody played")
        shown.reason = text("{said}: {reason}", said=said, reason=entry.reason) if entry.reason else said
    elif entry.kind == ResultEntry.Kind.CONFIRMED:
        shown.reason = text("reported by the players")
    elif entry.reason:
        shown.reason = text("corrected: {reason}", reason=entry.reason)
    if entry.own:
        shown.reason = text("{said}; {mark}", said=shown.reason or text("entered"), mark=text(OWN_MATCH))


def _by_leg(fixture: Fixture, reason: Text) -> Text:
    """A tie's sentence with its sides as this leg's seats."""
    if fixture.leg % 2 or not reason:
        return reason
    turned = {"@home": "@away", "@away": "@home"}
    return [
        reason[0],
        {
            name: _by_leg(fixture, value) if isinstance(value, list) else turned.get(value, value)
            for name, value in reason[1].items()
        },
    ]


def _rounds(book: Book, derived: Derived) -> None:
    """Done when every tie is decided; the next opens by itself where the competition says so."""
    all_before = True
    for round in book.rounds:
        done = all(derived.ties[tie.id].decided for tie in book.ties[round.id])
        status = Round.Status.DONE if done else Round.Status.OPEN if _is_open(book, round) else Round.Status.PENDING
        if status == Round.Status.PENDING and all_before and book.competition.advance == Competition.Advance.AUTO:
            status = Round.Status.OPEN
        derived.rounds[round.id] = status
        all_before = all_before and done


def _is_open(book: Book, round: Round) -> bool:
    return round.status == Round.Status.OPEN or (round.status == Round.Status.DONE and round.opens_at is not None)


def _openings(book: Book, derived: Derived) -> None:
    """Which legs are to be played now, and which matches no longer are."""
    # A correction may have taken a finished competition up again.
    running = book.competition.status in (Competition.Status.RUNNING, Competition.Status.FINISHED)
    for round in book.rounds:
        for tie in book.ties[round.id]:
            facts = derived.ties[tie.id]
            for fixture in book.fixtures[tie.id]:
                if _has_open_match(fixture) and facts.decided and fixture not in derived.orphans:
                    derived.moot.append(fixture)
            if facts.decided or derived.rounds[round.id] != Round.Status.OPEN or not running:
                continue
            if not isinstance(facts.home, Entrant) or not isinstance(facts.away, Entrant):
                continue
            following = formats.next_leg(book.rules, facts.legs)
            if following is None:
                continue
            for fixture in book.fixtures[tie.id]:
                free = fixture.match_id is None or fixture in derived.orphans
                if fixture.leg == following.number and free:
                    derived.to_open.append((fixture, following))


def _has_open_match(fixture: Fixture) -> bool:
    unfinished = (Match.Status.WAITING, Match.Status.LIVE, Match.Status.PAUSED)
    return fixture.match is not None and fixture.match.status in unfinished


def _end(book: Book, derived: Derived) -> None:
    """Whether all is decided, and (in a knockout) who won. A league's champion is the first of its table."""
    derived.over = bool(book.rounds) and all(status == Round.Status.DONE for status in derived.rounds.values())
    if derived.over and book.stage.format == Stage.Format.KNOCKOUT:
        final = next(tie for tie in book.ties[book.rounds[-1].id] if tie.kind == "final")
        derived.champion = derived.ties[final.id].winner
