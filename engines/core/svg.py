"""A position as one SVG element, from geometry and scene; colours are CSS classes.

Moving parts are groups named by ``data-id`` (the piece's id, or ``ball``) and placed by ``transform``, so that a page
can move them without drawing anew. They have no ``id``: a page may show many boards. At most 12 KB and a millisecond a
position.
"""

from collections.abc import Mapping
from html import escape
from typing import Any

from engines.core.drawing import BallMark, Geometry, Label, PieceMark, Scene, Shape
from engines.core.seats import Seat
from engines.core.text import say, text

RADIUS = 26
"""Radius of a free ball; beside its holder the ball is drawn at 60 %."""


FILLS = {
    "rim": "#3f7a50",
    "ca": "#549462",
    "cb": "#4c8b5a",
    "lt": "#57955f",
    "dk": "#2a5d3c",
    "hot": "#b3261e22",
    "mkf": "#eef6ee",
    "goal": "#ffffff2e",
    "flag": "#c4231d",
    "home": "#b3261e",
    "away": "#1b4f9c",
}
"""Fill of each class, and of the two sides, where no style sheet is (``alone``, PNG): the site's light theme."""
STROKES = {"mk": "#eef6ee", "goal": "#eef6ee", "net": "#ffffff7a", "grid": "#00000024", "mark": "#ffeda6"}
CORES = {"light": "#c4efae", "dark": "#0f3b22", "captain": "#ffd75e", "black": "#101814", "reserve": "#ffffff"}
"""Colours of the kinds of pieces."""
SIGNS = {
    "light": "M-22 0a22 22 0 1 0 44 0a22 22 0 1 0 -44 0z",
    "dark": "M0 -28L28 0L0 28L-28 0z",
    "captain": "M0 -27L7 -9.5L26 -8L11.5 4L16 22.5L0 12.5L-16 22.5L-11.5 4L-26 -8L-7 -9.5z",
    "black": "M-19 -20H19V0C19 12 10 20 0 24C-10 20 -19 12 -19 0z",
    "reserve": "M-6 -21H6V-6H21V6H6V21H-6V6H-21V-6H-6z",
}
"""Path of each kind's sign, on a piece of radius 36; ``static/js/table/board.js`` draws the same."""
_FILLED = "".join(f".{name}{{fill:{colour}}}" for name, colour in FILLS.items() if name not in ("home", "away"))
_STYLE = (
    f"{_FILLED}.mk{{fill:none;stroke:{STROKES['mk']};stroke-width:4}}.goal{{stroke:{STROKES['goal']};stroke-width:4}}"
    f".net{{fill:none;stroke:{STROKES['net']};stroke-width:1.5}}.grid{{fill:none;stroke:{STROKES['grid']};stroke-width:1.5}}"
    "text{font-family:sans-serif;font-weight:700;text-anchor:middle}"
    ".coord{fill:#e6f2e9;font-size:21px}.zone{font-size:32px}.count{font-size:30px;dominant-baseline:central}"
    f".shade{{fill:#00000038}}.pc .body{{stroke:#fff;stroke-width:4;fill:{FILLS['home']}}}"
    f'.pc[data-seat="away"] .body{{fill:{FILLS["away"]}}}'
    ".pc text{fill:#fff;font-size:32px;dominant-baseline:central}"
    ".inner{fill:none;stroke:#fff;stroke-width:3}.bar{fill:#fff}.core{stroke:#fff;stroke-width:2.5}"
    + "".join(f".{kind} .core{{fill:{colour}}}" for kind, colour in CORES.items())
    + f".ball{{fill:#fff;stroke:#16241d;stroke-width:3}}.ballmark,.balllabel{{fill:#16241d}}.balllabel{{font-size:20px;"
    f"dominant-baseline:central}}circle.holder{{fill:none;stroke:{STROKES['mark']};stroke-width:6}}"
    ".yellowcard{fill:#f2bd3b;stroke:#13201a;stroke-width:1.5}.lock{fill:#fff;stroke:#13201a;stroke-width:1.5}"
)


def alone(geometry: Geometry, scene: Scene, lang: str = "en") -> str:
    """Draw a position as a file of its own, with its colours in it."""
    drawn = render(geometry, scene, lang).replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
    return drawn.replace(">", f"><style>{_STYLE}</style>", 1)


def render(
    geometry: Geometry,
    scene: Scene,
    lang: str = "en",
    names: dict[Seat, str] | None = None,
    *,
    mini: bool = False,
) -> str:
    """Draw the board and everything on it; ``mini`` for a lobby card (no coordinates, ``data-mini``)."""
    x, y, width, height = (_number(value) for value in geometry["view_box"])
    label = escape(board_name(scene, lang, names))
    parts = [
        f'<svg class="pitch" viewBox="{x} {y} {width} {height}" role="{"img" if mini else "group"}"'
        f' aria-label="{label}"{" data-mini" if mini else ""}>',
        _ground(geometry, mini),
    ]
    size = geometry["piece_size"]
    parts.extend(_piece(piece, size, lang, names) for piece in scene["pieces"])
    ball = scene["ball"]
    if ball is not None:
        parts.append(_ball(ball, lang, names))
    if not mini:
        parts.extend(_label(label) for label in scene.get("labels", []))
    parts.append("</svg>")
    return "".join(parts)


def board_name(scene: Scene, lang: str, names: dict[Seat, str] | None = None) -> str:
    """Return the name of the picture for a screen reader."""
    ball = scene["ball"]
    if ball is None:
        return say(text("Board"), lang, names)
    return say(text("Board. The ball is at {cell}.", cell=ball["cell"]), lang, names)


_GROUND: dict[tuple[int, bool], tuple[Geometry, str]] = {}
"""Drawn boards by identity of their geometry, which is kept beside so that its id is not reused."""


def _ground(geometry: Geometry, mini: bool) -> str:
    key = (id(geometry), mini)
    entry = _GROUND.get(key)
    if entry is not None:
        return entry[1]
    shapes = geometry["shapes"]
    drawn = "".join(shape_svg(shape) for shape in shapes if not (mini and shape["tag"] == "text"))
    if len(_GROUND) < 32:
        _GROUND[key] = (geometry, drawn)
    return drawn


def shape_svg(shape: Shape) -> str:
    tag = shape["tag"]
    attributes = "".join(
        f' {name}="{_attribute(value)}"' for name, value in shape.items() if name not in ("tag", "text")
    )
    words = shape.get("text")
    return f"<{tag}{attributes}/>" if words is None else f"<{tag}{attributes}>{escape(str(words))}</{tag}>"


def _attribute(value: Any) -> str:  # a number or a string of the geometry
    return escape(value) if isinstance(value, str) else _number(value)


def _number(value: float) -> str:
    return f"{value:.6g}"


def _place(mark: Mapping[str, Any]) -> str:  # a PieceMark or BallMark
    scale = f" scale({_number(mark['scale'])})" if "scale" in mark else ""
    return f'transform="translate({_number(mark["x"])} {_number(mark["y"])}){scale}"'


def _piece(piece: PieceMark, size: float, lang: str, names: dict[Seat, str] | None) -> str:
    marks = piece.get("marks", [])
    r = size / 2
    radius, shade, inner = _number(r), _number(r + 2), _number(r - 8)
    classes = " ".join(["pc", *marks])
    body = (
        f'<circle class="body" r="{radius}"/>'
        if piece["shape"] == "round"
        else f'<rect class="body" x="-{radius}" y="-{radius}" width="{_number(size)}" height="{_number(size)}" rx="8"/>'
    )
    extra = ""
    if "holder" in marks:
        extra += f'<circle class="holder" r="{_number(r + 7)}"/>'
    sign = _sign(marks, r)
    ring = sign
    if "keeper" in marks and not sign:
        ring += (
            f'<circle class="inner" r="{inner}"/>'
            if piece["shape"] == "round"
            else f'<rect class="inner" x="-{inner}" y="-{inner}" width="{_number(size - 16)}"'
            f' height="{_number(size - 16)}" rx="5"/>'
        )
    if "defender" in marks:
        ring += '<rect class="bar" x="-16" y="-4" width="32" height="8" rx="2"/>'
    if "yellow" in marks:
        ring += f'<rect class="yellowcard" x="{_number(r - 8)}" y="-{shade}" width="14" height="20" rx="2"/>'
    if "locked" in marks:
        ring += f'<path class="lock" d="M{_number(-r - 2)} {_number(r - 6)}h16v12h-16zm3 0v-4a5 5 0 0 1 10 0v4"/>'
    label = f"<text>{escape(piece['label'])}</text>" if piece["label"] and not sign else ""
    name = escape(say(piece["name"], lang, names))
    return (
        f'<g data-id="{escape(piece["id"])}" class="{classes}" data-seat="{piece["seat"]}" {_place(piece)}>'
        f'<title>{name}</title><ellipse class="shade" cy="8" rx="{shade}" ry="{radius}"/>{extra}{body}{ring}{label}</g>'
    )


def _sign(marks: list[str], r: float) -> str:
    """Return the sign of a piece's kind: disc, diamond, star, shield or cross; empty for pieces with a label."""
    kind = next((mark for mark in SIGNS if mark in marks), None)
    scale = "" if r == 36 else f' transform="scale({_number(r / 36)})"'
    return "" if kind is None else f'<path class="core" d="{SIGNS[kind]}"{scale}/>'


def _label(label: Label) -> str:
    place = f'x="{_number(label["x"])}" y="{_number(label["y"])}"'
    return f'<text class="coord count" {place}>{escape(label["text"])}</text>'


def _ball(ball: BallMark, lang: str, names: dict[Seat, str] | None) -> str:
    label = ball.get("label")
    r = RADIUS if ball["on"] is None else 16
    inside = (
        f'<path class="ballmark" d="{_pentagon(r * 0.45)}"/>'
        if label is None
        else f'<text class="balllabel">{escape(label)}</text>'
    )
    name = escape(say(text("Ball at {cell}", cell=ball["cell"]), lang, names))
    return (
        f'<g data-id="ball" {_place(ball)}><title>{name}</title>'
        f'<ellipse class="shade" cy="6" rx="{r}" ry="{r - 2}"/><circle class="ball" r="{r}"/>{inside}</g>'
    )


def _pentagon(r: float) -> str:
    points = ((0, -1), (0.951, -0.309), (0.588, 0.809), (-0.588, 0.809), (-0.951, -0.309))
    return "M" + "L".join(f"{_number(r * x)} {_number(r * y)}" for x, y in points) + "z"
