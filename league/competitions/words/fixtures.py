"""Fixtures and ties in words: the source of a side, the way they were decided, and sentences."""

from functools import lru_cache
from typing import Any
from uuid import UUID

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from engines.core.text import isolate, text
from league.competitions.derivation.derive import OWN_MATCH
from league.competitions.log.verdicts import DOUBLE_DEFEAT
from league.competitions.models import Fixture, ResultEntry, Stage, Tie
from league.competitions.setup.round_names import board_labels, label_words
from league.competitions.setup.stages import TABLES
from league.competitions.words import scorers
from league.formats.consolation import PLATE
from league.sentences import translated
from matches.models import Match


def who(fixture: Fixture, seat: str) -> str:
    """Return who sits on ``seat``: at a board of teams whom the line-up names, else the entrant; ``?``: not known."""
    home = seat == "home"
    if fixture.of_teams:
        player = fixture.home_player if home else fixture.away_player
        return player.nickname if player is not None else "?"
    side = fixture.home if home else fixture.away
    return side.name if side is not None else "?"


def board_words(fixture: Fixture) -> str:
    """Tell the teams and the number of a board whose line-ups are open; empty for any other fixture."""
    if not fixture.of_teams or fixture.home is None or fixture.away is None:
        return ""
    return ", ".join(map(label_words, board_labels(fixture.home.name, fixture.away.name, fixture.board)))


def winning_side(fixture: Fixture) -> str | None:
    """Return the seat that won this leg on goals, or None."""
    if fixture.home_goals is None or fixture.away_goals is None or fixture.home_goals == fixture.away_goals:
        return None
    return "home" if fixture.home_goals > fixture.away_goals else "away"


def slot_words(slot: dict[str, Any], ties: int = 0) -> str:  # a slot is JSON
    """Describe the source of a side: "Winner of quarter-final 2". ``ties``: number in its round, 0 if unknown."""
    if "part" in slot:
        return _from_part(slot)
    if "winner" in slot:
        return _from_round("winner", ties) % {"number": slot["winner"], "places": 2 * ties, "round": slot["round"]}
    if "loser" in slot:
        lost = _from_round("loser", ties) % {"number": slot["loser"], "places": 2 * ties, "round": slot["round"]}
        return _("%(loser)s, if it was the first match") % {"loser": lost} if "side" in slot else lost
    if "level" in slot:
        return _place_words(slot) + " " + _("if level on points")
    if "third" in slot:
        return _("One of the best of the next place")
    if "rank" in slot:
        return _place_words(slot)
    if "seed" in slot:
        return _("Seed %(number)s") % {"number": slot["seed"]}
    if "bye" in slot:
        return _("Bye")
    return _("To be known")


def _place_words(slot: dict[str, Any]) -> str:  # JSON
    """Describe a place of a table: "Place 2 of group A"."""
    values = {"rank": slot["rank"], "group": slot["group"]}
    if not slot["group"]:
        return _("Place %(rank)s of the table") % values
    division = str(slot["group"]).isdecimal()
    return (
        _("Place %(rank)s of division %(group)s") % values
        if division
        else _("Place %(rank)s of group %(group)s") % values
    )


def _from_part(slot: dict[str, Any]) -> str:  # JSON
    """Describe a slot of a bracket's part: "Winner of tie 2 of the losers' round 3"."""
    number = slot.get("winner", slot.get("loser"))
    values = {"number": number, "round": slot["round"]}
    if slot["part"] == "final":
        return _("Winner of the final") if "winner" in slot else _("Loser of the final")
    if slot["part"] == PLATE:
        return _("Winner of tie %(number)s, plate round %(round)s") % values
    if slot["part"] == "losers":
        return _("Winner of tie %(number)s, losers’ round %(round)s") % values
    if "winner" in slot:
        return _("Winner of tie %(number)s, winners’ round %(round)s") % values
    return _("Loser of tie %(number)s, winners’ round %(round)s") % values


def _from_round(which: str, ties: int) -> str:
    """Return the sentence for a winner's or loser's slot, by the round that it comes from."""
    if which == "loser":
        names = {2: _("Loser of semi-final %(number)s"), 4: _("Loser of quarter-final %(number)s")}
        many = _("Loser of tie %(number)s of the last %(places)s")
        return names.get(ties) or (many if ties else _("Loser of tie %(number)s, round %(round)s"))
    if ties == 2:
        return _("Winner of semi-final %(number)s")
    if ties == 4:
        return _("Winner of quarter-final %(number)s")
    if ties > 4:
        return _("Winner of tie %(number)s of the last %(places)s")
    return _("Winner of tie %(number)s, round %(round)s")


def _of_ladder(slot: dict[str, Any], shape: str) -> str:  # JSON
    """Describe a slot of a stepladder or page play-off: "Winner of step 2"."""
    if shape == "stepladder":
        return _("Winner of step %(number)s") % {"number": slot["round"]}
    if slot["round"] == 2:
        return _("Winner of the semi-final")
    if "loser" in slot:
        return _("Loser of first against second")
    return _("Winner of first against second") if slot["winner"] == 1 else _("Winner of third against fourth")


def side_slot_words(tie: Tie, side: str) -> str:
    """Describe what the ``home`` or ``away`` side of ``tie`` waits for."""
    slot = tie.home_slot if side == "home" else tie.away_slot
    shape = tie.round.stage.settings.get("shape", "bracket")
    if shape != "bracket" and "round" in slot:
        return _of_ladder(slot, shape)
    return slot_words(slot, _ties_before(tie, slot))


def _ties_before(tie: Tie, slot: dict[str, Any]) -> int:  # JSON
    """Count the ties of the round that ``slot`` comes from (half as many follow); 0 if it is not a plain bracket's."""
    stage = tie.round.stage
    if "round" not in slot or "part" in slot or stage.settings.get("shape", "bracket") != "bracket":
        return 0
    steps = max(row.step for row in stage.all_rounds if row.part == "")
    ties = 1 << max(steps - int(slot["round"]), 0)
    return ties if int(slot.get("winner", slot.get("loser", 0))) <= ties else 0


def waits_for(row: Fixture | Tie, side: str) -> str:
    """Describe what an empty side of a tie or of its leg waits for."""
    tie = row.tie if isinstance(row, Fixture) else row
    swapped = isinstance(row, Fixture) and row.leg % 2 == 0
    first = (side == "home") != swapped
    return side_slot_words(tie, "home" if first else "away")


def side_words(row: Fixture | Tie, side: str) -> str:
    """Name the ``home`` or ``away`` side of a tie or of its leg, or describe what it waits for."""
    entrant = row.home if side == "home" else row.away
    return entrant.name if entrant else waits_for(row, side)


def round_ahead(fixture: Fixture) -> str:
    """Name the matchday of a fixture without a time if it is not open; else return a dash."""
    row = fixture.tie.round
    if row.stage.format not in TABLES or fixture.home_id is None:
        return "–"
    message = _("Round %(number)d") if row.stage.format == Stage.Format.SWISS else _("Matchday %(number)d")
    return message % {"number": row.step}


HOW: dict[str, Promise] = {
    "extra_time": gettext_lazy("aet"),
    "shootout": gettext_lazy("after penalties"),
    "away_goals": gettext_lazy("away goals"),
    "aggregate": gettext_lazy("on aggregate"),
    "better_placed": gettext_lazy("better placed"),
    "walkover": gettext_lazy("w/o"),
    "double_walkover": gettext_lazy("double w/o"),
    DOUBLE_DEFEAT: gettext_lazy("0–3 for both"),
    "resignation": gettext_lazy("by resignation"),
    "too_few": gettext_lazy("too many players sent off"),
    "award": gettext_lazy("awarded"),
    "no_show": gettext_lazy("no-show"),
    "bye": gettext_lazy("bye"),
    "not_needed": gettext_lazy("not needed"),
    "void": gettext_lazy("void"),
    "withdrawal": gettext_lazy("withdrawn"),
}
"""Translated one by one on use: a page has hundreds of rows, and most need none of these."""


def how_words(how: str) -> str:
    """Return how a leg or tie was decided, as the note after a score; empty for regulation."""
    return str(HOW.get(how, ""))


def fixture_note(fixture: Fixture) -> str:
    """Return the small line under a fixture: third place, leg, how it was decided, penalties."""
    parts, whole = [], aggregate(fixture)
    legs = len({leg.leg for leg in fixture.tie.legs}) if "legs" in vars(fixture.tie) else 2
    if fixture.tie.kind == "third_place":  # it is played in the round of the final
        parts.append(_("Third place"))
    if legs > 2:
        parts.append(_("match %(number)d") % {"number": fixture.leg})
    elif fixture.leg == 2:
        again = fixture.tie.round.stage.settings.get("replay")
        parts.append(_("played again") if again else _("2nd leg"))
    if fixture.of_teams or fixture.board > 1:
        parts.append(_("board %(number)d") % {"number": fixture.board})
    if fixture.shootout:
        pens = pgettext("shootout in a score line", "%(home)s–%(away)s pens")
        parts.append(pens % {"home": fixture.shootout["home"], "away": fixture.shootout["away"]})
    elif fixture.how in HOW and not (fixture.how == "aggregate" and whole):
        parts.append(how_words(fixture.how))
    elif fixture.reason and fixture.status in (Fixture.Status.WALKOVER, Fixture.Status.VOID):
        sides = (("home", fixture.home), ("away", fixture.away))
        parts.append(reason_words(fixture.reason, {side: row.name for side, row in sides if row}))
    elif fixture.table and fixture.status not in (Fixture.Status.PLAYED, Fixture.Status.WALKOVER, Fixture.Status.VOID):
        parts.append(_("table %(number)d") % {"number": fixture.table})
    return " ".join(part for part in (", ".join(parts), whole) if part)


def aggregate(fixture: Fixture) -> str:
    """Return the aggregate after a second leg, or during it, by its own sides: "(agg. 3–2)".

    Empty for every other fixture, and if the tie's fixtures are not loaded: a row makes no query of its own.
    """
    if fixture.leg != 2 or "legs" not in vars(fixture.tie):
        return ""
    legs = fixture.tie.legs
    settings = fixture.tie.round.stage.settings
    if len(legs) != 2 or fixture.board > 1 or fixture.of_teams or settings.get("best_of") or settings.get("replay"):
        return ""
    first = next((leg for leg in legs if leg.leg == 1), None)
    if first is None:
        return ""
    before, now = first.score, fixture.score
    if None in (*before, *now):
        return ""
    if first.home_id != fixture.home_id:
        before = (before[1], before[0])
    home, away = ((goals or 0) + (other or 0) for goals, other in zip(before, now, strict=True))
    return pgettext("score of both legs", "(agg. %(home)s–%(away)s)") % {"home": home, "away": away}


def fixture_reason(fixture: Fixture) -> str:
    """Return the reason for the fixture's status or result, as a sentence."""
    sides = (("home", fixture.home), ("away", fixture.away))
    return reason_words(fixture.reason, {side: row.name for side, row in sides if row})


def tie_reason(tie: Tie) -> str:
    """Return how a tie was decided, as a sentence."""
    sides = (("home", tie.home), ("away", tie.away))
    return reason_words(tie.reason, {side: row.name for side, row in sides if row})


def entry_words(entry: ResultEntry) -> str:
    name = entry.actor.nickname if entry.actor else entry.signed
    author = isolate(name) if name else _("The schedule")
    score = "" if entry.home_goals is None else f"{entry.home_goals}–{entry.away_goals}"
    if entry.how == DOUBLE_DEFEAT:
        score = str(HOW[DOUBLE_DEFEAT])
    sentence = {
        "played": _("%(score)s, played here"),
        "claimed": _("%(who)s reported %(score)s"),
        "confirmed": _("%(score)s counts: nobody objected")
        if entry.source == "deadline"
        else _("%(who)s confirmed %(score)s"),
        "disputed": _("%(who)s disputed it"),
        "reported": _("%(who)s entered %(score)s"),
        "corrected": _("%(who)s corrected it to %(score)s"),
        "walkover": _("%(who)s awarded it %(score)s"),
        "voided": _("%(who)s voided it"),
        "replay": _("%(who)s had it played again"),
    }.get(entry.kind, "%(who)s: %(score)s") % {"who": author, "score": score}
    if entry.how == "resumed":
        sentence = _("%(who)s resumed it from move %(v)s") % {"who": author, "v": entry.why[1]["v"]}
    reason = f": {entry.shown_reason}" if entry.shown_reason else ""
    mark = f" ({translated(text(OWN_MATCH))})" if entry.own else ""
    names = scorers.words(entry.scorers) if entry.scorers else ""
    message = _("scored by %(names)s") % {"names": names}
    return f"{sentence}{f' ({message})' if names else ''}{reason}{mark}"


def fixture_url(fixture: Fixture) -> str:
    """Return the address of the live table if there is a match, else of the fixture's page."""
    return _address(fixture.match_id, fixture.pk)


@lru_cache(maxsize=4096)
def _address(match: UUID | None, fixture: UUID) -> str:
    """Return the address of a row. Cached: it never changes, and a page needs hundreds."""
    return reverse("matches:live", args=[match]) if match else reverse("competitions:fixture_short", args=[fixture])


def fixture_page(fixture: Fixture) -> str:
    """Return the address of the fixture's page, whether there is a match or not."""
    return _address(None, fixture.pk)


def tie_url(tie: Tie) -> str:
    """Return the address of the page of a tie of teams."""
    return reverse("competitions:tie", args=[tie.round.stage.competition.slug, tie.pk])


def page_of(row: Fixture) -> str:
    """Return the address of the page of a row of a list: of a fixture, or of a tie of teams."""
    return tie_url(row.tie) if row.tie.of_teams else reverse("competitions:fixture_short", args=[row.pk])


def fixture_sentence(fixture: Fixture) -> str:
    home = isolate(fixture.home.name) if fixture.home else waits_for(fixture, "home")
    away = isolate(fixture.away.name) if fixture.away else waits_for(fixture, "away")
    home_goals, away_goals = fixture.score
    if fixture.home_goals is None and fixture.match is not None and fixture.match.status in Match.IN_PLAY:
        if home_goals is None:
            return _("%(home)s against %(away)s, live") % {"home": home, "away": away}
        values = {"home": home, "away": away, "hg": home_goals, "ag": away_goals}
        return _("%(home)s %(hg)s, %(away)s %(ag)s, live") % values
    if fixture.home_goals is None:
        pair = {"home": home, "away": away}
        note = fixture_note(fixture) if fixture.status == Fixture.Status.WALKOVER else ""
        if note:  # a result without goals: nobody came, or the other leg decided
            return f"{_('%(home)s against %(away)s') % pair}; {note}"
        if fixture.status in (Fixture.Status.WALKOVER, Fixture.Status.VOID):
            return _("%(home)s against %(away)s, not counted") % pair
        return _("%(home)s against %(away)s, not played yet") % pair
    sentence = _("%(home)s %(hg)s, %(away)s %(ag)s") % {
        "home": home,
        "away": away,
        "hg": home_goals,
        "ag": away_goals,
    }
    note = fixture_note(fixture)
    return f"{sentence}; {note}" if note else sentence


def unbroken(words: str) -> str:
    """Keep scores whole: a line may end after an en dash, and word joiners forbid it."""
    return words.replace("–", "\u2060–\u2060")


def halves(points: float) -> str:
    """Format points: 3, 2½, −½."""
    if points < 0:
        return f"−{halves(-points)}"
    whole, half = divmod(points, 1)
    return f"{int(whole) or ''}½" if half == 0.5 else f"{points:g}"


def tie_score(home_points: float | None, away_points: float | None) -> str:
    """Return the board points of a tie of teams; empty before its line-ups are open."""
    return "" if home_points is None or away_points is None else f"{halves(home_points)}–{halves(away_points)}"


def tie_sentence(tie: Tie) -> str:
    """Name both teams of a tie, and the board points of each once its line-ups are open."""
    names = {
        "home": isolate(tie.home.name) if tie.home else waits_for(tie, "home"),
        "away": isolate(tie.away.name) if tie.away else waits_for(tie, "away"),
    }
    if tie.home_points is None or tie.away_points is None:
        return _("%(home)s against %(away)s, not played yet") % names
    points = {"hg": halves(tie.home_points), "ag": halves(tie.away_points)}
    return _("%(home)s %(hg)s, %(away)s %(ag)s") % {**names, **points}


def bye_words(tie: Tie) -> str:
    """Return the reason why an entrant does not play in a Swiss round."""
    return bye_kind_words(tie.kind)


def bye_kind_words(kind: str) -> str:
    """Name a bye of ``kind``, as a tie or the ledger of a table has it."""
    return {
        "half_bye": _("a rest, half a point"),
        "full_bye": _("a rest, a full point"),
        "absent": _("a rest, no points"),
        "house": _("against the house"),
    }.get(kind, _("the bye"))


def reason_words(reason: Any, names: dict[str, str]) -> str:  # a Text, or plain words
    return reason if isinstance(reason, str) else translated(reason, names)
