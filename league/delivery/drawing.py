"""Link cards of 1200 by 630 points, drawn with our own shapes. PNG: chats show no SVG.

The font is Source Sans Pro (SIL Open Font Licence, package ``font-source-sans-pro``), which has every letter of
European names. Nothing here reads the database.
"""

import io
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

import font_source_sans_pro as fonts
from PIL import Image, ImageDraw, ImageFont

from league.players.drawing.crests import CIRCLE, parts_of

WIDTH, HEIGHT = 1200, 630
GRASS, LINE, CHALK, MUTED, BALL = "#0f2f26", "#1f4a3d", "#f4f1e4", "#a9c0b4", "#c4231d"
MARGIN: Final = 64
ROWS: Final = 6
"""Rows of a card; a longer list ends with the number left out."""
SCALE: Final = 4
"""Crests are drawn at this scale and shrunk for smooth edges."""
TOKEN = re.compile(r"[A-Za-z]|-?\d*\.?\d+")


@dataclass(frozen=True, slots=True)
class Duel:
    """Two sides with a score between them, or none yet."""

    home: str
    away: str
    between: str


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a list: its lead, the name, its end."""

    front: str
    name: str
    end: str


@dataclass(frozen=True, slots=True)
class Card:
    """The contents of a card. ``duel`` and ``rows`` exclude each other; ``crest`` is drawn beside the title."""

    kicker: str
    title: str
    line: str = ""
    duel: Duel | None = None
    rows: Sequence[Row] = field(default_factory=tuple)
    crest: str = ""
    beside: int = 0
    """Points on the right that its title leaves free, for a picture."""


def draw(card: Card) -> bytes:
    image = Image.new("RGB", (WIDTH, HEIGHT), GRASS)
    pen = ImageDraw.Draw(image)
    _pitch(pen)
    _brand(pen)
    _words(pen, (MARGIN, 56), card.kicker, 34, MUTED, WIDTH - 2 * MARGIN - 260)
    if card.duel is not None:
        _duel(image, pen, card.duel, card.line)
        _words(pen, (MARGIN, 106), card.title, 50, CHALK, WIDTH - 2 * MARGIN, bold=True)
    elif card.rows:
        _words(pen, (MARGIN, 104), card.title, 58, CHALK, WIDTH - 2 * MARGIN, bold=True)
        _rows(image, pen, card.rows)
    else:
        _title(image, pen, card)
    out = io.BytesIO()
    image.quantize(128, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()


def _pitch(pen: ImageDraw.ImageDraw) -> None:
    pen.rectangle((24, 24, WIDTH - 24, HEIGHT - 24), outline=LINE, width=4)
    pen.line((WIDTH / 2, 24, WIDTH / 2, HEIGHT - 24), fill=LINE, width=4)
    pen.ellipse((WIDTH / 2 - 130, HEIGHT / 2 - 130, WIDTH / 2 + 130, HEIGHT / 2 + 130), outline=LINE, width=4)
    for left, right in ((24, 170), (WIDTH - 170, WIDTH - 24)):
        pen.rectangle((left, 150, right, HEIGHT - 150), outline=LINE, width=4)


def _brand(pen: ImageDraw.ImageDraw) -> None:
    font = _font(34, True)
    wide = pen.textlength("Tabellone", font)
    left = WIDTH - MARGIN - wide
    pen.text((left, 56), "Tabellone", font=font, fill=CHALK)
    pen.line(((left - 52, 66), (left - 34, 66), (left - 34, 79), (left - 22, 79)), fill=CHALK, width=5)
    pen.line(((left - 52, 92), (left - 34, 92), (left - 34, 79)), fill=CHALK, width=5)
    pen.ellipse((left - 24, 71, left - 8, 87), fill=BALL)


def _duel(image: Image.Image, pen: ImageDraw.ImageDraw, duel: Duel, line: str) -> None:
    for name, centre in ((duel.home, 260), (duel.away, WIDTH - 260)):
        _paste_picture(image, name, 190, (centre - 95, 205))
        _middle(pen, (centre, 428), name, 50, CHALK, 420, bold=True)
    _middle(pen, (WIDTH // 2, 222), duel.between, 132, CHALK, 330, bold=True)
    if line:
        _middle(pen, (WIDTH // 2, 530), line, 34, MUTED, WIDTH - 2 * MARGIN)


def _paste_picture(image: Image.Image, name: str, size: int, at: tuple[int, int]) -> None:
    picture, mask = _crest(name, size)
    image.paste(picture, at, mask)


def _rows(image: Image.Image, pen: ImageDraw.ImageDraw, rows: Sequence[Row]) -> None:
    rows_shown = rows if len(rows) <= ROWS else rows[: ROWS - 1]
    top, step = 206, 62
    for place, row in enumerate(rows_shown):
        y = top + place * step
        _words(pen, (MARGIN, y), row.front, 40, MUTED, 60)
        end = _words(pen, (WIDTH - MARGIN, y), row.end, 40, CHALK, 300, bold=True, right=True)
        left = MARGIN + (70 if row.front else 0)
        if " – " not in row.name:
            _paste_picture(image, row.name, 44, (left, y + 4))
            left += 62
        _words(pen, (left, y), row.name, 40, CHALK, end - left - 24)
    if len(rows_shown) < len(rows):
        _words(pen, (MARGIN + 70, top + len(rows_shown) * step), f"+ {len(rows) - len(rows_shown)}", 36, MUTED, 300)


def _title(image: Image.Image, pen: ImageDraw.ImageDraw, card: Card) -> None:
    left = MARGIN
    if card.crest:
        _paste_picture(image, card.crest, 230, (MARGIN, 210))
        left += 280
    room = WIDTH - MARGIN - left - card.beside
    size = 64 if card.beside else 84
    lines = _broken(card.title, _font(size, True), room, 4 if card.beside else 2)
    top = 300 - 50 * len(lines)
    for place, words in enumerate(lines):
        _words(pen, (left, top + (size + 12) * place), words, size, CHALK, room, bold=True)
    below = top + (size + 12) * len(lines) + 16
    for place, words in enumerate(_broken(card.line, _font(40, False), room, 3)):
        _words(pen, (left, below + 52 * place), words, 40, MUTED, room)


def _broken(text: str, font: ImageFont.FreeTypeFont, room: float, most: int) -> list[str]:
    """Break ``text`` into at most ``most`` lines; the last keeps the remainder, to be shortened there."""
    lines: list[str] = []
    for word in text.split():
        if lines and (len(lines) == most or font.getlength(f"{lines[-1]} {word}") <= room):
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _words(
    pen: ImageDraw.ImageDraw,
    at: tuple[float, float],
    text: str,
    size: int,
    colour: str,
    room: float,
    *,
    bold: bool = False,
    right: bool = False,
) -> float:
    """Write ``text``, shortened to ``room``; return the x at which it begins."""
    font = _font(size, bold)
    while text and font.getlength(text) > room:
        text = text[:-2].rstrip() + "…"
    left = at[0] - font.getlength(text) if right else at[0]
    pen.text((left, at[1]), text, font=font, fill=colour)
    return left


def _middle(
    pen: ImageDraw.ImageDraw, at: tuple[int, int], text: str, size: int, colour: str, room: int, *, bold: bool = False
) -> None:
    while size > 30 and _font(size, bold).getlength(text) > room:
        size -= 4
    wide = min(_font(size, bold).getlength(text), room)
    _words(pen, (at[0] - wide / 2, at[1]), text, size, colour, room, bold=bold)


@lru_cache(maxsize=64)
def _font(size: int, bold: bool) -> ImageFont.FreeTypeFont:
    name = "SourceSansProSemibold" if bold else "SourceSansPro"
    return ImageFont.truetype(fonts.font_files_ttf[name], size)


@lru_cache(maxsize=512)
def _crest(name: str, size: int) -> tuple[Image.Image, Image.Image]:
    """Draw the crest of ``name`` as on the pages (``league.players.drawing.crests``), with its outline as a mask."""
    outline, ground, marks, figure = parts_of(name)
    large = size * SCALE
    mask, edge = Image.new("L", (large, large), 0), max(2, large // 24)
    picture = Image.new("RGB", (large, large), ground)
    pen = ImageDraw.Draw(picture)
    for mark in marks:
        for corners in polygons(mark):
            pen.polygon([_grown(point, large) for point in corners], fill=figure)
    if outline == CIRCLE:
        box = (large * 3 / 48, large * 3 / 48, large * 45 / 48, large * 45 / 48)
        ImageDraw.Draw(mask).ellipse(box, fill=255)
        pen.ellipse(box, outline=CHALK, width=edge)
    else:
        shape = [_grown(point, large) for point in polygons(outline)[0]]
        ImageDraw.Draw(mask).polygon(shape, fill=255)
        pen.line([*shape, shape[0], shape[1]], fill=CHALK, width=edge, joint="curve")
    small = (size, size)
    return picture.resize(small, Image.Resampling.LANCZOS), mask.resize(small, Image.Resampling.LANCZOS)


def _grown(point: tuple[float, float], large: int) -> tuple[float, float]:
    return point[0] * large / 48, point[1] * large / 48


def polygons(path: str) -> list[list[tuple[float, float]]]:
    """Return the corners of an SVG path of lines and cubic curves (M H V L C Z, both cases); ten pieces a curve."""
    tokens = TOKEN.findall(path)
    drawn: list[list[tuple[float, float]]] = []
    x = y = 0.0
    verb, at = "", 0

    def number() -> float:
        nonlocal at
        at += 1
        return float(tokens[at - 1])

    while at < len(tokens):
        if tokens[at].isalpha():
            verb = tokens[at]
            at += 1
        if verb in "Zz":
            x, y = drawn[-1][0]
            continue
        own = (x, y) if verb.islower() else (0.0, 0.0)
        kind = verb.upper()
        if kind == "H":
            x = own[0] + number()
        elif kind == "V":
            y = own[1] + number()
        elif kind == "C":
            a, b, c, d = (own[0] + number(), own[1] + number(), own[0] + number(), own[1] + number())
            end = (own[0] + number(), own[1] + number())
            for part in range(1, 10):
                t, u = part / 10, 1 - part / 10
                drawn[-1].append(
                    (
                        u**3 * x + 3 * u * u * t * a + 3 * u * t * t * c + t**3 * end[0],
                        u**3 * y + 3 * u * u * t * b + 3 * u * t * t * d + t**3 * end[1],
                    )
                )
            x, y = end
        else:
            x, y = own[0] + number(), own[1] + number()
            if kind == "M":
                drawn.append([])
                verb = "l" if verb == "m" else "L"
        drawn[-1].append((x, y))
    return drawn
