"""How fixtures, ties and scores are written: states, notes, score lines and the sentence for a screen reader."""

from __future__ import annotations

from typing import Any

from django import template
from django.conf import settings
from django.urls import NoReverseMatch, reverse
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

import engines
from engines.core.text import text
from league.competitions import scorers
from league.competitions.brackets import DrawnTie, goals_of, ties_before
from league.competitions.derive import OWN_MATCH
from league.competitions.evening_words import BUZZERS, ODDS
from league.competitions.models import AuditEntry, Competition, Fixture, ResultEntry, Stage, Tie
from league.competitions.pages import Matchday, is_live
from league.competitions.parties import plays_for
from league.competitions.stages import BRACKETS, TABLES, evening_of, settings_of
from league.competitions.words import translated
from league.players.games import game_name

register = template.Library()
register.filter("game_name", game_name)

STATUS_CHIPS: dict[str, tuple[str, str | Promise]] = {
    "draft": ("warn", gettext_lazy("Draft")),
    "registration": ("open", gettext_lazy("Registration open")),
    "running": ("won", gettext_lazy("Running")),
    "finished": ("done", gettext_lazy("Finished")),
    "cancelled": ("done", gettext_lazy("Cancelled")),
}


@register.inclusion_tag("components/chip.html")
def status_chip(competition: Competition) -> dict[str, Any]:  # a template context
    """The chip of a competition's life."""
    kind, label = STATUS_CHIPS[competition.status]
    return {"kind": kind, "label": label}


@register.filter
def fixture_state(fixture: Fixture) -> str:
    """``live``, ``soon`` or ``done``, for the style sheet."""
    if fixture_live(fixture):
        return "live"
    return "soon" if fixture.status in (Fixture.Status.PENDING, Fixture.Status.OPEN) else "done"


@register.filter
def is_mine(fixture: Fixture, user: Any) -> bool:  # User or AnonymousUser
    """Whether ``user`` sits in it."""
    if not getattr(user, "is_authenticated", False):
        return False
    return any(plays_for(user, side) for side in (fixture.home, fixture.away))


def winning_side(fixture: Fixture) -> str | None:
    """The seat that won this leg on goals, or None."""
    if fixture.home_goals is None or fixture.away_goals is None or fixture.home_goals == fixture.away_goals:
        return None
    return "home" if fixture.home_goals > fixture.away_goals else "away"


@register.filter
def side_class(fixture: Fixture, side: str) -> str:
    """``won`` or ``lost``, or nothing where it is level or not played."""
    winner = winning_side(fixture)
    if winner is None or fixture.status == Fixture.Status.LIVE:
        return ""
    return "won" if winner == side else "lost"


def slot_words(slot: dict[str, Any], ties: int = 0) -> str:  # a slot is JSON
    """Where a side comes from: "Winner of quarter-final 2". ``ties``: how many its round has, 0 if unknown."""
    if "part" in slot:
        return _from_part(slot)
    if "winner" in slot:
        return _from_round("winner", ties) % {"number": slot["winner"], "places": 2 * ties}
    if "loser" in slot:
        return _from_round("loser", ties) % {"number": slot["loser"], "places": 2 * ties}
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
    """A place of a table: "Place 2 of group A"."""
    said = {"rank": slot["rank"], "group": slot["group"]}
    if not slot["group"]:
        return _("Place %(rank)s of the table") % said
    division = str(slot["group"]).isdecimal()
    return (
        _("Place %(rank)s of division %(group)s") % said if division else _("Place %(rank)s of group %(group)s") % said
    )


def _from_part(slot: dict[str, Any]) -> str:  # JSON
    """A slot of a double elimination: "Winner of tie 2 of the losers' round 3"."""
    number = slot.get("winner", slot.get("loser"))
    said = {"number": number, "round": slot["round"]}
    if slot["part"] == "final":
        return _("Winner of the final") if "winner" in slot else _("Loser of the final")
    if slot["part"] == "losers":
        return _("Winner of tie %(number)s, losers’ round %(round)s") % said
    if "winner" in slot:
        return _("Winner of tie %(number)s, winners’ round %(round)s") % said
    return _("Loser of tie %(number)s, winners’ round %(round)s") % said


def _from_round(which: str, ties: int) -> str:
    """The sentence of a winner's or loser's slot, by the round that it comes from."""
    if which == "loser":
        return _("Loser of semi-final %(number)s") if ties == 2 else _("Loser of tie %(number)s")
    if ties == 2:
        return _("Winner of semi-final %(number)s")
    if ties == 4:
        return _("Winner of quarter-final %(number)s")
    if ties > 4:
        return _("Winner of tie %(number)s of the last %(places)s")
    return _("Winner of tie %(number)s")


def _slot_of(tie: Tie, side: str) -> str:
    """What the ``home`` or ``away`` side of ``tie`` waits for, in words."""
    slot = tie.home_slot if side == "home" else tie.away_slot
    return slot_words(slot, ties_before(tie, slot))


@register.filter
def waits_for(row: Fixture | Tie, side: str) -> str:
    """What an empty side of a tie or of its leg waits for."""
    tie = row.tie if isinstance(row, Fixture) else row
    swapped = isinstance(row, Fixture) and row.leg % 2 == 0
    first = (side == "home") != swapped
    return _slot_of(tie, "home" if first else "away")


@register.filter
def how_words(how: str) -> str:
    """How a leg or a tie was decided, short, as it stands after a score; nothing for regulation."""
    return {
        "extra_time": _("aet"),
        "shootout": _("after penalties"),
        "away_goals": _("away goals"),
        "aggregate": _("on aggregate"),
        "walkover": _("w/o"),
        "double_walkover": _("double w/o"),
        "resignation": _("by resignation"),
        "award": _("awarded"),
        "no_show": _("no-show"),
        "bye": _("bye"),
        "not_needed": _("not needed"),
        "void": _("void"),
        "withdrawal": _("withdrawn"),
    }.get(how, "")


@register.filter
def fixture_note(fixture: Fixture) -> str:
    """The small line under a fixture: leg, how it was decided, penalties."""
    parts = []
    legs = len(fixture.tie.fixtures.all()) if "fixtures" in getattr(fixture.tie, "_prefetched_objects_cache", {}) else 2
    if legs > 2:
        parts.append(_("match %(number)d") % {"number": fixture.leg})
    elif fixture.leg == 2:
        again = fixture.tie.round.stage.settings.get("replay")
        parts.append(_("played again") if again else _("2nd leg"))
    if fixture.shootout:
        pens = pgettext("shootout in a score line", "%(home)s–%(away)s pens")
        parts.append(pens % {"home": fixture.shootout["home"], "away": fixture.shootout["away"]})
    elif how_words(fixture.how):
        parts.append(how_words(fixture.how))
    elif fixture.reason and fixture.status in (Fixture.Status.WALKOVER, Fixture.Status.VOID):
        sides = (("home", fixture.home), ("away", fixture.away))
        parts.append(reason_words(fixture.reason, {side: row.name for side, row in sides if row}))
    said = ", ".join(parts)
    return f"{said} {aggregate(fixture)}".strip() if aggregate(fixture) else said


@register.filter
def aggregate(fixture: Fixture) -> str:
    """Of a second leg that is played, or being played, what both legs add up to: "(agg. 3–2)", by its own sides. Empty
    for everything else, and where the tie's fixtures were not read with it: a row asks no question of its own."""
    if fixture.leg != 2 or "fixtures" not in getattr(fixture.tie, "_prefetched_objects_cache", {}):
        return ""
    legs = list(fixture.tie.fixtures.all())
    settings = fixture.tie.round.stage.settings
    if len(legs) != 2 or settings.get("best_of") or settings.get("replay"):
        return ""
    first = next((leg for leg in legs if leg.leg == 1), None)
    if first is None:
        return ""
    before, now = goals_of(first), goals_of(fixture)
    if None in (*before, *now):
        return ""
    if first.home_id != fixture.home_id:
        before = (before[1], before[0])
    home, away = ((one or 0) + (other or 0) for one, other in zip(before, now, strict=True))
    return pgettext("score of both legs", "(agg. %(home)s–%(away)s)") % {"home": home, "away": away}


@register.filter
def fixture_reason(fixture: Fixture) -> str:
    """Why the fixture stands as it does, as a sentence."""
    sides = (("home", fixture.home), ("away", fixture.away))
    return reason_words(fixture.reason, {side: row.name for side, row in sides if row})


@register.filter
def entry_words(entry: ResultEntry) -> str:
    """An entry of the log of results as a sentence."""
    who = entry.actor.nickname if entry.actor else _("The schedule")
    score = "" if entry.home_goals is None else f"{entry.home_goals}–{entry.away_goals}"
    said = {
        "played": _("%(score)s, played here"),
        "claimed": _("%(who)s reported %(score)s"),
        "confirmed": _("%(score)s counts: nobody objected")
        if entry.source == "deadline"
        else _("%(who)s: %(score)s counts"),
        "disputed": _("%(who)s disputed it"),
        "reported": _("%(who)s entered %(score)s"),
        "corrected": _("%(who)s corrected it to %(score)s"),
        "walkover": _("%(who)s awarded it %(score)s"),
        "voided": _("%(who)s let it not count"),
        "replay": _("%(who)s ordered it to be played again"),
    }.get(entry.kind, "%(who)s: %(score)s") % {"who": who, "score": score}
    if entry.how == "resumed":
        said = _("%(who)s let it go on from move %(v)s") % {"who": who, "v": entry.why[1]["v"]}
    reason = f": {entry.reason}" if entry.reason and entry.kind != "disputed" else ""
    mark = f" ({translated(text(OWN_MATCH))})" if entry.own else ""
    names = scorers.words(entry.scorers) if entry.scorers else ""
    told = _("scored by %(names)s") % {"names": names}
    return f"{said}{f' ({told})' if names else ''}{reason}{mark}"


@register.filter
def fixture_url(fixture: Fixture) -> str:
    """The live table where there is a match, else the fixture's own page."""
    try:
        if fixture.match_id:
            return reverse("matches:live", args=[fixture.match_id])
        return reverse("competitions:fixture_short", args=[fixture.pk])
    except NoReverseMatch:
        return f"/matches/{fixture.match_id}/" if fixture.match_id else "/competitions/"


@register.filter
def fixture_sentence(fixture: Fixture) -> str:
    """The row as one sentence."""
    home = fixture.home.name if fixture.home else waits_for(fixture, "home")
    away = fixture.away.name if fixture.away else waits_for(fixture, "away")
    if fixture.home_goals is None:
        return _("%(home)s against %(away)s, not played yet") % {"home": home, "away": away}
    sentence = _("%(home)s %(hg)s, %(away)s %(ag)s") % {
        "home": home,
        "away": away,
        "hg": fixture.home_goals,
        "ag": fixture.away_goals,
    }
    note = fixture_note(fixture)
    return f"{sentence}; {note}" if note else sentence


@register.filter
def format_words(competition: Competition) -> str:
    """The format in a few words: "knockout, two legs", "league, home and away"."""
    words = [stage_words(stage) for stage in stages_cached(competition)]
    return ", ".join(words)


@register.filter
def stage_words(stage: Stage) -> str:
    """One stage in a few words."""
    said = settings_of(stage)
    match stage.format:
        case Stage.Format.LEAGUE:
            return _("league, home and away") if said["times"] == 2 else _("league, single round")
        case Stage.Format.GROUPS:
            return _("%(number)d groups") % {"number": said["groups"]}
        case Stage.Format.DIVISIONS:
            return _("%(number)d divisions") % {"number": said["divisions"]}
        case Stage.Format.PLAYOFFS:
            return _("play-offs")
        case Stage.Format.SWISS:
            return _("Swiss, %(number)d rounds") % {"number": said["rounds"]}
        case Stage.Format.DOUBLE:
            return _("double elimination")
    if said["best_of"]:
        return _("knockout, best of %(number)d") % {"number": said["best_of"]}
    return _("knockout, two legs") if said["legs"] == 2 else _("knockout, one match a tie")


@register.filter
def stage_name(stage: Stage) -> str:
    """What a stage is called among several."""
    return {
        Stage.Format.LEAGUE: _("League"),
        Stage.Format.GROUPS: _("Groups"),
        Stage.Format.DIVISIONS: _("Divisions"),
        Stage.Format.KNOCKOUT: _("Knockout"),
        Stage.Format.PLAYOFFS: _("Play-offs"),
        Stage.Format.DOUBLE: _("Double elimination"),
        Stage.Format.SWISS: _("Swiss rounds"),
    }[Stage.Format(stage.format)]


def stages_cached(competition: Competition) -> list[Stage]:
    """The stages of ``competition``, read once for a page."""
    if not hasattr(competition, "stages_read"):
        competition.stages_read = list(competition.stages.all())  # type: ignore[attr-defined]
    found: list[Stage] = competition.stages_read  # type: ignore[attr-defined]
    return found


@register.filter
def has_table(competition: Competition) -> bool:
    """Whether any stage has tables."""
    return any(stage.format in TABLES for stage in stages_cached(competition))


@register.filter
def has_swiss(competition: Competition) -> bool:
    """Whether it has begun a Swiss stage, which goes out as TRF."""
    swiss = any(stage.format == Stage.Format.SWISS for stage in stages_cached(competition))
    return swiss and competition.started_at is not None


@register.filter
def embed_frames(competition: Competition) -> list[tuple[str, str, str]]:
    """``(part, its name, the ready frame)`` of what a club's page can show of ``competition``."""
    formats = {stage.format for stage in stages_cached(competition)}
    parts = [("fixtures", _("Fixtures"), 480)]
    if formats & set(TABLES):
        parts.insert(0, ("table", _("Table"), 520))
    if formats & set(BRACKETS):
        parts.insert(0, ("bracket", _("Bracket"), 620))
    root = settings.PUBLIC_URL.rstrip("/")
    frame = '<iframe src="{}" title="{}" width="100%" height="{}" loading="lazy"></iframe>'
    return [
        (
            part,
            name,
            format_html(
                frame,
                root + reverse("competitions:embed", args=[competition.slug, part]),
                f"{competition.name}: {name}",
                height,
            ),
        )
        for part, name, height in parts
    ]


@register.filter
def has_groups(competition: Competition) -> bool:
    """Whether there are several tables."""
    several = (Stage.Format.GROUPS, Stage.Format.DIVISIONS)
    return any(stage.format in several for stage in stages_cached(competition))


@register.filter
def has_bracket(competition: Competition) -> bool:
    """Whether any stage is a bracket."""
    return any(stage.format in BRACKETS for stage in stages_cached(competition))


@register.filter
def is_swiss(competition: Competition) -> bool:
    """Whether it has Swiss rounds."""
    return any(stage.format == Stage.Format.SWISS for stage in stages_cached(competition))


@register.filter
def is_evening(competition: Competition) -> bool:
    """Whether it is played as an evening at real tables."""
    return evening_of(stages_cached(competition)) is not None


@register.filter
def buzzer_words(choice: str) -> Any:  # a lazy string
    """What the buzzer of an evening does to unfinished matches."""
    return BUZZERS[choice]


@register.filter
def odd_words(choice: str) -> Any:  # a lazy string
    """What becomes of who is left over in an evening."""
    return ODDS[choice].who


@register.filter
def odd_effects(choice: str) -> Any:  # lazy strings
    """What that does to the table, to ratings and to statistics."""
    return ODDS[choice][1:]


@register.filter
def has_divisions(competition: Competition) -> bool:
    """Whether it is a season of divisions."""
    return any(stage.format == Stage.Format.DIVISIONS for stage in stages_cached(competition))


@register.filter
def short_name(day: Matchday) -> str:
    """A round in the row of rounds: its number alone where its name is nothing more."""
    return str(day.round.step) if day.round.stage.format in TABLES else day.name


@register.filter
def bye_words(tie: Tie) -> str:
    """Why somebody does not play in a Swiss round."""
    return {
        "half_bye": _("a rest, half a point"),
        "full_bye": _("a rest, a full point"),
        "absent": _("a rest, no points"),
    }.get(tie.kind, _("the bye"))


@register.filter
def minutes(number: int) -> str:
    """Minutes as people say them: "45 minutes", "3½ hours", "2 days"."""
    if number < 90:
        return _("%(number)d minutes") % {"number": number}
    if number < 36 * 60:
        return _("%(number)s hours") % {"number": halves(round(number / 30) / 2)}
    return _("%(number)s days") % {"number": halves(round(number / 720) / 2)}


@register.filter
def halves(points: float) -> str:
    """Points as people write them: 3, 2½."""
    whole, half = divmod(points, 1)
    return f"{int(whole) or ''}½" if half == 0.5 else f"{points:g}"


@register.simple_block_tag(takes_context=True)
def tab(context: dict[str, Any], content: str, name: str) -> str:  # a template context
    """A tab of the competition: ``{% tab "bracket" %}Bracket{% endtab %}``."""
    current = mark_safe(' aria-current="page"') if context.get("page") == name else ""
    address = reverse(f"competitions:{name}", args=[context["competition"].slug])
    return format_html('<a href="{}"{}>{}</a>', address, current, content)


def reason_words(reason: Any, names: dict[str, str]) -> str:  # a Text, or plain words
    """A stored reason in the reader's language."""
    return reason if isinstance(reason, str) else translated(reason, names)


@register.filter
def tie_note(drawn: DrawnTie) -> str:
    """The line under a tie: who went through and how, where the numbers do not say it; that it is a replay."""
    said = _tie_note(drawn)
    return ", ".join(part for part in (_("played again") if drawn.is_replay else "", said) if part)


def _tie_note(drawn: DrawnTie) -> str:
    tie = drawn.tie
    winner = tie.winner.name if tie.winner else ""
    if drawn.is_bye:
        return ""
    if tie.decided == "shootout" and drawn.shootout:
        kicks = drawn.shootout if tie.winner_id == tie.home_id else drawn.shootout[::-1]
        return _("%(name)s %(mine)s–%(theirs)s on pens") % {"name": winner, "mine": kicks[0], "theirs": kicks[1]}
    if tie.decided in ("regulation", "aggregate", "best_of"):
        return ""
    said = {
        "extra_time": _("after extra time"),
        "away_goals": _("on away goals"),
        "walkover": _("walkover (w/o)"),
        "double_walkover": _("nobody came: nobody goes through"),
        "no_show": _("no-show"),
        "resignation": _("by resignation"),
        "withdrawal": _("withdrawn"),
        "award": _("awarded"),
    }.get(tie.decided, "")
    names = {side: row.entrant.name for side, row in (("home", drawn.home), ("away", drawn.away)) if row.entrant}
    return reason_words(tie.reason, names) or said


@register.filter
def fixture_live(fixture: Fixture) -> bool:
    """Whether its match is being played now."""
    return is_live(fixture)


@register.filter
def goal(fixture: Fixture, side: str) -> int | str:
    """The goals of ``home`` or ``away``: final, or of the running match; nothing before it."""
    goals = goals_of(fixture)[side != "home"]
    return "" if goals is None else goals


@register.filter
def audit_words(entry: AuditEntry) -> str:
    """A line of the audit log in the reader's language."""
    return text_words(entry.message)


@register.filter
def audit_who(entry: AuditEntry) -> str:
    """Who did it, where the line itself does not begin with a name."""
    named = ("enter", "leave", "rename", "withdraw", "champion", "accept", "decline_invitation")
    if entry.verb in named or (entry.verb == "draw" and not entry.actor):
        return ""
    return entry.actor.nickname if entry.actor else entry.signed or _("The schedule")


@register.filter
def text_words(message: Any) -> str:  # a Text, or plain words
    """A stored ``Text`` in the reader's language; plain words as they are."""
    if isinstance(message, str):
        return message
    return translated(message) if message else ""


@register.filter
def tie_sentence(drawn: DrawnTie) -> str:
    """A tie as one sentence."""
    sides = [row.entrant.name if row.entrant else _slot_of(drawn.tie, name) for name, row in drawn.named_sides]
    totals = [side.total for side in drawn.sides]
    if None in totals:
        return _("%(home)s against %(away)s") % {"home": sides[0], "away": sides[1]}
    said = {"home": sides[0], "hg": totals[0], "away": sides[1], "ag": totals[1]}
    sentence = _("%(home)s %(hg)s, %(away)s %(ag)s") % said
    note = tie_note(drawn)
    return f"{sentence}; {note}" if note else sentence


@register.filter
def duration(seconds: int) -> str:
    """Seconds as people say them: 60 is "1 minute", 2700 "45 minutes", 86400 "1 day"."""
    for size, one, many in (
        (86400, gettext_lazy("1 day"), gettext_lazy("%(number)d days")),
        (3600, gettext_lazy("1 hour"), gettext_lazy("%(number)d hours")),
        (60, gettext_lazy("1 minute"), gettext_lazy("%(number)d minutes")),
        (1, gettext_lazy("1 second"), gettext_lazy("%(number)d seconds")),
    ):
        if seconds % size == 0:
            number = seconds // size
            return str(one) if number == 1 else str(many) % {"number": number}
    return str(seconds)


@register.filter
def option_value(value: Any) -> str:  # a JSON value of an option
    """A value of an option in words."""
    if isinstance(value, dict):
        return f"{value.get('home')}–{value.get('away')}"
    return translated(text(value)) if isinstance(value, str) else str(value)


@register.filter
def option_label(name: str, game: str) -> str:
    """An option's or a limit's name in words."""
    limits = {"move_seconds": _("Seconds a decision"), "budget_seconds": _("Seconds a side for the match")}
    if name in limits:
        return limits[name]
    found = next((option for option in engines.get(game).options if option.name == name), None)
    return translated(text(found.label)) if found is not None else name
