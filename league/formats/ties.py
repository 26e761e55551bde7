"""Ties: from the scores of the legs to the side that goes through, how, and what is still to be played.

A tie is one match, two legs, or the best of n. Its two sides are named by the seats of leg 1, ``home`` and ``away``;
each leg names which of the two is at home in it, so that away goals follow the designated side, whatever the ground.
The score of a leg counts extra time and never the shootout. A match played here brings the verdict of its engine
(``winner``, under the terms that the tie gave it); an entered result brings the score at ninety minutes, after extra
time and the shootout, and is decided here. Rules are data, so the away goals of before 2021 are a setting.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from engines.core.seats import SEATS, Seat, other
from engines.core.text import Text, text

Goals: TypeAlias = tuple[int, int]
"""``(home, away)``, by the seats of the leg or of the tie, as stated."""

GIVEN_UP = ("resignation", "walkover")
"""An engine's words for a match that one side gave away: its verdict stands whatever the score was."""

BETTER_PLACED: Final = "better_placed"
"""The decision of a level tie for the better placed side."""

Needs: TypeAlias = Literal["leg", "extra_time", "shootout", "replay"]


@dataclass(frozen=True, slots=True)
class TieRules:
    """Rules of a tie. ``legs`` 1 or 2; ``best_of`` an odd number of matches instead, decided by wins."""

    legs: int = 1
    best_of: int = 0
    away_goals: bool = False
    away_goals_in_extra_time: bool = False
    """A goal of extra time counts as an away goal as well (UEFA until 2021)."""
    extra_time: bool = True
    shootout: bool = True
    draws_allowed: bool = False
    """A tie may end level (that of a table): neither side wins."""
    replay: bool = False
    """A level tie is played again, once, instead of going on; a level replay goes on as usual."""
    better: Seat | None = None
    """The better placed side of the tie, where it goes through if the tie is still level: there is no shootout."""

    def __post_init__(self) -> None:
        if self.legs not in (1, 2):
            raise ValueError(f"a tie has one leg or two, not {self.legs}")
        if self.best_of and self.best_of % 2 == 0:
            raise ValueError(f"the best of {self.best_of}: the number must be odd")


@dataclass(frozen=True, slots=True)
class Leg:
    """One finished match of a tie. ``home`` is the side of the tie that is at home in it."""

    home: Seat
    score: Goals
    """By the leg's own seats, extra time included, the shootout not."""
    regulation: Goals | None = None
    """The score at the end of normal time, if extra time was played and that score is known."""
    shootout: Goals | None = None
    extra_time: bool = False
    winner: Seat | None = None
    """The engine's verdict by the leg's own seats, under its terms."""
    how: str = ""
    """The engine's word for the way it was decided."""
    carry: Goals | None = None
    """The goals of the earlier leg that the engine was given: a verdict given on other numbers does not count."""
    walkover: Literal["", "home", "away", "both"] = ""
    """The seat of this leg that gave the tie away: the other goes through. ``both``: neither does."""
    forfeit: Literal["", "home", "away", "both"] = ""
    """The seat of this leg that gave this match away, whose awarded score counts as any other. ``both``: nobody played.

    Nothing follows such a match: a tie that it leaves level, and that must be won, goes to the other side.
    """

    @property
    def went_on(self) -> bool:
        """Return whether extra time was played."""
        return self.extra_time or self.regulation is not None

    def seat(self, side: Seat) -> Seat:
        """Return the seat of this leg for ``side`` of the tie, or the reverse."""
        return side if self.home == "home" else other(side)

    def goals(self, side: Seat, at_regulation: bool = False) -> int:
        """Return the goals of ``side`` of the tie in this leg."""
        score = (self.regulation or self.score) if at_regulation else self.score
        return score[SEATS.index(self.seat(side))]


@dataclass(frozen=True, slots=True)
class Decision:
    """The outcome of the legs so far. ``winner`` is a side of the tie; ``needs`` names what is still to be played."""

    winner: Seat | None
    decided: str
    """``regulation``, ``aggregate``, ``away_goals``, ``away_goals_after_extra_time``, ``extra_time``, ``shootout``,
    ``best_of``, ``better_placed``, ``resignation``, ``walkover``, ``double_walkover``, ``draw``; empty while undecided.
    """
    aggregate: Goals
    """Goals that count for the decision, by the sides of the tie."""
    reason: Text
    needs: Needs | None = None

    @property
    def over(self) -> bool:
        return bool(self.decided)


@dataclass(frozen=True, slots=True)
class NextLeg:
    """The next match to open: which leg, which side of the tie is at home, and the engine's terms."""

    number: int
    home: Seat
    terms: dict[str, Any]  # the engine's terms, JSON


def decide(rules: TieRules, legs: Sequence[Leg]) -> Decision:
    """Decide the tie of ``legs``, in the order played, under ``rules``."""
    if legs:
        forfeit = _given_away(legs, each_match_apart=bool(rules.best_of) or rules.legs == 2)
        if forfeit:
            return forfeit
    if rules.best_of:
        return _best_of(rules, legs)
    if len(legs) < rules.legs:
        return _open(aggregate(legs), "leg")
    if len(legs) == rules.legs == 2:
        return _two_legs(rules, legs)
    # A replay is a single match of its own.
    return _single(rules, legs[-1], again=rules.replay and len(legs) == rules.legs)


def aggregate(legs: Sequence[Leg], at_regulation: bool = False) -> Goals:
    """Sum the goals of all ``legs``, by the sides of the tie."""
    if len(legs) == 1:  # fast path: most ties are one match, and a season asks this for each
        score = (legs[0].regulation or legs[0].score) if at_regulation else legs[0].score
        return score if legs[0].home == "home" else (score[1], score[0])
    home, away = (sum(leg.goals(side, at_regulation) for leg in legs) for side in SEATS)
    return home, away


def next_leg(rules: TieRules, legs: Sequence[Leg]) -> NextLeg | None:
    """Return the match to open now, or None when the tie is over (or only extra time or kicks are missing)."""
    verdict = decide(rules, legs)
    if verdict.needs not in ("leg", "replay"):
        return None
    number = len(legs) + 1
    home: Seat = "home" if number % 2 else "away"
    return NextLeg(number, home, terms(rules, legs, number, home))


def terms(rules: TieRules, legs: Sequence[Leg], number: int, home: Seat) -> dict[str, Any]:
    """Return the engine's terms for leg ``number`` with ``home`` at home: the carry is by that leg's own seats."""
    result: dict[str, Any] = {  # JSON
        "draws_allowed": True,
        "carry": {"home": 0, "away": 0},
        "extra_time": rules.extra_time,
        "away_goals": False,
    }
    if rules.draws_allowed or (rules.legs == 2 and not rules.best_of and number == 1):
        return result
    result["draws_allowed"] = rules.replay and rules.legs == 1 and not rules.best_of and number == 1
    if rules.legs == 2 and not rules.best_of and number == 2:
        goals = dict(zip(SEATS, aggregate(legs[:1]), strict=True))
        result["carry"] = {"home": goals[home], "away": goals[other(home)]}
        result["away_goals"] = rules.away_goals
    if rules.better is not None and not result["draws_allowed"]:
        result["level_stands"] = True
    return result


def _single(rules: TieRules, leg: Leg, again: bool) -> Decision:
    goals = aggregate([leg])
    if leg.regulation is not None:
        at_time = aggregate([leg], at_regulation=True)
        if at_time[0] != at_time[1]:
            return _won(_ahead(at_time), "regulation", at_time)
    if goals[0] != goals[1]:
        return _won(_ahead(goals), "extra_time" if leg.went_on else "regulation", goals)
    if rules.draws_allowed:
        home, away = goals
        return Decision(None, "draw", goals, text("level at {home}–{away}", home=home, away=away))
    if again and not leg.shootout and leg.winner is None:
        return _open(goals, "replay")
    return _beyond(rules, leg, goals, trusted=True)


def _two_legs(rules: TieRules, legs: Sequence[Leg]) -> Decision:
    first, last = legs
    goals = aggregate(legs)
    if rules.draws_allowed and goals[0] == goals[1]:
        return _nobody(goals) if last.forfeit == "both" else _drawn_aggregate(rules, legs, goals)
    if last.regulation is not None:
        at_time = aggregate(legs, at_regulation=True)
        early = _level_on_away_goals(rules, legs, at_time, True) if at_time[0] == at_time[1] else None
        if early:
            return early
        if at_time[0] != at_time[1]:
            return _won(_ahead(at_time), "aggregate", at_time)
    if goals[0] != goals[1]:
        return _won(_ahead(goals), "extra_time" if last.went_on else "aggregate", goals)
    if _verdict_holds(first, last) and last.winner is not None:
        if last.how == "away_goals":
            return _away_won(last.seat(last.winner), legs, goals, last.went_on)
        return _by_verdict(last, last.winner, goals)
    if not last.went_on or rules.away_goals_in_extra_time:
        decided = _level_on_away_goals(rules, legs, goals, False)
        if decided:
            return decided
    return _beyond(rules, last, goals, trusted=False)


def _drawn_aggregate(rules: TieRules, legs: Sequence[Leg], goals: Goals) -> Decision:
    """Decide two legs that are level on aggregate, and may stay so: nothing is played beyond them."""
    home, away = goals
    level = text("level at {home}–{away} on aggregate", home=home, away=away)
    return _level_on_away_goals(rules, legs, goals, False) or Decision(None, "draw", goals, level)


def _verdict_holds(first: Leg, last: Leg) -> bool:
    """Return whether the engine judged the last leg on the current goals of the first."""
    return last.carry in (None, tuple(first.goals(last.seat(seat)) for seat in SEATS))


def _level_on_away_goals(rules: TieRules, legs: Sequence[Leg], goals: Goals, at_regulation: bool) -> Decision | None:
    if not rules.away_goals:
        return None
    away = _away_goals(legs, at_regulation)
    if away[0] == away[1]:
        return None
    _first, last = legs
    return _away_won(_ahead(away), legs, goals, after=not at_regulation and last.went_on)


def _away_goals(legs: Sequence[Leg], at_regulation: bool) -> Goals:
    home, away = (sum(leg.goals(side, at_regulation) for leg in legs if leg.seat(side) == "away") for side in SEATS)
    return home, away


def _beyond(rules: TieRules, last: Leg, goals: Goals, *, trusted: bool) -> Decision:
    """Decide a tie still level after its legs: the shootout if there was one, else name what is missing.

    ``trusted``: an engine's verdict counts even without the kicks.
    """
    if last.forfeit == "both":
        return _nobody(goals)
    if last.forfeit:
        absent = last.seat(last.forfeit)
        names = {"winner": f"@{other(absent)}", "loser": f"@{absent}", "goals": goals[0]}
        sentence = text("{winner}: {loser} gave up the last match, level at {goals}–{goals}", **names)
        return Decision(other(absent), "walkover", goals, sentence)
    if last.shootout and last.shootout[0] != last.shootout[1]:
        seat: Seat = "home" if last.shootout[0] > last.shootout[1] else "away"
        return _shootout_won(last.seat(seat), last, goals)
    if trusted and last.winner is not None:
        return _by_verdict(last, last.winner, goals)
    if rules.extra_time and not last.went_on:
        return _open(goals, "extra_time")
    if rules.better is not None:
        names = {"winner": f"@{rules.better}", "goals": goals[0]}
        sentence = text("{winner} as the better placed after {goals}–{goals}", **names)
        return Decision(rules.better, BETTER_PLACED, goals, sentence)
    return _open(goals, "shootout" if rules.shootout else "replay")


def _best_of(rules: TieRules, legs: Sequence[Leg]) -> Decision:
    wins = {side: sum(_leg_winner(leg) == side for leg in legs) for side in SEATS}
    score = (wins["home"], wins["away"])
    goals = aggregate(legs)
    for side in SEATS:
        if wins[side] > rules.best_of // 2:
            sentence = text("{winner}: {won}–{lost} in wins", winner=f"@{side}", won=wins[side], lost=wins[other(side)])
            return Decision(side, "best_of", goals, sentence)
    if len(legs) < rules.best_of:
        return _open(goals, "leg")
    if score[0] != score[1]:  # there were drawn matches: more wins suffice once all are played
        side = _ahead(score)
        sentence = text("{winner}: {won}–{lost} in wins", winner=f"@{side}", won=max(score), lost=min(score))
        return Decision(side, "best_of", goals, sentence)
    if goals[0] != goals[1]:
        return _won(_ahead(goals), "aggregate", goals)
    return _beyond(rules, legs[-1], goals, trusted=True)


def _leg_winner(leg: Leg) -> Seat | None:
    if leg.how in GIVEN_UP and leg.winner:
        return leg.seat(leg.winner)
    if leg.score[0] != leg.score[1]:
        return leg.seat("home" if leg.score[0] > leg.score[1] else "away")
    if leg.shootout and leg.shootout[0] != leg.shootout[1]:
        return leg.seat("home" if leg.shootout[0] > leg.shootout[1] else "away")
    return leg.seat(leg.winner) if leg.winner else None


def _given_away(legs: Sequence[Leg], *, each_match_apart: bool) -> Decision | None:
    """Decide a tie given away: by leaving it, or by not playing or resigning its only match, whatever the score.

    In two legs and a best of n a resignation loses only that match.
    """
    for leg in legs:
        if leg.walkover == "both":
            return _nobody(aggregate(legs))
        if leg.walkover:
            absent = leg.seat(leg.walkover)
            side = other(absent)
            sentence = text("{winner} by walkover against {loser}", winner=f"@{side}", loser=f"@{absent}")
            return Decision(side, "walkover", aggregate(legs), sentence)
        if leg.how in GIVEN_UP and leg.winner and not each_match_apart:
            side = leg.seat(leg.winner)
            sentence = {
                "resignation": text("{winner}: {loser} resigned", winner=f"@{side}", loser=f"@{other(side)}"),
                "walkover": text("{winner} by walkover against {loser}", winner=f"@{side}", loser=f"@{other(side)}"),
            }[leg.how]
            return Decision(side, leg.how, aggregate(legs), sentence)
    return None


def _by_verdict(last: Leg, winner: Seat, goals: Goals) -> Decision:
    """Decide a level tie by the engine's verdict: its own extra time (which need not score goals), or the shootout."""
    side = last.seat(winner)
    if last.how == "extra_time":
        sentence = text("{winner} in extra time after {goals}–{goals}", winner=f"@{side}", goals=goals[0])
        return Decision(side, "extra_time", goals, sentence)
    return _shootout_won(side, last, goals)


def _nobody(goals: Goals) -> Decision:
    return Decision(None, "double_walkover", goals, text("nobody goes through: neither side played"))


def _ahead(score: Goals) -> Seat:
    return SEATS[score.index(max(score))]


def _open(goals: Goals, needs: Needs) -> Decision:
    home, away = goals
    sentences = {
        "leg": text("a match is still to be played"),
        "extra_time": text("level at {home}–{away}: extra time is needed", home=home, away=away),
        "shootout": text("level at {home}–{away}: a shootout is needed", home=home, away=away),
        "replay": text("level at {home}–{away}: to be played again", home=home, away=away),
    }
    return Decision(None, "", goals, sentences[needs], needs)


def _won(side: Seat, decided: str, goals: Goals) -> Decision:
    most, least = max(goals), min(goals)
    words = {
        "regulation": text("{winner} {most}–{least}", winner=f"@{side}", most=most, least=least),
        "aggregate": text("{winner} {most}–{least} on aggregate", winner=f"@{side}", most=most, least=least),
        "extra_time": text("{winner} {most}–{least} after extra time", winner=f"@{side}", most=most, least=least),
    }
    return Decision(side, decided, goals, words[decided])


def _away_won(side: Seat, legs: Sequence[Leg], goals: Goals, after: bool) -> Decision:
    away = _away_goals(legs, at_regulation=not after)
    numbers = {"winner": f"@{side}", "most": max(away), "least": min(away), "goals": goals[0]}
    if after:
        words = text("{winner} on away goals, {most}–{least}, after extra time (aggregate {goals}–{goals})", **numbers)
        return Decision(side, "away_goals_after_extra_time", goals, words)
    words = text("{winner} on away goals, {most}–{least} (aggregate {goals}–{goals})", **numbers)
    return Decision(side, "away_goals", goals, words)


def _shootout_won(side: Seat, last: Leg, goals: Goals) -> Decision:
    if not last.shootout:
        sentence = text("{winner} on penalties after {goals}–{goals}", winner=f"@{side}", goals=goals[0])
    else:
        kicks = {"most": max(last.shootout), "least": min(last.shootout), "goals": goals[0]}
        sentence = text("{winner} {most}–{least} on penalties after {goals}–{goals}", winner=f"@{side}", **kicks)
    return Decision(side, "shootout", goals, sentence)
