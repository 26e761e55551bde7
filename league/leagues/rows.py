"""Tables laid out for their pages: names, zones, reasons said once, form, the Swiss sums, the best of the next place.

Nothing is decided here: the tables stand in the rows of their groups.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, pairwise
from typing import Any, Final, Protocol
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engines.core.text import Text, text
from league.competitions.derivation.past_tables import next_placed_now, tables_at, tables_of_venue
from league.competitions.models import Competition, Entrant, Group, Outlook, Stage
from league.competitions.setup.stages import TABLES, places_above, splits
from league.competitions.words.closings import closing_words
from league.competitions.words.criteria import one_at_a_time_words
from league.competitions.words.fixtures import bye_kind_words, halves
from league.competitions.words.stages import carried_entry_words, carried_words, draws_words, legs_words
from league.formats import groups as forming
from league.formats.knockout import size as places_of
from league.leagues.prospects import prospects
from league.sentences import translated
from league.standings import explain, ledger
from league.standings.criteria import CRITERIA
from league.standings.figures import Venue
from matches.models import Match

POINTS: Final = replace(CRITERIA["points"], signed=True)
SURE = {
    "★": lambda: _("certain of the first place"),
    "✓": lambda: _("certain of its zone"),
    "✕": lambda: _("cannot go through any more"),
}
"""The signs beside a rank that is sure, as the legend says them."""


class Named(Protocol):
    """An entrant as far as a table shows one: a row, or the columns that were read of it."""

    @property
    def pk(self) -> UUID:
        """Its id."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def player_id(self) -> UUID:
        """The player who plays for it."""

    @property
    def stands_in_for(self) -> str:
        """Name of the entrant that it replaced."""

    @property
    def status(self) -> str:
        """One of ``Entrant.Status``."""


@dataclass
class ShownTable:
    """The table of one group with names, in rank order."""

    group: Group
    name: str
    rows: list[dict[str, Any]]
    swiss: bool = False
    above: int = 0
    """The places above its first one: it is the lower part of a table that split."""
    marks: list[tuple[str, str]] = field(default_factory=list)
    """The signs of what is sure that stand in it, and their words."""
    heads: list[str] = field(default_factory=list)
    """The zones that the projection has a column for."""
    zones: list[dict[str, Any]] = field(default_factory=list)
    """The legend: ``kind``, ``sign``, ``text`` of each zone that there is."""
    provisional: bool = False
    cards_untold: int = 0
    """Matches whose cards nobody told, where the rules need them: the criterion is left out."""
    left: str = ""
    """Who withdrew from a division and so takes a place of relegation, in words."""
    ledger: list[str] = field(default_factory=list)
    """Points that no match gave to its rows, in words: those taken or given back, then those of byes."""
    carried: str = ""
    """A sentence on the points of the stage before that count here; empty where none do."""
    shootouts: str = ""
    """What follows its level matches, and what that pays, in words; empty where draws stand."""
    legs: str = ""
    """A sentence on ties of two legs; empty where a match is one match."""
    closing: str = ""
    """The way in which the table of a season that ended early was made, and why; empty where it did not."""
    outlook: Outlook | None = None
    """The outlook, while nothing has changed since it was made."""
    forecast: list[dict[str, Any]] = field(default_factory=list)
    """Name, possible places, chances of the first place and of each zone, and points at the end, of each row."""
    prospects: list[str] = field(default_factory=list)
    """The prospects of the table, in two sentences."""
    stored: dict[str, Any] = field(default_factory=dict)
    """``Group.table`` as it was read; its reasons are put into words by ``explained``."""
    names: dict[str, str] = field(default_factory=dict)
    """Names of the entrants by id, for the reasons."""


def tables_of(
    competition: Competition,
    stages: list[Stage],
    entrants: Sequence[Named],
    user: Any,
    live: Collection[int] | None = None,
) -> list[ShownTable]:
    """Return every table of the competition in order; none for a knockout and before the start. One query where there
    are any. ``live``: the groups in which somebody plays, where the ``stages`` were not read whole."""
    if not any(stage.format in TABLES for stage in stages):
        return []
    rows = Group.objects.filter(stage__competition=competition).select_related("outlook")
    groups = list(rows.order_by("stage__number", "number"))
    by_id = {stage.pk: stage for stage in stages}
    live = _live_groups(stages) if live is None else live
    tables = []
    for group in groups:
        table = shown_table(group, group.table, by_id[group.stage_id], stages, entrants, user)
        table.provisional = group.pk in live
        _outlook(table, group)
        tables.append(table)
    return tables


def tables_after(
    competition: Competition, number: int, stages: list[Stage], entrants: Sequence[Named], user: Any
) -> list[ShownTable]:
    """Return the tables as they were after round ``number``, from the same log by the same code."""
    return [
        shown_table(group, stored, stage, stages, entrants, user)
        for group, stage, stored in _of_groups(competition, stages, tables_at(competition, number))
    ]


def tables_at_venue(
    competition: Competition,
    venue: Venue,
    number: int | None,
    stages: list[Stage],
    entrants: Sequence[Named],
    user: Any,
) -> list[ShownTable]:
    """Return the tables of the home matches alone, or of the away ones, now or after round ``number``. Places in them
    mean nothing, so they have no zones."""
    return [
        shown_table(group, stored, stage, [], entrants, user, zones=False)
        for group, stage, stored in _of_groups(competition, stages, tables_of_venue(competition, venue, number))
    ]


def _of_groups(
    competition: Competition, stages: list[Stage], tables: list[tuple[Any, dict[str, Any]]]
) -> list[tuple[Group, Stage, dict[str, Any]]]:
    """Return each of ``tables`` with its group and that one's stage. One query."""
    groups = {group.pk: group for group in Group.objects.filter(stage__competition=competition)}
    by_id = {stage.pk: stage for stage in stages}
    stored_tables = ((groups.get(key), stored) for key, stored in tables)
    return [(group, by_id[group.stage_id], stored) for group, stored in stored_tables if group is not None]


def best_of_next(
    competition: Competition, stages: list[Stage], entrants: Sequence[Named], tables: Sequence[ShownTable]
) -> list[dict[str, Any]]:
    """Return the table of the best of the next place of all groups, as it stands; empty where none of them goes
    through."""
    following = next((stage for stage in stages if stage.settings.get("best")), None)
    if following is None or not any(stage.all_rounds for stage in stages):
        return []
    before = max((stage for stage in stages if stage.number < following.number), key=lambda stage: stage.number)
    if any(_annulled(table) for table in tables if table.group.stage_id == before.pk):
        return []
    by_id = {str(entrant.pk): entrant for entrant in entrants}
    best = following.settings["best"]
    rows = []
    for rank, (group, row) in enumerate(next_placed_now(competition, following), start=1):
        entrant = by_id[row["entrant"]]
        rows.append(
            {
                **row,
                "rank": rank,
                "group": group,
                "name": entrant.name,
                "player_id": entrant.player_id,
                "zone": "up" if rank <= best else "",
                "sign": "▲" if rank <= best else "",
                "zone_words": _("goes through"),
                "cut": rank == best + 1,
            }
        )
    return rows


ROWS: Final = 100
"""Rows on one page, of all its tables together; a table with fewer is not cut."""


def cut(tables: list[ShownTable]) -> list[list[tuple[ShownTable, int]]]:
    """Cut ``tables`` into pages of up to ``ROWS`` rows; a page lists tables, each with its first row (from 0)."""
    pages: list[list[tuple[ShownTable, int]]] = []
    room = 0
    for table in tables:
        for start in range(0, max(len(table.rows), 1), ROWS):
            rows = len(table.rows[start : start + ROWS])
            if not pages or rows > room:
                pages.append([])
                room = ROWS
            pages[-1].append((table, start))
            room -= rows
    return pages


def on_page(page: list[tuple[ShownTable, int]]) -> list[ShownTable]:
    """Return the tables of a page of ``cut`` with the rows that stand on it."""
    for table, start in page:
        table.rows = table.rows[start : start + ROWS]
        table.forecast = table.forecast[start : start + ROWS]
    return [table for table, _start in page]


def shown_table(
    group: Group,
    stored: Any,
    stage: Stage,
    stages: list[Stage],
    entrants: Sequence[Named],
    user: Any,
    zones: bool = True,
) -> ShownTable:
    """``stored`` (``Group.table``, now or as it was) as the table of ``group``, its reasons not yet in words."""
    stored = stored if isinstance(stored, dict) else {"rows": stored}
    by_id = {str(entrant.pk): entrant for entrant in entrants}
    reader = None if user is None else user.pk  # asked once: a request's user is looked up behind a proxy each time
    sums = ledger.sums_of(stored)
    rows = [
        _row(row, sums[row["entrant"]], by_id[row["entrant"]], reader)
        for row in stored.get("rows", [])
        if row["entrant"] in by_id
    ]
    table = ShownTable(group, group_name(stage, group), rows, bool(rows) and "swiss" in rows[0])
    table.above = places_above(stage, group)
    table.stored, table.names = stored, {key: entrant.name for key, entrant in by_id.items()}
    table.cards_untold = stored.get("cards_untold", 0)
    table.shootouts, table.legs = draws_words(stage), legs_words(stage)
    table.carried = carried_words(stage) if "ledger_carried" in stored else ""
    table.closing = closing_words(stored)
    if zones and not _annulled(table):
        _zones(table, stage, stages)
    return table


def _annulled(table: ShownTable) -> bool:
    """Return whether its season was annulled: no place in it means anything."""
    return bool(table.stored.get("closing", {}).get("way") == "annulled")


def _values_by_hand(table: ShownTable) -> dict[str, Text]:
    """Return the organiser's value of each entrant that has one, and why, as a sentence by the entrant's id."""
    return {
        entrant: text(
            "{who} has the organiser’s value {value}: {reason}", who=f"@{entrant}", value=value, reason=reason
        )
        for entrant, value, reason in table.stored.get("by_hand", [])
    }


def group_name(stage: Stage, group: Group) -> str:
    """ "Group A", "Division 1", "Places 7–12", or nothing where there is only one table."""
    if splits(stage.settings):
        above = places_above(stage, group)
        return _("Places %(first)d–%(last)d") % {"first": above + 1, "last": above + len(group.members)}
    if stage.format == Stage.Format.GROUPS and stage.number > 1:
        return _("Stage %(number)d, group %(name)s") % {"number": stage.number, "name": group.name}
    if stage.format == Stage.Format.GROUPS:
        return _("Group %(name)s") % {"name": group.name}
    if stage.format == Stage.Format.DIVISIONS:
        return _("Division %(name)s") % {"name": group.name}
    return _("Stage %(number)d") % {"number": stage.number} if stage.number > 1 else ""


def _live_groups(stages: list[Stage]) -> set[int]:
    """Return the groups in which a match is being played: their tables are provisional."""
    return {
        tie.group_id
        for stage in stages
        if stage.format in TABLES
        for row in stage.all_rounds
        for tie in row.all_ties
        if tie.group_id is not None
        for leg in tie.legs
        if leg.match is not None and leg.match.status in Match.IN_PLAY
    }


def _zones(table: ShownTable, stage: Stage, stages: list[Stage]) -> None:
    """Mark the rows whose place means something, and say what in the legend."""
    left = table.stored.get("left", [])
    rows = [row for row in table.rows if row["entrant"] not in left]
    rows += [row for row in table.rows if row["entrant"] in left]  # as they move: see ``order_of_moves``
    ranges: list[tuple[int, int, str, str, str]] = []  # first, last, kind, sign, words
    if stage.format == Stage.Format.DIVISIONS:
        number = int(table.group.name or 1)
        ranges = _division_zones(stage, number, len(table.group.members))
        table.left = _left_words(table, stage.settings.get("moves", [])[number - 1 :])
    else:
        following = next(
            (later for later in stages if later.number > stage.number and "through" in later.settings), None
        )
        if following is not None:
            through, best = following.settings["through"], following.settings.get("best", 0)
            ranges = [(1, through, "up", "▲", _("goes through"))]
            if splits(following.settings):
                ranges = _parts(following.settings, min(through, len(rows)))
            if following.settings.get("playoff_round"):
                byes = places_of(through) - through
                ranges = [
                    (1, byes, "up", "▲", _("goes through")),
                    (byes + 1, through, "playoff", "◆", _("play-off round")),
                ]
            if best:
                ranges.append(
                    (through + 1, through + 1, "playoff", "◆", _("through if among the best %(n)d") % {"n": best})
                )
    for first, last, kind, sign, words in ranges:
        if first > last or first > len(rows):
            continue
        for row in rows[first - 1 : last]:
            row["zone"], row["sign"], row["zone_words"] = kind, sign, words
        table.zones.append({"kind": kind, "text": f"{sign} {_zone_sentence(first, last, words)}"})
    for above, row in zip(table.rows, table.rows[1:], strict=False):
        row["cut"] = above.get("zone_words") != row.get("zone_words")


def _parts(settings: Mapping[str, Any], through: int) -> list[tuple[int, int, str, str, str]]:
    """Return the zones of a table that splits: the ranks that play on together."""
    count, zones = max(1, min(settings["groups"], through // 2)), []
    for number, places in enumerate(forming.by_rank(range(1, through + 1), count) if through else []):
        kind, sign = ("up", "▲") if number == 0 else ("down", "▼") if number == count - 1 else ("playoff", "◆")
        words = _("places %(first)d–%(last)d") % {"first": places[0], "last": places[-1]}
        if count == 2:
            words = _("lower half") if number else _("upper half")
        zones.append((places[0], places[-1], kind, sign, words))
    return zones


def _left_words(table: ShownTable, below: Sequence[dict[str, int]]) -> str:
    """Return who withdrew from a division, if anybody goes down from it; ``below``: the moves at its lower borders."""
    left = table.stored.get("left", [])
    taken = min(len(left), below[0]["direct"]) if below else 0
    if not taken:
        return ""
    return ngettext(
        "%(names)s withdrew: one of the places of relegation is taken.",
        "%(names)s withdrew: %(count)d of the places of relegation are taken.",
        taken,
    ) % {"names": ", ".join(table.names[entrant] for entrant in left if entrant in table.names), "count": taken}


def _zone_sentence(first: int, last: int, words: str) -> str:
    """Return a zone in the legend: "Ranks 1–2 go through", "Rank 8: relegation"."""
    places = f"{first}" if first == last else f"{first}–{last}"
    if words == _("goes through"):
        singular, plural = _("Rank %(places)s goes through"), _("Ranks %(places)s go through")
    else:
        singular, plural = _("Rank %(places)s: %(zone)s"), _("Ranks %(places)s: %(zone)s")
    return (singular if first == last else plural) % {"places": places, "zone": words}


def common_legend(tables: list[ShownTable]) -> list[dict[str, Any]]:
    """Return the legend, if all tables have the same one: it is said once then; else nothing."""
    legends = [table.zones for table in tables]
    return legends[0] if len(legends) > 1 and all(zones == legends[0] for zones in legends) else []


def say_once(tables: Sequence[ShownTable]) -> None:
    """Leave a note that several tables in a row have under the last of them alone."""
    for table, following in pairwise(tables):
        for note in ("carried", "legs", "shootouts"):
            if getattr(table, note) == getattr(following, note):
                setattr(table, note, "")


def _outlook(table: ShownTable, group: Group) -> None:
    """Mark who is sure of a place and who has no way left to one, and lay the projection out."""
    outlook: Outlook | None = getattr(group, "outlook", None)
    if outlook is None or outlook.position != group.table_position:
        return
    table.outlook = outlook
    above = table.above
    # Where somebody left who still stands in the table, zones are no ranges of places: nothing is proved of them.
    zoned = [] if any(row["entrant"] in table.stored.get("left", []) for row in table.rows) else table.rows
    kinds = list(dict.fromkeys((row["zone"], row["zone_words"]) for row in zoned if row.get("zone")))
    places = {
        kind: [
            at for at, row in enumerate(table.rows, start=above + 1) if (row.get("zone"), row.get("zone_words")) == kind
        ]
        for kind in kinds
    }
    ranges = {entrant: (best + above, worst + above) for entrant, (best, worst) in outlook.ranges.items()}
    over = all(best == worst for best, worst in ranges.values())
    for row in table.rows:
        best, worst = ranges.get(row["entrant"], (above + 1, above + len(table.rows)))
        chances = outlook.chances.get(row["entrant"], [])
        if not over:
            _mark(row, best, worst, places, above)
        table.forecast.append(
            {
                "name": row["name"],
                "best": best,
                "worst": worst,
                "first": round(100 * chances[0]) if chances and not above else None,
                "zones": [round(100 * sum(chances[at - above - 1] for at in places[kind])) for kind in kinds]
                if chances
                else [],
                "points": round(outlook.points[row["entrant"]], 1) if chances else None,
            }
        )
    table.marks = list(dict.fromkeys((row["mark"], SURE[row["mark"]]()) for row in table.rows if row.get("mark")))
    table.heads = [words for _kind, words in kinds]
    if over:
        table.forecast = []
    else:
        table.prospects = prospects(table.rows, ranges, {kind[1]: inside for kind, inside in places.items()})


def _mark(row: dict[str, Any], best: int, worst: int, places: dict[tuple[str, str], list[int]], above: int = 0) -> None:
    """Return the sign beside a rank that is sure: the table won, or a zone that cannot be left, or not be reached."""
    if worst == 1:
        row["mark"], row["mark_words"] = "★", _("certain of the first place")
        return
    last = _last_way_up(places, above)
    for (kind, words), inside in places.items():
        if inside and inside[0] <= best and worst <= inside[-1]:
            row["mark"], row["mark_words"] = "✓", _("certain: %(zone)s") % {"zone": words}
        elif kind == "up" and best > last:
            row["mark"], row["mark_words"] = "✕", _("out of reach: %(zone)s") % {"zone": words}


def _last_way_up(places: dict[tuple[str, str], list[int]], above: int = 0) -> int:
    """Return the last place from which one may still go up or through: that of the zones that follow each other from
    the first place on, a play-off or the best of a place among them. ``above``: the places above the table."""
    last = above
    for (kind, _words), inside in places.items():
        if kind in ("up", "playoff") and inside and inside[0] == last + 1:
            last = inside[-1]
    return last


def _division_zones(stage: Stage, number: int, size: int) -> list[tuple[int, int, str, str, str]]:
    moves = stage.settings.get("moves", [])
    zones = []
    if number > 1 and len(moves) >= number - 1:
        up = moves[number - 2]
        zones.append((1, up["direct"], "up", "▲", _("promotion")))
        zones.append((up["direct"] + 1, up["direct"] + up["playoff"], "playoff", "◆", _("promotion play-off")))
    if len(moves) >= number:
        down = moves[number - 1]
        last = size - down["direct"]
        zones.append((last - down["playoff"] + 1, last, "playoff", "◆", _("relegation play-off")))
        zones.append((last + 1, size, "down", "▼", _("relegation")))
    return zones


def _ledger_words(table: ShownTable) -> list[str]:
    """Return the points that no match of it gave to the shown rows, one a line: carried, by decision, of byes."""
    names = {row["entrant"]: row["name"] for row in table.rows}
    entries = [entry for entry in ledger.entries_of(table.stored) if entry.points and entry.entrant in names]
    sentences = []
    for entry in sorted(entries, key=lambda entry: (entry.carried is None, entry.bye)):
        words = bye_kind_words(entry.reason) if entry.bye else entry.reason
        if entry.carried is not None:
            words = carried_entry_words(entry)
        if entry.round:
            words = _("%(bye)s, round %(number)d") % {"bye": words, "number": entry.round}
        sentences.append(f"{names[entry.entrant]} {POINTS.written(entry.points)}: {words}")
    return sentences


def explained(table: ShownTable, competition: Competition) -> None:
    """Put the ledger and the reasons of rows of ``table`` into words.

    Reasons stand under the last row of each block of entrants level on points, each sentence once. A block of which
    only a part is shown has the reasons of that part.
    """
    table.ledger = _ledger_words(table)
    reasons = dict(zip((row["entrant"] for row in table.stored["rows"]), explain.reasons(table.stored), strict=True))
    for entrant, value in _values_by_hand(table).items():
        reasons.setdefault(entrant, []).append(value)
    level = Counter(row["points"] for row in table.stored["rows"])
    for points, rows in groupby(table.rows, key=lambda row: row["points"]):
        block = list(rows)
        sentences = {id(sentence): sentence for row in block for sentence in reasons[row["entrant"]]}
        words = dict.fromkeys(translated(sentence, table.names) for sentence in sentences.values())
        if words and level[points] > 1:
            way = one_at_a_time_words(competition) if level[points] > 2 else ""
            block[-1].update(why=[*words, *filter(None, [way])], level=level[points], level_on=halves(points))


def _row(row: dict[str, Any], sums: ledger.Sums, entrant: Named, reader: UUID | None) -> dict[str, Any]:
    return {
        **row,
        **sums._asdict(),
        **row.get("swiss", {}),
        "name": entrant.name,
        "stands_in_for": entrant.stands_in_for,
        "player_id": entrant.player_id,
        "mine": entrant.player_id == reader,
        "withdrawn": entrant.status == Entrant.Status.WITHDRAWN,
        "why": [],
        "form": list(reversed(row.get("form", []))),
    }
