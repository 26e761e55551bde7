"""Brackets drawn as SVG: on their page, in print, and as a picture to share.

On the page every element has a class and the style sheet its colours (``static/css/bracket.css``); in the picture the
same elements carry them as attributes, because a shared picture has no style sheet. Words are never cut if some
squeezing keeps them whole. ``tree`` computes the positions.
"""

from dataclasses import dataclass, field
from functools import lru_cache
from html import escape
from typing import Any, Final

from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from league.brackets.layout import DrawnPart, Side, written
from league.brackets.sentences import tie_note, tie_sentence
from league.brackets.tree import Box, Head, Tree, laid_out
from league.competitions.models import Competition
from league.competitions.words.fixtures import how_words, waits_for
from league.competitions.words.stages import format_words
from league.players.drawing.crests import crest
from league.players.templatetags.tabellone import days_to, local
from league.players.words.games import game_name
from matches.letters import writable

UI: Final = "system-ui, 'Segoe UI', Roboto, 'Noto Sans', Arial, sans-serif"
BOARD: Final = "Bahnschrift, 'DIN Condensed', 'Roboto Condensed', 'Nimbus Sans Narrow', 'Arial Narrow', sans-serif"
THEMES: Final[dict[str, dict[str, str]]] = {
    "light": {
        "bg": "#f2f4ef",
        "surface": "#ffffff",
        "sunken": "#e9ede5",
        "line": "#d6dcd1",
        "strong": "#818d85",
        "ink": "#13201a",
        "ink2": "#44534b",
        "ink3": "#5b6961",
        "win": "#176c41",
        "winsoft": "#e0f1e6",
        "live": "#bf1f1a",
    },
    "dark": {
        "bg": "#0d1311",
        "surface": "#151d1a",
        "sunken": "#1c2622",
        "line": "#2a3631",
        "strong": "#66756d",
        "ink": "#e9efea",
        "ink2": "#b3c0b8",
        "ink3": "#93a199",
        "win": "#6fcf97",
        "winsoft": "#14301f",
        "live": "#ff8a80",
    },
}
PAINT: Final[dict[str, dict[str, str | float]]] = {
    "ground": {"fill": "surface"},
    "rim": {"fill": "none", "stroke": "line"},
    "rim live": {"fill": "none", "stroke": "live", "stroke-width": 2},
    "rim bye": {"fill": "none", "stroke": "line", "stroke-dasharray": "4 3"},
    "rule": {"stroke": "line"},
    "top": {"stroke": "ink", "stroke-width": 2},
    "way": {"fill": "none", "stroke": "strong", "stroke-width": 1.5},
    "sum": {"fill": "sunken"},
    "sum won": {"fill": "winsoft"},
    "total": {"fill": "ink", "font-weight": 700, "font-family": BOARD},
    "total won": {"fill": "win", "font-weight": 700, "font-family": BOARD},
    "leg": {"fill": "ink2"},
    "seed": {"fill": "ink3"},
    "name": {"fill": "ink"},
    "name won": {"fill": "ink", "font-weight": 700},
    "name lost": {"fill": "ink2"},
    "name open": {"fill": "ink2", "font-style": "italic"},
    "told": {"fill": "ink2"},
    "told live": {"fill": "live", "font-weight": 700},
    "dot": {"fill": "live"},
    "round": {"fill": "ink", "font-weight": 700, "font-family": BOARD},
    "dates": {"fill": "ink2"},
    "part": {"fill": "ink", "font-weight": 700, "font-family": BOARD},
    "hit": {"fill": "none"},
}
"""Looks of the classes in the picture: names of a theme's colours, or plain attributes."""

NARROW, BROAD = frozenset("ijlIftr.,:;'’|()[]! 1"), frozenset("mwMWQO@%—&")
LEAST_SQUEEZE: Final = 0.72
"""The narrowest squeeze of words before they are cut."""


def words_width(words: str, size: float, bold: bool = False) -> float:
    """Estimate the width of ``words`` in a common sans serif of ``size``, erring on the wide side."""
    each = sum(
        0.36 if mark in NARROW else 0.88 if mark in BROAD else 1 if mark > "\u2fff" else 0.68 if mark.isupper() else 0.6
        for mark in words
    )
    return each * size * (1.14 if bold else 1)


@dataclass
class Pen:
    """Writer of elements; with ``theme`` their colours as attributes, else classes alone."""

    theme: str = ""
    of: str = ""
    """The entrant whose path is marked."""
    player: Any = None
    """The reader's account: their own rows have a bar."""
    out: list[str] = field(default_factory=list)

    def look(self, kind: str) -> str:
        """Return the class, or its attributes."""
        if not self.theme:
            return f'class="{kind}"'
        colours = THEMES[self.theme]
        return " ".join(f'{name}="{colours.get(str(value), value)}"' for name, value in PAINT.get(kind, {}).items())

    def rect(self, kind: str, x: float, y: float, width: float, height: float, radius: float = 0) -> None:
        """Draw a box."""
        corner = f' rx="{radius:g}"' if radius else ""
        size = f'width="{width:g}" height="{height:g}"'
        self.out.append(f'<rect {self.look(kind)} x="{x:g}" y="{y:g}" {size}{corner}/>')

    def path(self, kind: str, way: str, more: str = "") -> None:
        """Draw a line or a figure."""
        self.out.append(f'<path {self.look(kind)} d="{way}"{more}/>')

    def words(
        self, kind: str, at: tuple[float, float], words: str, size: float, room: float = 0, anchor: str = ""
    ) -> None:
        """Write one line; with ``room`` it is squeezed to fit, and cut only if that is not enough."""
        fit, whole = "", words
        bold = "won" in kind or kind in ("round", "part")
        if room and (needed := words_width(words, size, bold)) > room:
            if needed * LEAST_SQUEEZE > room:
                while words and words_width(words + "…", size, bold) * LEAST_SQUEEZE > room:
                    words = words[:-1]
                words = words.rstrip() + "…"
                self.out.append(f"<g><title>{escape(whole)}</title>")
            fit = f' textLength="{room:g}" lengthAdjust="spacingAndGlyphs"'
            if words_width(words, size, bold) < room:
                fit = ""
        anchoring = f' text-anchor="{anchor}"' if anchor else ""
        place = f'x="{at[0]:g}" y="{at[1]:g}" font-size="{size:g}"'
        self.out.append(f"<text {self.look(kind)} {place}{anchoring}{fit}>{escape(words)}</text>")
        if words != whole:
            self.out.append("</g>")

    def path_of(self, entrant: Any) -> str:
        """Return the attribute that names the entrant of this part of the path, and its mark."""
        if entrant is None or self.theme:
            return ""
        return f' data-e="{entrant}"' + (" data-path" if str(entrant) == self.of else "")


@lru_cache(maxsize=2048)
def _crest_symbol(name: str) -> str:
    """Return the inside of a player's crest, as a symbol for repeated use."""
    return crest(name, True).partition(">")[2].removesuffix("</svg>")


def tree_svg(parts: list[DrawnPart], of: str = "", player: Any = None) -> SafeString:
    """Draw the bracket of one stage for its page; ``of``: the entrant whose path is marked, ``player``: the reader."""
    tree = laid_out(parts)
    pen = Pen(of=of, player=player)
    _draw_tree(pen, tree)
    here = next((box for box in tree.boxes if box.drawn.live), None)
    round_now = next((head for head in tree.heads if head.row.current), None)
    start = here.x if here else round_now.x if round_now else 0
    return mark_safe(
        f'<svg class="tree{" dense" if tree.size.dense else ""}" viewBox="0 0 {tree.width:g} {tree.height:g}"'
        f' width="{tree.width:g}" height="{tree.height:g}" role="group" aria-label="{escape(_("Bracket"))}"'
        f' data-start="{start:g}">{"".join(pen.out)}</svg>'
    )


def picture(competition: Competition, trees: list[list[DrawnPart]], address: str, theme: str = "light") -> str:
    """Draw the brackets of ``competition`` as a whole SVG file with its name, its champion and its address."""
    drawn = [laid_out(parts) for parts in trees]
    pen = Pen(theme)
    edge, top, foot = 32, 104, 44
    width = max(720, *(tree.width + 2 * edge for tree in drawn)) if drawn else 720
    height = top + sum(tree.height + edge for tree in drawn) + foot
    colours = THEMES[theme]
    out = pen.out
    out.append(f'<rect width="{width:g}" height="{height:g}" fill="{colours["bg"]}"/>')
    out.append(f'<rect width="{width:g}" height="72" fill="#0f2f26"/>')
    out.append(f'<rect y="72" width="{width:g}" height="4" fill="#f6c945"/>')
    title = f'fill="#f4f1e4" font-family="{BOARD}" font-weight="700"'
    out.append(f'<text x="{edge}" y="36" {title} font-size="26">{escape(competition.name)}</text>')
    facts = f"{game_name(competition.game)} · {format_words(competition)}"
    out.append(f'<text x="{edge}" y="58" fill="#a9c1b5" font-size="13">{escape(facts)}</text>')
    if competition.champion:
        champion = _("Champion: %(name)s") % {"name": competition.champion.name}
        gold = f'fill="#f6c945" font-family="{BOARD}" font-weight="700" text-anchor="end"'
        out.append(f'<text x="{width - edge:g}" y="44" {gold} font-size="20">{escape(champion)}</text>')
    at = float(top)
    for tree in drawn:
        out.append(f'<g transform="translate({(width - tree.width) / 2:g} {at:g})">')
        _draw_tree(pen, tree)
        out.append("</g>")
        at += tree.height + edge
    when = local(timezone.now(), "d MMM y, HH:mm")
    out.append(f'<text x="{edge}" y="{height - 18:g}" fill="{colours["ink2"]}" font-size="13">{escape(address)}</text>')
    out.append(
        f'<text x="{width - edge:g}" y="{height - 18:g}" fill="{colours["ink2"]}" font-size="13" text-anchor="end">'
        f"{escape(when)}</text>"
    )
    return writable(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}"'
        f' viewBox="0 0 {width:g} {height:g}" font-family="{UI}" role="img" aria-label="{escape(competition.name)}">'
        f"{''.join(out)}</svg>"
    )


def _draw_tree(pen: Pen, tree: Tree) -> None:
    """Draw crests, lines, heads and ties of ``tree`` round by round, so that it is read in the order of play."""
    if not tree.size.dense:
        _crests(pen, tree)
    for line in tree.lines:
        way = "M" + "L".join(f"{x:g} {y:g}" for x, y in line.points)
        pen.path("way", way, pen.path_of(line.winner))
    for name, y in tree.titles:
        pen.words("part", (0, y + 22), name, 20)
    drawn_ties = set()
    over: dict[int, list[int]] = {}
    for number, head in enumerate(tree.heads):
        for drawn in [head.row.third] if head.third else head.row.ties:
            over.setdefault(id(drawn), []).append(number)
    for box in tree.boxes:
        for number in over.get(id(box.drawn), ()):
            if number not in drawn_ties:
                drawn_ties.add(number)
                _head(pen, tree, tree.heads[number])
        _tie(pen, tree, box)
    for number, head in enumerate(tree.heads):
        if number not in drawn_ties:
            _head(pen, tree, head)


def _crests(pen: Pen, tree: Tree) -> None:
    sides = [side.entrant for box in tree.boxes for side in box.drawn.sides if side.entrant is not None]
    entrants = {entrant.pk: entrant for entrant in sides}
    symbols = "".join(
        f'<symbol id="{_crest_id(tree, entrant)}" viewBox="0 0 48 48">{_crest_symbol(entrant.name)}</symbol>'
        for entrant in entrants.values()
    )
    pen.out.append(f"<defs>{symbols}</defs>")


def _crest_id(tree: Tree, entrant: Any) -> str:
    """Return the id of a crest's symbol; an entrant may stand in the trees of several stages of one page."""
    return f"c{tree.heads[0].row.round.stage_id}-{entrant.pk}"


def _head(pen: Pen, tree: Tree, head: Head) -> None:
    width = tree.size.width
    dates = days_to(head.row.round.opens_at, head.row.round.closes_at)
    room = width - (words_width(dates, 12) + 8 if dates else 0)
    pen.path("top", f"M{head.x:g} {head.y + 1:g}h{width}")
    pen.words("round", (head.x, head.y + 20), _head_words(head), 16, room=room)
    if dates:
        pen.words("dates", (head.x + width, head.y + 20), dates, 12, anchor="end")


def _head_words(head: Head) -> str:
    """Return the name of a round; parts of a double elimination have theirs above."""
    if head.third:
        return _("Third place")
    row = head.row
    named_above = row.round.part in ("winners", "losers") and not row.last
    return _("Round %(number)d") % {"number": row.round.step} if named_above else row.name


def _tie(pen: Pen, tree: Tree, box: Box) -> None:
    drawn, size = box.drawn, tree.size
    if drawn.nobody:
        return
    top = box.middle - size.row
    if drawn.is_bye:
        _bye(pen, tree, box)
        return
    note = _note(box, size.dense)
    tall = 2 * size.row + (size.note if note and not size.dense else 0)
    address = drawn.address
    sentence = escape(tie_sentence(drawn))
    state = "live" if drawn.live else "done" if drawn.tie.decided else "soon"
    if pen.theme:
        pen.out.append("<g>")
    elif address:
        pen.out.append(f'<a class="at {state}" href="{escape(address)}" aria-label="{sentence}">')
    else:
        pen.out.append(f'<g class="at {state}" role="img" aria-label="{sentence}">')
    pen.rect("ground", box.x, top, size.width, tall, 6)
    for place, (name, side) in enumerate(drawn.named_sides):
        _side(pen, tree, box, name, side, top + place * size.row)
    pen.path("rule", f"M{box.x:g} {box.middle:g}h{size.width}")
    if note:
        _write_note(pen, tree, box, note, top)
    pen.rect("rim live" if drawn.live else "rim", box.x, top, size.width, tall, 6)
    pen.out.append("</a>" if address and not pen.theme else "</g>")


def _bye(pen: Pen, tree: Tree, box: Box) -> None:
    """Draw a tie without an opponent: one name, and the bye."""
    size = tree.size
    entrant = box.drawn.home.entrant or box.drawn.away.entrant
    if entrant is None:
        return
    top = box.middle - size.row / 2
    pen.out.append(f"<g{pen.path_of(entrant.pk)}>" if not pen.theme else "<g>")
    pen.rect("rim bye", box.x, top, size.width, size.row, 6)
    at = _seed_and_crest(pen, tree, box.x, top, entrant)
    bye = _("bye")
    room = size.width - at - words_width(bye, 11) - 16
    pen.words("name", (box.x + at, top + size.row * 0.67), entrant.name, size.letters, room=room)
    pen.words("told", (box.x + size.width - 8, top + size.row * 0.67), bye, 11, anchor="end")
    pen.out.append("</g>")


def _seed_and_crest(pen: Pen, tree: Tree, x: float, top: float, entrant: Any) -> float:
    """Draw seed and crest of ``entrant``; return the offset of the name from ``x``."""
    size = tree.size
    seed = entrant.shown_seed
    at = 10.0
    if seed:
        at = (24.0 if size.dense else 28.0) + 7 * max(len(str(seed)) - 2, 0)
        pen.words("seed", (x + at - 5, top + size.row * 0.67), str(seed), 11, anchor="end")
    if not size.dense:
        pen.out.append(
            f'<use href="#{_crest_id(tree, entrant)}" x="{x + at:g}" y="{top + 4:g}" width="18" height="18"/>'
        )
        at += 25
    return at


def _side(pen: Pen, tree: Tree, box: Box, name: str, side: Side, top: float) -> None:
    """Draw one row: the side, the legs, and the sum in its shaded column."""
    size, drawn = tree.size, box.drawn
    base = top + size.row * 0.67
    letters = size.letters
    total = 24 if size.dense else 30
    edge = box.x + size.width
    entrant = side.entrant
    pen.out.append(f'<g class="side"{pen.path_of(entrant.pk if entrant else None)}>' if not pen.theme else "<g>")
    won = " won" if side.state == "won" else ""
    pen.rect("hit", box.x, top, size.width, size.row)
    if entrant is not None and pen.player is not None and entrant.player_id == pen.player:
        pen.rect("mine", box.x, top, 4, size.row)
    pen.path(f"sum{won}", _shaded(edge, top, total, size.row, box.middle > top))
    if side.total is not None:
        pen.words(f"total{won}", (edge - total / 2, base + 0.5), side.told, letters + 2, anchor="middle")
    legs = side.goals if drawn.two_legs and side.total is not None else []
    step = (16 if size.dense else 20) + (4 if drawn.of_teams else 0)  # room for a half
    for place, goals in enumerate(reversed(legs)):
        if goals is not None:
            pen.words("leg", (edge - total - step * (place + 0.5), base), written(goals), letters, anchor="middle")
    room = size.width - total - step * len(legs) - 6
    if entrant is not None:
        at = _seed_and_crest(pen, tree, box.x, top, entrant)
        kind = f"name {side.state}".strip()
        pen.words(kind, (box.x + at, base), entrant.name, letters, room=room - at)
    elif name not in box.lined or not (size.dense or drawn.tie.round.part):
        waits = waits_for(drawn.tie, name)
        pen.words("name open", (box.x + 9, base), waits, letters - 1, room=room - 9)
    pen.out.append("</g>")


def _shaded(edge: float, top: float, width: float, row: float, upper: bool) -> str:
    """Return the path of the sums' column at the right of a row, rounded like the tie."""
    left = edge - width
    if upper:
        return f"M{left:g} {top:g}h{width - 6:g}a6 6 0 0 1 6 6v{row - 6:g}h-{width:g}z"
    return f"M{left:g} {top:g}h{width:g}v{row:g}h-{width:g}z"


def _note(box: Box, dense: bool) -> str:
    """Return the words under the tie: live, how it was decided, or when it is played."""
    drawn = box.drawn
    if drawn.live:
        minute = drawn.clock["minute"] if drawn.clock is not None else None
        return f"{_('Live')} {minute}′" if minute else _("Live")
    if dense:
        if drawn.shootout and drawn.tie.winner_id:
            kicks = drawn.shootout if drawn.tie.winner_id == drawn.tie.home_id else drawn.shootout[::-1]
            return _("%(mine)s–%(theirs)s pens") % {"mine": kicks[0], "theirs": kicks[1]}
        return how_words(drawn.tie.decided) if drawn.tie.decided != "aggregate" else ""
    if note := tie_note(drawn):
        return note
    ahead = drawn.now
    if drawn.tie.decided or ahead is None:
        return ""
    if ahead.kick_off_at and ahead.kick_off_at > timezone.now():
        return local(ahead.kick_off_at, "EEE d MMM, HH:mm")
    return _("To play") if ahead.status == "open" else ""


def _write_note(pen: Pen, tree: Tree, box: Box, note: str, top: float) -> None:
    size, live = tree.size, box.drawn.live is not None
    under = top + 2 * size.row
    letters = 10 if size.dense else 11
    base = under + (10 if size.dense else 14)
    x = box.x + (4 if size.dense else 9)
    if not size.dense:
        pen.path("rule", f"M{box.x:g} {under:g}h{size.width}")
    if live:
        pen.out.append(f'<circle {pen.look("dot")} cx="{x + 3:g}" cy="{base - 4:g}" r="3.5"/>')
    kind = "told live" if live else "told"
    pen.words(kind, (x + (11 if live else 0), base), note, letters, room=size.width - (x - box.x) * 2 - 8)
