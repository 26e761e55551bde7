"""A position as a PNG: chats show no SVG. The shapes are the engine's geometry, as ``engines.core.svg`` writes them."""

from __future__ import annotations

import io
import math
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import font_source_sans_pro as fonts
from PIL import Image, ImageDraw, ImageFont

from engines.core.drawing import Geometry, PieceMark, Scene, Shape
from engines.core.errors import EngineError
from engines.core.svg import CORES, FILLS, RADIUS, STROKES
from league.analysis.boards import game_of
from league.delivery.drawing import Card, draw

LONG_SIDE: Final = 1000
"""Pixels of the picture's longer side."""
SCALE: Final = 2
"""Drawn so much larger and shrunk, for smooth edges."""
KEPT: Final = 64
"""Cards, and pictures, that a process keeps."""
CARD_BOARD: Final = 450
"""Pixels of the board's longer side on a card of 1200 by 630."""
TOKEN: Final = re.compile(r"[A-Za-z]|-?\d*\.?\d+")
DARK, WHITE = "#13201a", "#ffffff"

Point = tuple[float, float]


@lru_cache(maxsize=KEPT)
def card(title: str, game: str, line: str) -> bytes:
    """Return the card of a shared analysis: its title, and its position beside it."""
    try:
        own, state = game_of(line)
    except EngineError:  # of older rules
        return draw(Card(game, title))
    small = _image(own.geometry(), own.scene(own.view(state, None)), CARD_BOARD)
    picture = Image.open(io.BytesIO(draw(Card(game, title, beside=small.width + 40)))).convert("RGB")
    picture.paste(small, (picture.width - small.width - 64, picture.height - small.height - 56))
    return _png(picture)


@lru_cache(maxsize=KEPT)
def board(line: str) -> bytes:
    """Return the picture of a position. Raises EngineError."""
    game, state = game_of(line)
    return _png(_image(game.geometry(), game.scene(game.view(state, None)), LONG_SIDE))


def _png(image: Image.Image) -> bytes:
    out = io.BytesIO()
    image.quantize(96, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()


def _image(geometry: Geometry, scene: Scene, long_side: int) -> Image.Image:
    left, top, width, height = geometry["view_box"]
    zoom = long_side * SCALE / max(width, height)
    pen = _Pen(left, top, zoom, (round(width * zoom), round(height * zoom)))
    for shape in geometry["shapes"]:
        pen.shape(shape)
    for piece in scene["pieces"]:
        _piece(pen, piece, geometry["piece_size"])
    ball = scene["ball"]
    if ball is not None:
        radius = RADIUS if ball["on"] is None else 16
        pen.disc(ball["x"], ball["y"], radius, WHITE, DARK, 3)
        if ball.get("label"):
            pen.letters(ball["x"], ball["y"], ball["label"], 20, DARK)
        else:
            pen.disc(ball["x"], ball["y"], radius * 0.42, DARK)
    for label in scene.get("labels", []):
        pen.letters(label["x"], label["y"], label["text"], 30, "#e6f2e9")
    size = (pen.image.width // SCALE, pen.image.height // SCALE)
    return pen.image.resize(size, Image.Resampling.LANCZOS)


def _piece(pen: _Pen, piece: PieceMark, size: float) -> None:
    marks, x, y = piece.get("marks", []), piece["x"], piece["y"]
    r = size / 2 * piece.get("scale", 1)
    pen.disc(x, y + 8, r + 2, "#1b3a28")
    if "holder" in marks:
        pen.disc(x, y, r + 7, None, STROKES["mark"], 6)
    body = FILLS[piece["seat"]]
    if piece["shape"] == "round":
        pen.disc(x, y, r, body, WHITE, 4)
    else:
        pen.box(x - r, y - r, 2 * r, 2 * r, 8, body, WHITE, 4)
    kind = next((mark for mark in CORES if mark in marks), None)
    if kind == "dark":
        h = r * 0.86
        pen.polygon([(x, y - h), (x + h, y), (x, y + h), (x - h, y)], CORES[kind])
    elif kind is not None:
        pen.disc(x, y, r * 0.64, CORES[kind])
    if "keeper" in marks and piece["shape"] == "round":
        pen.disc(x, y, r - 8, None, WHITE, 3)
    elif "keeper" in marks:
        pen.box(x - r + 8, y - r + 8, 2 * r - 16, 2 * r - 16, 5, None, WHITE, 3)
    if "defender" in marks:
        pen.box(x - 16, y - 4, 32, 8, 2, WHITE, None, 0)
    if "yellow" in marks:
        pen.box(x + r - 8, y - r - 2, 14, 20, 2, "#f2bd3b", DARK, 1.5)
    if piece["label"]:
        pen.letters(x, y, piece["label"], size * 0.5, DARK if kind in ("light", "captain") else WHITE)


class _Pen:
    """A canvas in the geometry's own units."""

    def __init__(self, left: float, top: float, zoom: float, size: tuple[int, int]) -> None:
        self.left, self.top, self.zoom = left, top, zoom
        self.image = Image.new("RGB", size, FILLS["rim"])
        self.draw = ImageDraw.Draw(self.image, "RGBA")

    def _at(self, x: float, y: float) -> Point:
        return (x - self.left) * self.zoom, (y - self.top) * self.zoom

    def disc(self, x: float, y: float, r: float, fill: str | None, line: str | None = None, width: float = 0) -> None:
        box = (*self._at(x - r, y - r), *self._at(x + r, y + r))
        self.draw.ellipse(box, fill=fill, outline=line, width=round(width * self.zoom))

    def box(
        self, x: float, y: float, w: float, h: float, r: float, fill: str | None, line: str | None, width: float
    ) -> None:
        box = (*self._at(x, y), *self._at(x + w, y + h))
        self.draw.rounded_rectangle(box, r * self.zoom, fill=fill, outline=line, width=round(width * self.zoom))

    def polygon(self, points: list[Point], fill: str) -> None:
        self.draw.polygon([self._at(*point) for point in points], fill=fill)

    def letters(self, x: float, y: float, words: str, size: float, fill: str, anchor: str = "mm") -> None:
        self.draw.text(self._at(x, y), words, font=_font(round(size * self.zoom)), fill=fill, anchor=anchor)

    def shape(self, shape: Shape) -> None:
        """Draw one shape of a board by its class."""
        classes = str(shape.get("class", "")).split()
        fill = next((FILLS[name] for name in classes if name in FILLS), None)
        line = next((STROKES[name] for name in classes if name in STROKES), None)
        width = 4 if "mk" in classes or "goal" in classes else 1.5
        tag = shape["tag"]
        if tag == "rect":
            edges = (shape["x"], shape["y"], shape["width"], shape["height"])
            self.box(*edges, shape.get("rx", 0), fill, line, width)
        elif tag == "circle":
            self.disc(shape["cx"], shape["cy"], shape["r"], fill, line, width)
        elif tag == "text":
            self.letters(shape["x"], shape["y"], str(shape["text"]), 32 if "zone" in classes else 21, "#e6f2e9", "ms")
        elif tag == "path":
            for points in outlines(shape["d"]):
                if fill is not None:
                    self.polygon(points, fill)
                if line is not None:
                    self.draw.line([self._at(*point) for point in points], fill=line, width=round(width * self.zoom))


@lru_cache(maxsize=64)
def _font(size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(fonts.font_files_ttf["SourceSansProSemibold"], max(6, size))


def outlines(path: str) -> Iterator[list[Point]]:
    """Yield the lines of an SVG path of M H V L A Z in both cases; arcs are of circles, in twelve pieces."""
    tokens = TOKEN.findall(path)
    points: list[Point] = []
    verb, at = "", 0

    def numbers(count: int) -> list[float]:
        nonlocal at
        at += count
        return [float(token) for token in tokens[at - count : at]]

    while at < len(tokens):
        if tokens[at].isalpha():
            verb, at = tokens[at], at + 1
        if verb in "Zz":
            points.append(points[0])
            continue
        x, y = points[-1] if points else (0.0, 0.0)
        base = (x, y) if verb.islower() else (0.0, 0.0)
        if verb in "Mm":
            if points:
                yield points
            dx, dy = numbers(2)
            points = [(base[0] + dx, base[1] + dy)]
            verb = "l" if verb == "m" else "L"
        elif verb in "Hh":
            points.append((base[0] + numbers(1)[0], y))
        elif verb in "Vv":
            points.append((x, base[1] + numbers(1)[0]))
        elif verb in "Ll":
            dx, dy = numbers(2)
            points.append((base[0] + dx, base[1] + dy))
        else:
            radius, _ry, _turn, large, sweep, dx, dy = numbers(7)
            points += _arc((x, y), (base[0] + dx, base[1] + dy), radius, large != sweep, sweep == 1)
    if points:
        yield points


def _arc(start: Point, end: Point, radius: float, left: bool, clockwise: bool) -> list[Point]:
    """Return points of a circle's arc; its centre is on the ``left`` of the way from start to end, or on the right."""
    (x1, y1), (x2, y2) = start, end
    half = math.dist(start, end) / 2
    away = math.sqrt(max(0.0, radius**2 - half**2)) / (2 * half or 1) * (1 if left else -1)
    cx, cy = (x1 + x2) / 2 - (y2 - y1) * away, (y1 + y2) / 2 + (x2 - x1) * away
    first, last = math.atan2(y1 - cy, x1 - cx), math.atan2(y2 - cy, x2 - cx)
    if clockwise and last < first:
        last += 2 * math.pi
    if not clockwise and last > first:
        last -= 2 * math.pi
    steps = [first + (last - first) * part / 12 for part in range(1, 13)]
    return [(cx + radius * math.cos(angle), cy + radius * math.sin(angle)) for angle in steps]
