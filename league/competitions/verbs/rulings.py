"""Rulings of an organiser, a referee or a deadline.

Walkovers, results entered and corrected, replays, withdrawals, deductions and manual values. Every ruling is an entry
of the log with its author, time and reason, and the same recomputation follows. A ruling that would undo matches played
or being played downstream is refused with a preview of its effects, until they are confirmed; then those matches are
wiped for a replay in the same transaction. Every correction has a ``preview``. Nobody rules in their own match while
there is other staff (``parties.own_match``).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engines.core.seats import SEATS, Seat
from engines.core.text import Text, text
from league.competitions.derivation.derive import Derived, derive, leg_of
from league.competitions.derivation.effects import digest, effects, names, picture
from league.competitions.derivation.recompute import append, recompute, write_single
from league.competitions.derivation.single_result import derive_single
from league.competitions.derivation.snapshot import take_snapshot
from league.competitions.errors import NeedsConfirmation, ReasonMissing, RulingRefused, WrongStep
from league.competitions.log import journal
from league.competitions.log.cards import KINDS
from league.competitions.log.locks import locked
from league.competitions.log.verdicts import DOUBLE_DEFEAT, WALKOVER_GOALS, Verdict, entries_of, fold
from league.competitions.models import Competition, Dispute, Entrant, Fixture, PlainFixture, ResultEntry, TeamLineUp
from league.competitions.policy.parties import own_match, people_in, players_of
from league.competitions.setup.stages import rules_of_board, settings_of, tie_rules
from league.competitions.setup.usual import has_extra_time, no_extra_time
from league.competitions.verbs import open_disputes
from league.competitions.verbs.visibility import no_longer_of
from league.competitions.words import scorers
from league.formats import ties as formats
from league.players.models import User
from league.sentences import because, given
from league.standings.criteria import MANUAL
from matches.live.commands import command
from matches.models import Match

MOST_GOALS = 99
MOST_POINTS = 99
MOST_VALUE = 999
MOST_CARDS = 40
_MISSING: Final = {
    "extra_time": gettext_lazy("Level, and someone must go through: add extra time or the shootout."),
    "shootout": gettext_lazy("Level, and someone must go through: add the shootout."),
}
"""Sentences for what a level tie needs (``formats.ties``)."""
_MISSING_IN_TABLE: Final = {
    "extra_time": gettext_lazy("Level matches go on here: add extra time or the shootout."),
    "shootout": gettext_lazy("Level matches go to penalties here: add the shootout."),
}
TWICE_SECONDS = 10
"""The same deduction within so many seconds is made once."""


@dataclass(frozen=True, slots=True)
class Score:
    """A result entered by a person: goals with extra time; kicks scored in a shootout."""

    home: int
    away: int
    shootout: tuple[int, int] | None = None
    extra_time: bool = False
    cards: dict[str, list[str]] | None = None
    """Cards by seat, kinds of ``league.competitions.log.cards.KINDS``; None: not recorded."""
    scorers: dict[str, list[str]] | None = None
    """Scorers by seat (``league.competitions.words.scorers``); None: not recorded."""

    @property
    def kicks(self) -> dict[str, int] | None:
        """Return the shootout as stored."""
        return {"home": self.shootout[0], "away": self.shootout[1]} if self.shootout else None

    @property
    def told(self) -> dict[str, Any]:
        """Return the values ``home`` and ``away`` of a sentence; what else was told is said after the goals."""
        after: int | Text = self.away
        if self.shootout:
            kicks = f"{self.shootout[0]}–{self.shootout[1]}"
            after = text("{goals} ({kicks} on penalties)", goals=self.away, kicks=kicks)
        elif self.extra_time:
            after = text("{goals} after extra time", goals=self.away)
        if self.scorers is not None:
            after = text("{told}, scorers: {names}", told=after, names=_by_side(self.scorers))
        if self.cards is not None:
            after = text("{told}, cards: {kinds}", told=after, kinds=_by_side(self.cards))
        return {"home": self.home, "away": after}

    def as_entry(self) -> dict[str, Any]:
        return {
            "home_goals": self.home,
            "away_goals": self.away,
            "shootout": self.kicks,
            "extra_time": self.extra_time or self.shootout is not None,
            **({} if self.cards is None else {"cards": self.cards}),
            **({} if self.scorers is None else {"scorers": self.scorers}),
        }


@dataclass(frozen=True, slots=True)
class Consent:
    """The caller's consent to the effects of a ruling.

    ``preview`` shows the effects and changes nothing; ``confirmed`` goes ahead; ``seen`` (a digest) names the effects
    that the caller saw: if they have changed, they are shown again.
    """

    preview: bool = False
    confirmed: bool = False
    seen: str = ""


@dataclass(frozen=True, slots=True)
class Ruling:
    """A ruling ready for the log: the audit's verb and message, the columns of the entry."""

    verb: str
    message: Text
    entry: dict[str, Any]
    reason: str = ""
    source: str = "organiser"
    outcome: str = ""
    """Outcome of an open dispute; empty: as ``verb``."""
    of_players: bool = False
    """An agreement of both sides needs no impartial judge."""
    then: Callable[[Fixture], None] | None = None
    """Called once the fixture is separated from its match: a replay assigns a new one."""


def walkover(
    *,
    fixture: Fixture,
    winner: Seat | None,
    by: User | None,
    reason: str = "",
    source: str = "organiser",
    tie: bool = False,
    leg: bool = False,
    conceded: bool = False,
    confirmed: bool = False,
    consent: Consent | None = None,
) -> Derived:
    """Award ``fixture`` three to nil to ``winner``, or to nobody (both absent); void its open match.

    ``tie``: the other side leaves the tie, and ``winner`` goes through whatever its other matches say. ``leg``: of a
    tie of teams in several legs, all boards of this leg are awarded, also those that were played. ``conceded``: in a
    table, three goals count against both, who lose it, and for neither. A person gives a reason. Raises
    RulingRefused, NeedsConfirmation.
    """
    if by is not None:
        _need_reason(reason)
    if tie and winner is None:
        raise RulingRefused(_("Choose the side that goes through."))
    if leg and (tie or not has_legs_of_boards(fixture)):
        raise RulingRefused(_("A leg can be awarded in a tie of teams of several legs."))
    if conceded and (winner is not None or fixture.tie.group_id is None):
        raise RulingRefused(_("Goals count against both only in a table, if nobody wins the match."))
    nobody, forfeits = DOUBLE_DEFEAT if conceded else "double_walkover", ResultEntry.Forfeits
    goals = {"home": (WALKOVER_GOALS, 0), "away": (0, WALKOVER_GOALS)}.get(winner or "", (None, None))
    entry = {
        "kind": ResultEntry.Kind.WALKOVER,
        "winner": winner or "",
        "home_goals": goals[0],
        "away_goals": goals[1],
        "how": "walkover" if winner else nobody,
        "forfeits": forfeits.TIE if tie else forfeits.LEG if leg else forfeits.MATCH,
    }
    pair = names(fixture)
    if conceded:
        message = text("gave both sides of {fixture} a defeat of {goals}–0", fixture=pair, goals=WALKOVER_GOALS)
    elif winner is None:
        message = text("awarded {fixture} to nobody", fixture=pair)
    else:
        values = {"fixture": pair, "winner": _seat_name(fixture, winner)}
        message = text("awarded {fixture} to {winner}", **values)
        if tie:
            message = text("awarded the whole tie of {fixture} to {winner}", **values)
    if leg and winner is None:
        message = text("awarded the whole leg of {fixture} to nobody", fixture=pair)
    elif leg:
        message = text("awarded the whole leg of {fixture} to {winner}", **values)
    ruling = Ruling("walkover", because(message, reason), entry, reason, source)
    return _rule(fixture, by, ruling, consent or Consent(confirmed=confirmed))


def enter_result(
    *,
    fixture: Fixture,
    score: Score,
    by: User,
    reason: str = "",
    confirmed: bool = False,
    consent: Consent | None = None,
) -> Derived:
    """Enter or correct the result of ``fixture`` and void an open match; the log keeps earlier results.

    Checked for a correction under the lock: of two organisers who enter a result at once the second learns that there
    is one. Raises RulingRefused, NeedsConfirmation.
    """
    check_score(score, fixture)
    with locked(competition_id(fixture)) as row:
        correcting = has_result(fixture)
        if correcting and not reason.strip():
            raise ReasonMissing(_("This match has a result. Give a reason for the correction."))
        kind = ResultEntry.Kind.CORRECTED if correcting else ResultEntry.Kind.REPORTED
        values = {"fixture": names(fixture), **score.told}
        message = (
            text("corrected {fixture} to {home}–{away}: {reason}", **values, reason=reason)
            if correcting
            else text("entered {fixture} as {home}–{away}", **values)
        )
        entry = {"kind": kind, "cards": cards_told(fixture), **score.as_entry()}
        ruling = Ruling("result", message, entry, reason)
        return rule_in(row, fixture, by, ruling, consent or Consent(confirmed=confirmed))


def check_score(score: Score, fixture: Fixture) -> None:
    """Raise RulingRefused for a score that ``fixture`` cannot have."""
    for goals in (score.home, score.away, *(score.shootout or ())):
        if isinstance(goals, bool) or not isinstance(goals, int) or not 0 <= goals <= MOST_GOALS:
            raise RulingRefused(_("Goals are whole numbers from 0 to %(most)d.") % {"most": MOST_GOALS})
    if score.shootout is not None and score.shootout[0] == score.shootout[1]:
        raise RulingRefused(_("A shootout needs a winner."))
    rules = rules_now(fixture)
    if score.shootout is not None and score.home != score.away and rules.legs == 1:
        raise RulingRefused(_("A level match goes to penalties."))
    if score.shootout is not None and rules.legs == 2 and not rules.best_of and not _is_level(score, fixture):
        raise RulingRefused(_("There are penalties only after the second leg, if the aggregate is level."))
    if score.shootout is not None and rules.better is not None:
        raise RulingRefused(_("A level tie goes to the better placed here: there are no penalties."))
    if score.extra_time and not has_extra_time(game := fixture.tie.round.stage.competition.game):
        raise RulingRefused(no_extra_time(game))
    if score.cards is not None:
        check_cards(score.cards)
    wrong = scorers.wrong_with(score.scorers or {}, {"home": score.home, "away": score.away})
    if wrong := wrong or still_missing(score, fixture, rules):
        raise RulingRefused(wrong)


def has_legs_of_boards(fixture: Fixture) -> bool:
    """Return whether ``fixture`` is a board of a tie of teams in several legs."""
    return fixture.tie.of_teams and not _is_one_match(fixture)


def _is_one_match(fixture: Fixture) -> bool:
    """Return whether its tie, or its board of one, is a single match."""
    return len({leg.leg for leg in fixture.tie.legs}) == 1


def rules_now(fixture: Fixture) -> formats.TieRules:
    """Return the rules of the tie of ``fixture``; who is better placed is derived, where that can decide it."""
    stage = fixture.tie.round.stage
    if stage.competition.of_teams:
        return rules_of_board(stage, fixture.tie, fixture)
    better: Seat | None = None
    if settings_of(stage).get("better_through"):
        better = derive(take_snapshot(stage.competition)).ties[fixture.tie_id].better
    return tie_rules(stage, fixture.tie, better)


def _is_level(score: Score, fixture: Fixture) -> bool:
    """Return whether ``score`` leaves the two legs of its tie level; true before the first one is known."""
    if fixture.leg == 1:
        return False
    first = fixture.tie.fixtures.filter(board=fixture.board, leg=1).first()
    verdict = standing(first) if first is not None else None
    return verdict is None or verdict.score[0] + score.away == verdict.score[1] + score.home


def still_missing(score: Score, fixture: Fixture, rules: formats.TieRules) -> str:
    """Return what must be told so that the tie of ``fixture`` is decided; "" if nothing, or another leg decides it."""
    if rules.draws_allowed:
        return ""
    verdicts = fold(ResultEntry.objects.filter(fixture__tie=fixture.tie).order_by("position")).verdicts
    legs: list[formats.Leg] = []
    for leg in fixture.tie.fixtures.filter(board=fixture.board).order_by("leg"):
        verdict = verdicts.get(leg.id)
        if leg.leg > fixture.leg and verdict is not None:
            return ""
        if leg.id == fixture.id:
            verdict = Verdict(ResultEntry(kind=ResultEntry.Kind.REPORTED, **score.as_entry()))
        if verdict is None:
            break
        legs.append(leg_of(leg, verdict, rules, deciding=False))
    sentences = _MISSING if fixture.tie.group_id is None else _MISSING_IN_TABLE
    return str(sentences.get(formats.decide(rules, legs).needs or "", ""))


def _by_side(values: Mapping[str, Sequence[str]]) -> str:
    """Return what each side has, the home side's before the dash."""
    return " – ".join(", ".join(values.get(seat, ())) or "0" for seat in SEATS)


def _need_reason(reason: str) -> None:
    """Raise ReasonMissing without a reason."""
    if not reason.strip():
        raise ReasonMissing(_("Give a reason: everyone reads it."))


def check_cards(cards: Mapping[str, Sequence[str]]) -> None:
    """Raise RulingRefused for impossible cards."""
    for seat, codes in cards.items():
        if seat not in SEATS or len(codes) > MOST_CARDS or any(kind not in KINDS for kind in codes):
            allowed = {"kinds": ", ".join(KINDS), "most": MOST_CARDS}
            raise RulingRefused(_("Cards are lists for home and away, each at most %(most)d of: %(kinds)s.") % allowed)


def cards_told(fixture: Fixture) -> dict[str, list[str]] | None:
    """Return the cards of the current result: a corrected score without cards keeps them."""
    verdict = standing(fixture)
    return verdict.entry.cards if verdict is not None else None


def scorers_told(fixture: Fixture) -> dict[str, list[str]] | None:
    """Return the scorers of the current result; a corrected score needs them again."""
    standing = fold(entries_of(fixture)).verdicts.get(fixture.id)
    return standing.entry.scorers if standing is not None else None


def replay(
    *, fixture: Fixture, by: User, reason: str, confirmed: bool = False, consent: Consent | None = None
) -> Derived:
    """Wipe earlier entries of ``fixture`` and replay it at a new table. Raises as ``walkover`` does."""
    _need_reason(reason)
    message = text("ordered {fixture} to be played again: {reason}", fixture=names(fixture), reason=reason.strip())
    ruling = Ruling("replay", message, {"kind": ResultEntry.Kind.REPLAY}, reason)
    return _rule(fixture, by, ruling, consent or Consent(confirmed=confirmed))


def void(*, fixture: Fixture, by: User, reason: str, consent: Consent | None = None) -> Derived:
    """Void a league fixture. Raises RulingRefused in a knockout, where somebody must go through."""
    if fixture.tie.group_id is None:
        raise RulingRefused(_("Someone must go through: award the match, or have it played again."))
    _need_reason(reason)
    message = text("voided {fixture}: {reason}", fixture=names(fixture), reason=reason.strip())
    ruling = Ruling("void", message, {"kind": ResultEntry.Kind.VOIDED}, reason)
    return _rule(fixture, by, ruling, consent or Consent())


def withdraw(*, entrant: Entrant, by: User | None, reason: str = "") -> Derived:
    """Withdraw ``entrant`` from a running competition.

    Its remaining matches become walkovers or, in a league with that policy, all of its matches are void. Repeating it
    changes nothing. Raises WrongStep.
    """
    with locked(entrant.competition_id) as row:
        must_run(row)
        entrant = row.entrants.get(id=entrant.id)
        if entrant.status != Entrant.Status.WITHDRAWN:
            own = _gains(row, entrant, by)
            entrant.status, entrant.withdrawn_because = Entrant.Status.WITHDRAWN, reason.strip()[:300]
            entrant.save(update_fields=["status", "withdrawn_because"])
            append(
                row,
                kind=ResultEntry.Kind.WITHDRAWN,
                entrant=entrant,
                actor=by,
                reason=entrant.withdrawn_because,
                own=own,
                source="player" if by is not None and by.id == entrant.player_id else "organiser",
            )
            journal.note(
                row, by, "withdraw", because(text("{name} withdrew", name=entrant.name), entrant.withdrawn_because)
            )
            _end_matters(row, entrant, by)
            no_longer_of(row, players_of(entrant))
        return recompute(row)


def _end_matters(row: Competition, entrant: Entrant, by: User | None) -> None:
    """Close reports and disputes about the matches of a withdrawn entrant."""
    fixtures = Fixture.objects.filter(Q(home=entrant) | Q(away=entrant), tie__round__stage__competition=row)
    still = Q(disputes__outcome="") | Q(reports__state__in=open_disputes.OPEN)
    reason = entrant.withdrawn_because or given(text("{name} withdrew.", name=entrant.name))
    for fixture in fixtures.filter(still).distinct().select_related("home", "away", "tie"):
        open_disputes.close(row, fixture, Dispute.Outcome.WITHDRAWN, by, reason)


def deduct(*, entrant: Entrant, points: int, by: User, reason: str) -> Derived:
    """Deduct ``points`` from ``entrant`` in the tables; negative: give points back.

    The same deduction by the same person within ``TWICE_SECONDS`` is a button pressed twice, and changes nothing.
    Raises RulingRefused, also if a later stage was played from the table; WrongStep.
    """
    if isinstance(points, bool) or not isinstance(points, int) or not points or abs(points) > MOST_POINTS:
        raise RulingRefused(_("Enter 1 to %(most)d points.") % {"most": MOST_POINTS})
    if not reason.strip():
        raise RulingRefused(_("Give a reason: everyone reads it in the table."))
    with locked(entrant.competition_id) as row:
        must_run(row)
        if not Fixture.objects.filter(tie__round__stage__competition=row, tie__group__isnull=False).exists():
            raise RulingRefused(_("You can only deduct points in a table."))
        entrant = row.entrants.get(id=entrant.id)
        reason_text = reason.strip()[:300]
        ledger = list(row.results.filter(kind=ResultEntry.Kind.DEDUCTED, entrant=entrant).order_by("position"))
        since = timezone.now() - timedelta(seconds=TWICE_SECONDS)
        if any(
            (entry.points, entry.reason, entry.actor_id) == (points, reason_text, by.id) and entry.at > since
            for entry in ledger
        ):
            return recompute(row)
        deducted = sum(entry.points or 0 for entry in ledger)
        if deducted + points < 0:
            sentence = ngettext("You can give back %(count)d point.", "You can give back %(count)d points.", deducted)
            raise RulingRefused(sentence % {"count": deducted})
        append(
            row,
            kind=ResultEntry.Kind.DEDUCTED,
            entrant=entrant,
            points=points,
            actor=by,
            reason=reason_text,
            source="organiser",
        )
        values = {"points": abs(points), "name": entrant.name, "reason": reason_text}
        message = (
            text("took points from {name} ({points}): {reason}", **values)
            if points > 0
            else text("gave points back to {name} ({points}): {reason}", **values)
        )
        journal.note(row, by, "deduct", message)
        return _table_changed(row, by, reason_text)


def give_value(*, entrant: Entrant, value: int, by: User, reason: str) -> Derived:
    """Set the value of ``entrant`` for the criterion ``manual`` in the tables.

    The highest ranks first among entrants level until then. Repeating it changes nothing. Raises RulingRefused, also if
    a later stage was played from the table; WrongStep.
    """
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) > MOST_VALUE:
        raise RulingRefused(_("Enter a whole number from -%(most)d to %(most)d.") % {"most": MOST_VALUE})
    if not reason.strip():
        raise RulingRefused(_("Give a reason: everyone reads it in the table."))
    with locked(entrant.competition_id) as row:
        must_run(row)
        if MANUAL not in row.criteria:
            raise RulingRefused(_("The rules of this competition use no value of the organiser."))
        valued, reason_text = row.entrants.get(id=entrant.id), reason.strip()[:300]
        before = row.results.filter(kind=ResultEntry.Kind.VALUED, entrant=valued).order_by("position").last()
        if before is not None and (before.points, before.reason) == (value, reason_text):
            return recompute(row)
        append(
            row,
            kind=ResultEntry.Kind.VALUED,
            entrant=valued,
            points=value,
            actor=by,
            reason=reason_text,
            source="organiser",
        )
        message = text("gave {name} the value {value}: {reason}", name=valued.name, value=value, reason=reason_text)
        journal.note(row, by, "give_value", message)
        return _table_changed(row, by, reason_text)


def _table_changed(row: Competition, by: User, reason: str) -> Derived:
    """Recompute after an entry that may put others through to a later stage; their waiting tables open anew.

    Raises RulingRefused if a match of those who would no longer meet has begun, was reported or has a result.
    """
    snapshot = take_snapshot(row)
    derived = derive(snapshot)
    if not derived.orphans:
        return recompute(row, (snapshot, derived))
    orphans = Fixture.objects.filter(id__in=[orphan.id for orphan in derived.orphans])
    begun = orphans.filter(match__isnull=False).exclude(match__status=Match.Status.WAITING)
    reported = orphans.filter(reports__state__in=open_disputes.OPEN)
    if begun.exists() or reported.exists() or any(orphan.id in derived.log.verdicts for orphan in derived.orphans):
        raise RulingRefused(_("The next stage has begun from this table. You cannot change it."))
    wipe(row, derived.orphans, by, reason)
    return recompute(row)


def _rule(fixture: Fixture, by: User | None, ruling: Ruling, consent: Consent) -> Derived:
    with locked(competition_id(fixture)) as row:
        return rule_in(row, fixture, by, ruling, consent)


def rule_in(
    row: Competition, fixture: Fixture, by: User | None, ruling: Ruling | None, consent: Consent | None = None
) -> Derived:
    """Append ``ruling``, wipe what it makes impossible (if confirmed), and recompute.

    Under the lock that the caller holds. Without a ruling (it was made already) it only recomputes. Raises
    RulingRefused, NeedsConfirmation: raising inside the lock's transaction takes the entry back.
    """
    if ruling is None:
        return recompute(row)
    consent = consent or Consent()
    must_run(row)
    current = Fixture.objects.select_related("tie", "home", "away", "match").get(id=fixture.id)
    if current.home_id is None or current.away_id is None:
        raise RulingRefused(_("The sides here are not known yet."))
    own = False if ruling.of_players else own_match(row, current, by)
    entry = {"reason": ruling.reason.strip()[:300], "source": ruling.source, "own": own, **ruling.entry}
    replayed = entry["kind"] == ResultEntry.Kind.REPLAY
    before = picture(take_snapshot(row)) if replayed or consent.preview or consent.seen else None
    appended = append(row, fixture=current, actor=by, **entry)
    if replayed:
        clear(current)
        if ruling.then is not None:
            ruling.then(current)
    single = None if replayed or consent.preview or consent.seen else derive_single(row, appended)
    if single is not None:
        _tell(row, current, by, ruling, own)
        _tell_awarded(row, current, by, ruling)
        return write_single(single)
    snapshot = take_snapshot(row)
    derived = derive(snapshot)
    if consent.preview or consent.seen or (derived.orphans and not consent.confirmed):
        # Most rulings undo nothing: only these need both pictures, each a whole derivation.
        _require_confirmation(
            before or picture(replace(snapshot, entries=snapshot.entries[:-1])), picture(snapshot), current, consent
        )
    wiped = bool(derived.orphans)
    wipe(row, derived.orphans, by, ruling.reason)
    _tell(row, current, by, ruling, own)
    _tell_awarded(row, current, by, ruling)
    return recompute(row) if wiped else recompute(row, (snapshot, derived))


def _tell(row: Competition, fixture: Fixture, by: User | None, ruling: Ruling, own: bool) -> None:
    """End the dispute about ``fixture`` and log the ruling in the audit; ``own``: the author's own match."""
    open_disputes.close(row, fixture, ruling.outcome or ruling.verb, by, ruling.reason)
    journal.record(row, by, ruling.verb, ruling.message)
    if own:
        journal.record(row, by, "own_match", text("decided their own match: there is no other staff"))
    journal.changed(row)


def _tell_awarded(row: Competition, fixture: Fixture, by: User | None, ruling: Ruling) -> None:
    """Notify those who play what ``by`` awarded: a match, a board, or all boards of a leg or a tie. Each once."""
    if ruling.verb != "walkover" or by is None:
        return
    winner, whole, forfeits = ruling.entry["winner"], ruling.entry["forfeits"], ResultEntry.Forfeits
    boards, awarded = [fixture], names(fixture)
    if row.of_teams and whole != forfeits.MATCH:
        awarded = f"{fixture.home} – {fixture.away}"
        of_tie = fixture.tie.fixtures.select_related("home", "away")
        boards = [board for board in of_tie if whole == forfeits.TIE or board.leg == fixture.leg]
    people = {user.pk: user for board in boards for user in people_in(board) if user != by}
    if winner:
        message = text("{fixture} was awarded to {winner}", fixture=awarded, winner=_seat_name(fixture, winner))
    else:
        message = text("{fixture} was awarded to nobody", fixture=awarded)
    key = f"awarded:{fixture.pk}:{whole}:{winner}"
    open_disputes.tell(row, list(people.values()), "walkover", because(message, ruling.reason), fixture, key)


def _require_confirmation(before: Any, after: Any, fixture: Fixture, consent: Consent) -> None:  # two pictures
    """Raise NeedsConfirmation if the caller has not seen these effects yet."""
    undone = bool(after.derived.orphans)
    lines = effects(before, after, fixture) or [_("Nothing else changes.")]
    if consent.confirmed and not consent.preview and consent.seen == digest(lines):
        return
    raise NeedsConfirmation(
        _("This undoes matches of later rounds.") if undone else _("This changes:"), lines, digest(lines)
    )


def _gains(row: Competition, leaving: Entrant, by: User | None) -> bool:
    """Return whether ``by`` would gain by the withdrawal in a match of their own. Raises RulingRefused."""
    if by is None or by.id in players_of(leaving):
        return False
    left = Fixture.objects.filter(tie__round__stage__competition=row, tie__decided="").select_related("home", "away")
    return any(own_match(row, each, by) for each in left if leaving.id in (each.home_id, each.away_id))


def has_result(fixture: Fixture) -> bool:
    """Return whether the fixture has a result; wiped ones do not count."""
    return standing(fixture) is not None


def standing(fixture: Fixture) -> Verdict | None:
    """Return the fixture's current verdict by the log."""
    return fold(entries_of(fixture)).verdicts.get(fixture.id)


def wipe(row: Competition, orphans: Sequence[PlainFixture], by: User | None, reason: str) -> None:
    """Restart orphaned fixtures with their new sides; both teams of a tie name their line-ups anew.

    Wiping one round may orphan others: later slots follow from ties that are no longer decided, so it repeats until
    none is left.
    """
    while orphans:
        rows = Fixture.objects.select_related("match").in_bulk([orphan.id for orphan in orphans])
        for fixture in [rows[orphan.id] for orphan in orphans]:
            append(
                row, fixture=fixture, kind=ResultEntry.Kind.REPLAY, actor=by, reason=reason[:300], source="organiser"
            )
            clear(fixture)
            # A report of those who met before must not count for the new sides.
            open_disputes.close(row, fixture, Dispute.Outcome.REPLAY, by, reason)
        if row.of_teams:
            Fixture.objects.filter(id__in=[fixture.id for fixture in orphans]).update(
                home_player=None, away_player=None
            )
            legs = {(fixture.tie_id, fixture.leg) for fixture in orphans}
            for tie, leg in legs:
                TeamLineUp.objects.filter(tie=tie, leg=leg).delete()
        orphans = derive(take_snapshot(row)).orphans


def clear(fixture: Fixture) -> None:
    """Separate the fixture from its match; an unfinished one is void."""
    match = fixture.match
    if match is not None and match.status in (Match.Status.WAITING, Match.Status.LIVE, Match.Status.PAUSED):
        command(match.id, "void", {"reason": "decided otherwise"})
    Fixture.objects.filter(id=fixture.id).update(match=None)


def must_run(row: Competition) -> None:
    """Raise WrongStep unless ``row`` is running or finished."""
    if row.status not in (Competition.Status.RUNNING, Competition.Status.FINISHED):
        raise WrongStep(_("The competition is not running."))


def competition_id(fixture: Fixture) -> UUID:
    key: UUID = Fixture.objects.values_list("tie__round__stage__competition_id", flat=True).get(id=fixture.id)
    return key


def _seat_name(fixture: Fixture, seat: Seat | None) -> str:
    entrant = fixture.home if seat == "home" else fixture.away
    return entrant.name if entrant else "?"
