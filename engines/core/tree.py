"""Analysis trees: a position, the moves that were tried from it, and their text with variations.

The text is a match sheet (``engines.core.sheet``) that may also have variations in parentheses, names in quotes,
comments in braces and marks in angle brackets::

    [Game "super_goal"]
    [RulesVersion "1"]
    [Options "{}"]
    [Terms "{}"]

    0. - [2 3] {A comment on the start.}
    1. home roll pass [1] <C4 C4-D6> {A cell and an arrow.}
    ("The long way" 1. home roll control [4]
      2. home shoot [6])
    2. home shoot [6]

A variation stands behind the move that it replaces. The tag Position, a game's one-line form, stands in place of
Options, Terms and line 0. ``write`` is canonical; ``read`` takes match sheets too, both as JSON, any case and order of
tags, blank lines, wrong numbers and lines broken elsewhere. Source: docs/engines.md, "The analysis sheet".
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

import engines
from engines.core import sheet as sheets
from engines.core.dice import ScriptedDice
from engines.core.errors import BadRequest, DiceExhausted, EngineError, show
from engines.core.game import Game
from engines.core.seats import Event, Seat

FORMAT: Final = "tabellone-analysis"
FORMAT_VERSION: Final = 1
ROOT: Final = -1
"""Parent of the first moves."""
TAGS: Final = ("Title", "Event", "Date", "Home", "Away", "Match")
"""Tags that are kept, in writing order; others are read over."""

MOST_NODES: Final = 4000
"""A whole match of FUBA has about 1,100 decisions."""
MOST_LETTERS: Final = 400_000
LONGEST_COMMENT: Final = 2000
LONGEST_NAME: Final = 80
LONGEST_TAG: Final = 200
LONGEST_POSITION: Final = 2000
MOST_MARKS: Final = 32
DEEPEST: Final = 32
"""Variations within variations."""


class BadTree(BadRequest):
    """A tree that cannot be read or played; the sentence names the line of the text, or the move."""


@dataclass(frozen=True, slots=True)
class Note:
    """The remarks on one position. A mark is a cell (``E5``) or an arrow (``D8-E9``)."""

    comment: str = ""
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Node:
    """One move: ``parent`` is the number of the move before it (``ROOT``: none); ``name`` that of its variation.

    ``seat`` None is a host move, as in a sheet's ``Entry``.
    """

    parent: int
    seat: Seat | None
    move: Mapping[str, Any]
    rolled: tuple[int, ...] = ()
    name: str = ""
    note: Note = Note()


@dataclass(frozen=True, slots=True)
class Start:
    """The position at the root: ``position``, or if it is empty the kick-off by options, terms and opening dice."""

    game: str
    options: Mapping[str, Any] = field(default_factory=dict)
    terms: Mapping[str, Any] = field(default_factory=dict)
    opening: tuple[int, ...] = ()
    position: str = ""


@dataclass(frozen=True, slots=True)
class Tree:
    """A start and moves from it. A parent stands before its children; of siblings the first is the main line."""

    start: Start
    nodes: tuple[Node, ...] = ()
    note: Note = Note()
    tags: Mapping[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class Played:
    """A tree with its positions and events: those of the start, then those of each node."""

    tree: Tree
    game: Game[Any]  # each game has its own kind of position
    root: Any
    opening: list[Event]
    states: list[Any] = field(default_factory=list)
    events: list[list[Event]] = field(default_factory=list)

    def state(self, number: int) -> Any:
        """Return the position after move ``number`` (``ROOT``: the start)."""
        return self.root if number == ROOT else self.states[number]


# ── the shape of a tree ──
def children(nodes: Sequence[Node]) -> dict[int, list[int]]:
    """Return the numbers of each move's replies, the main line first."""
    replies: dict[int, list[int]] = {ROOT: []}
    for number, node in enumerate(nodes):
        replies.setdefault(number, [])
        replies[node.parent].append(number)
    return replies


def tokens(nodes: Sequence[Node]) -> Iterator[tuple[str, int]]:
    """Yield ``move``, ``open`` and ``close`` with a move's number, in the order of the text."""
    replies = children(nodes)
    tasks: list[tuple[str, list[int]]] = [("line", replies[ROOT])]
    while tasks:
        kind, numbers = tasks.pop()
        if kind in ("open", "close"):
            yield kind, numbers[0]
        elif numbers:
            main, *others = numbers
            yield "move", main
            tasks.append(("line", replies[main]))
            for other in reversed(others):
                tasks += [("close", [other]), ("line", [other]), ("open", [other])]


def main_line(tree: Tree) -> list[Node]:
    """Return the first move, its first reply and so on."""
    replies, line, at = children(tree.nodes), [], ROOT
    while replies[at]:
        at = replies[at][0]
        line.append(tree.nodes[at])
    return line


def ordered(tree: Tree) -> Tree:
    """Return the same tree with its moves in the order of the text: two equal trees are equal then."""
    order = [number for kind, number in tokens(tree.nodes) if kind == "move"]
    place = {ROOT: ROOT} | {number: index for index, number in enumerate(order)}
    nodes = tuple(replace(tree.nodes[number], parent=place[tree.nodes[number].parent]) for number in order)
    return replace(tree, nodes=nodes, tags={name: tree.tags[name] for name in TAGS if tree.tags.get(name)})


def reworded(tree: Tree, change: Callable[[str], str]) -> Tree:
    """Return the same tree with ``change`` applied to what people wrote: tags, names of lines, comments."""

    def noted(note: Note) -> Note:
        return replace(note, comment=change(note.comment)[:LONGEST_COMMENT])

    nodes = tuple(replace(node, name=change(node.name)[:LONGEST_NAME], note=noted(node.note)) for node in tree.nodes)
    tags = {name: change(words)[:LONGEST_TAG] for name, words in tree.tags.items()}
    return replace(tree, nodes=nodes, note=noted(tree.note), tags=tags)


def _depths(nodes: Sequence[Node]) -> list[int]:
    depths: list[int] = []
    for node in nodes:
        depths.append(1 if node.parent == ROOT else depths[node.parent] + 1)
    return depths


# ── playing ──
def begin(start: Start) -> Played:
    """Set up the position of ``start``, without moves. Raises BadTree."""
    game: Game[Any] = engines.get(start.game)
    if start.position:
        try:
            return Played(Tree(start), game, game.from_position(start.position), [])
        except EngineError as error:
            raise BadTree(f"the position cannot be read: {error}") from None
    dice = ScriptedDice(start.opening)
    try:
        state, events = game.new(start.options, start.terms, dice)
    except EngineError as error:
        raise BadTree(f"the match cannot begin: {error}") from None
    if dice.left:
        raise BadTree(f"the start has more dice written than it rolls: {dice.left} are left")
    return Played(Tree(start), game, state, events)


def add(played: Played, node: Node, place: str) -> int:
    """Play ``node`` and add it; return its number. Raises BadTree, whose sentence begins with ``place``."""
    if len(played.states) >= MOST_NODES:
        raise BadTree(f"{place}: an analysis has at most {MOST_NODES} moves")
    dice = ScriptedDice(node.rolled)
    try:
        state, events = played.game.apply(played.state(node.parent), node.seat, node.move, dice)
    except DiceExhausted:
        raise BadTree(f"{place}: the move rolls more dice than the {len(node.rolled)} that are written") from None
    except EngineError as error:
        raise BadTree(f"{place}: {error}") from None
    if dice.left:
        raise BadTree(f"{place}: more dice are written than the move rolls, {dice.left} are left")
    _check_note(played.game, node.note, place)
    _check_letters(node.name, place)
    if len(node.name) > LONGEST_NAME:
        raise BadTree(f"{place}: a name has at most {LONGEST_NAME} letters")
    played.states.append(state)
    played.events.append(events)
    return len(played.states) - 1


def play(tree: Tree) -> Played:
    """Play every move of ``tree``. Raises BadTree naming the move."""
    played = begin(tree.start)
    _check_note(played.game, tree.note, "the start")
    for number, node in enumerate(tree.nodes, 1):
        if not ROOT <= node.parent < number - 1:
            raise BadTree(f"move {number} of the list follows move {node.parent}, which does not stand before it")
        words = sheets.move_words(played.game, node.seat, node.move)
        add(played, node, f"move {number} of the list, {words}")
    _check_tags(tree.tags)
    played.tree = tree
    return played


_UNWRITABLE: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")


def _check_letters(words: str, place: str) -> None:
    """Refuse control characters and half letters, which no database and no file keeps."""
    match = _UNWRITABLE.search(words)
    if match:
        raise BadTree(f"{place}: the letter {match[0]!a} cannot be written")


_MARK: Final = re.compile(r"([\w.]+)(?:-([\w.]+))?")


def _check_note(game: Game[Any], note: Note, place: str) -> None:  # each game has its own kind of position
    _check_letters(note.comment, place)
    if len(note.comment) > LONGEST_COMMENT:
        raise BadTree(f"{place}: a comment has at most {LONGEST_COMMENT} letters, this one has {len(note.comment)}")
    if len(note.marks) > MOST_MARKS:
        raise BadTree(f"{place}: a position has at most {MOST_MARKS} marks")
    cells = game.geometry()["cells"]
    for mark in note.marks:
        match = _MARK.fullmatch(mark)
        if not match or any(cell is not None and cell not in cells for cell in match.groups()):
            raise BadTree(f"{place}: {show(mark)} is no mark; a mark is a cell, or two with a hyphen between")


def _check_tags(tags: Mapping[str, str]) -> None:
    for name, words in tags.items():
        _check_letters(words, f"the tag {name}")
        if len(words) > LONGEST_TAG:
            raise BadTree(f"the tag {name} has at most {LONGEST_TAG} letters")


# ── writing ──
def write(tree: Tree) -> str:
    """Return the canonical text."""
    tree = ordered(tree)
    start, game = tree.start, engines.get(tree.start.game)
    head = {"Game": start.game, "RulesVersion": str(game.rules_version), **tree.tags}
    if start.position:
        head["Position"] = start.position
    else:
        head |= {"Options": sheets.json_words(start.options), "Terms": sheets.json_words(start.terms)}
    lines = [f"[{name} {json.dumps(value, ensure_ascii=False)}]" for name, value in head.items()] + [""]
    first = "" if start.position else f"0. -{sheets.dice_words(start.opening)}"
    if first or tree.note != Note():
        lines.append(f"{first}{_remarks(tree.note)}".lstrip())
    depths, indent = _depths(tree.nodes), 0
    opened = ""
    for kind, number in tokens(tree.nodes):
        if kind == "open":
            indent += 1
            opened = "("
        elif kind == "close":
            indent -= 1
            lines[-1] += ")"
        else:
            node = tree.nodes[number]
            name = f"{json.dumps(node.name, ensure_ascii=False)} " if node.name else ""
            move = sheets.move_words(game, node.seat, node.move)
            words = f"{depths[number]}. {node.seat or 'host'} {move}{sheets.dice_words(node.rolled)}"
            lines.append(f"{'  ' * indent}{opened}{name}{words}{_remarks(node.note)}")
            opened = ""
    return "\n".join(lines) + "\n"


def _remarks(note: Note) -> str:
    marks = f" <{' '.join(note.marks)}>" if note.marks else ""
    comment = re.sub(r"([\\{}])", r"\\\1", note.comment)
    return f"{marks} {{{comment}}}" if comment else marks


def to_json(tree: Tree) -> dict[str, Any]:
    """Return the tree as JSON, moves in the wire's shape."""
    start = tree.start
    return {
        "format": FORMAT,
        "version": FORMAT_VERSION,
        "game": start.game,
        "options": dict(start.options),
        "terms": dict(start.terms),
        "opening": list(start.opening),
        "position": start.position,
        "tags": dict(tree.tags),
        "comment": tree.note.comment,
        "marks": list(tree.note.marks),
        "nodes": [
            {
                "parent": node.parent,
                "seat": node.seat,
                "move": dict(node.move),
                "rolled": list(node.rolled),
                "name": node.name,
                "comment": node.note.comment,
                "marks": list(node.note.marks),
            }
            for node in tree.nodes
        ],
    }


# ── reading ──
def read(words: str) -> Played:
    """Read and play an analysis or a match sheet, from its text or its JSON. Raises BadTree, BadSheet."""
    if len(words) > MOST_LETTERS:
        raise BadTree(f"an analysis has at most {MOST_LETTERS} letters, this one has {len(words)}")
    words = words.lstrip("\ufeff \t\r\n").replace("\r\n", "\n").replace("\r", "\n")
    try:
        if words.startswith("{") and '"format"' in words:
            value = json.loads(words)
            if isinstance(value, dict) and value.get("format") == sheets.FORMAT:
                return play(_of_sheet(sheets.from_json(value)))
            return from_json(value)
        return _Reader(words).played
    except RecursionError:
        raise BadTree("the analysis is nested too deeply") from None
    except EngineError:
        raise
    except ValueError as error:  # broken JSON, or a number with thousands of digits
        raise BadTree(f"the analysis cannot be read: {show(str(error))}") from None


def _of_sheet(sheet: sheets.Sheet) -> Tree:
    nodes = tuple(Node(number - 1, entry.seat, entry.move, entry.rolled) for number, entry in enumerate(sheet.entries))
    options = engines.get(sheet.game).options_under(sheet.rules_version, sheet.options)
    start = Start(sheet.game, options, sheet.terms, sheet.opening)
    return Tree(start, nodes, tags={name: sheet.tags[name] for name in TAGS if name in sheet.tags})


def from_json(value: Any) -> Played:  # a JSON value from outside
    """Read and play an analysis from its JSON. Raises BadTree."""
    try:
        if value["format"] != FORMAT or value["version"] != FORMAT_VERSION:
            raise BadTree(f"this is no {FORMAT} of version {FORMAT_VERSION}")
        if len(value["nodes"]) > MOST_NODES:
            raise BadTree(f"an analysis has at most {MOST_NODES} moves, this one has {len(value['nodes'])}")
        start = Start(
            _text(value["game"]),
            _object(value.get("options", {})),
            _object(value.get("terms", {})),
            _dice(value.get("opening", [])),
            _text(value.get("position", "")),
        )
        tags = {name: _text(words) for name, words in _object(value.get("tags", {})).items() if name in TAGS}
        return play(Tree(start, tuple(map(_node, value["nodes"])), _note(value), tags))
    except KeyError as missing:
        raise BadTree(f"the analysis has no {missing.args[0]}") from None
    except (TypeError, AttributeError):
        raise BadTree("the JSON has not the shape of an analysis") from None


def _node(value: Any) -> Node:  # a JSON value from outside
    return Node(
        _number(value["parent"]),
        sheets.seat_of(value["seat"]),
        _object(value["move"]),
        _dice(value.get("rolled", [])),
        _text(value.get("name", "")),
        _note(value),
    )


def _note(value: Any) -> Note:  # a JSON value from outside
    marks = value.get("marks", [])
    if not isinstance(marks, list):
        raise BadTree(f"{show(marks)} is no list of marks")
    return Note(_text(value.get("comment", "")), tuple(map(_text, marks)))


def _text(value: Any) -> str:  # a JSON value from outside
    if not isinstance(value, str):
        raise BadTree(f"{show(value)} is no text")
    return value.replace("\r\n", "\n").replace("\r", "\n")


def _number(value: Any) -> int:  # a JSON value from outside
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadTree(f"{show(value)} is no whole number")
    return value


def _dice(value: Any) -> tuple[int, ...]:  # a JSON value from outside
    if not isinstance(value, list):
        raise BadTree(f"{show(value)} is no list of dice")
    return tuple(map(_number, value))


def _object(value: Any) -> dict[str, Any]:  # a JSON value from outside
    if not isinstance(value, dict):
        raise BadTree(f"{show(value)} is no object")
    return value


_TAG: Final = re.compile(r'\[[ \t]*([A-Za-z_]\w{0,40})[ \t]+("(?:[^"\\\n]|\\.)*")[ \t]*\]')
_COMMENT: Final = re.compile(r"\{((?:[^\\{}]|\\.)*)\}", re.DOTALL)
_NAME: Final = re.compile(r'"(?:[^"\\\n]|\\.)*"')
_MARKS: Final = re.compile(r"<([^<>]*)>")
_WHO: Final = re.compile(r"\d{1,6}[ \t]{0,9}\.{1,3}\s{0,9}(home|away|host|-)(?![\w-])\s*", re.IGNORECASE)
_WORDS: Final = re.compile(r'[^\[\](){}<>"]{0,300}')
_NEXT: Final = re.compile(
    r"result[ \t]{0,9}:|\d{1,6}[ \t]{0,9}\.{1,3}\s{0,9}(?:home|away|host|-)(?![\w-])", re.IGNORECASE
)
_ROLLS: Final = re.compile(r"\[([\d\s,]{0,400})\]")
_RESULT: Final = re.compile(r"result[ \t]*:[^\n]*", re.IGNORECASE)
_SPACE: Final = re.compile(r"\s+")


class _Reader:
    """One reading of a text: a cursor in it, the line of moves that it is in, and the tree so far."""

    def __init__(self, words: str) -> None:
        self.words, self.at = words, 0
        self.line, self.counted = 1, 0  # of the token being read; counted on from the one before
        self.tags: dict[str, str] = {}
        self.begun: Played | None = None
        self.opening: tuple[int, ...] = ()
        self.nodes: list[Node] = []
        self.notes: dict[int, Note] = {}
        self.current = ROOT
        self.outer: list[int] = []
        self.name = ""
        self.early = Note()
        while self.at < len(words):
            self.line += words.count("\n", self.counted, self.at)
            self.counted = self.at
            self._step()
        if self.outer:
            raise self._bad("a variation has no end: a ) is missing")
        played = self._played()
        _check_note(played.game, self.notes.get(ROOT, Note()), "the start")
        nodes = tuple(replace(node, note=self.notes.get(n, Note())) for n, node in enumerate(self.nodes))
        tags = {name: self.tags[name.lower()] for name in TAGS if self.tags.get(name.lower())}
        _check_tags(tags)
        played.tree = Tree(played.tree.start, nodes, self.notes.get(ROOT, Note()), tags)
        self.played = played

    def _bad(self, problem: str) -> BadTree:
        return BadTree(f"{self._where()}: {problem}")

    def _where(self) -> str:
        return f"line {self.line}"

    def _take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        match = pattern.match(self.words, self.at)
        if match:
            self.at = match.end()
        return match

    def _decoded(self, quoted: str) -> str:
        try:
            return str(json.loads(quoted))
        except ValueError:
            raise self._bad(f"{show(quoted)} is not quoted as in JSON") from None

    def _step(self) -> None:
        sign = self.words[self.at]
        if sign.isspace():
            self._take(_SPACE)
        elif sign == "[":
            self._tag()
        elif sign == "{":
            self._remark(_COMMENT, "a comment has no end: a } is missing, or a brace in it lacks its \\")
        elif sign == "<":
            self._remark(_MARKS, "marks have no end: a > is missing")
        elif sign == '"':
            self._named()
        elif sign == "(":
            self._open()
        elif sign == ")":
            self._close()
        elif self._take(_RESULT) is None:
            self._move()

    def _tag(self) -> None:
        match = self._take(_TAG)
        if match is None:
            raise self._bad(f"this is no tag: {show(self.words[self.at : self.at + 40])}")
        value = self._decoded(match[2])
        self.tags[match[1].lower()] = value

    def _remark(self, pattern: re.Pattern[str], problem: str) -> None:
        match = self._take(pattern)
        if match is None:
            raise self._bad(problem)
        if pattern is _MARKS:
            note = Note(marks=tuple(match[1].split()))
        else:
            note = Note(comment=re.sub(r"\\(.)", r"\1", match[1], flags=re.DOTALL))
        if self.outer and self.current == self.outer[-1]:  # before the first move of its variation
            self.early = _joined(self.early, note)
            return
        self._note(self.current, note)

    def _note(self, number: int, note: Note) -> None:
        self.notes[number] = _joined(self.notes.get(number, Note()), note)
        if number != ROOT:  # the start's tags may still come
            _check_note(self._played().game, self.notes[number], self._where())

    def _named(self) -> None:
        match = self._take(_NAME)
        if match is None:
            raise self._bad('a name has no end: a " is missing')
        self.name = self._decoded(match[0])

    def _open(self) -> None:
        if self.current == ROOT or (self.outer and self.current == self.outer[-1]):
            raise self._bad("a variation must stand behind the move that it replaces")
        if len(self.outer) >= DEEPEST:
            raise self._bad(f"variations are nested more than {DEEPEST} deep")
        self.outer.append(self.current)
        self.at += 1

    def _close(self) -> None:
        if not self.outer:
            raise self._bad("there is no variation to end here")
        self.current = self.outer.pop()
        self.name, self.early = "", Note()
        self.at += 1

    def _played(self) -> Played:
        if self.begun is None:
            self.begun = begin(self._start())
        return self.begun

    def _start(self) -> Start:
        if "game" not in self.tags:
            raise BadTree("the analysis has no tag Game")
        game, position = self.tags["game"].strip().lower(), self.tags.get("position", "").strip()
        if len(position) > LONGEST_POSITION:
            raise BadTree(f"a position has at most {LONGEST_POSITION} letters")
        if position:
            return Start(game, position=position)
        options, terms = (_object(json.loads(self.tags.get(name, "{}"))) for name in ("options", "terms"))
        version = self.tags.get("rulesversion", "")
        if version.isdecimal():
            options = engines.get(game).options_under(int(version), options)
        return Start(game, options, terms, self.opening)

    def _move(self) -> None:
        letter = self._take(_WHO)
        if letter is None:
            raise self._bad(f"this is no move: {show(self.words[self.at : self.at + 40])}")
        seat_name = letter[1].lower()
        move: Mapping[str, Any] | None = None
        if self.words.startswith("{", self.at):
            try:
                value, self.at = json.JSONDecoder().raw_decode(self.words, self.at)
            except ValueError:
                raise self._bad(f"this is no JSON: {show(self.words[self.at : self.at + 40])}") from None
            move = _object(value)
        words, rolled = self._words_and_rolls()
        if seat_name == "-":
            if self.nodes or words:
                raise self._bad("a line with - is for the dice before the first move")
            self.opening = rolled
            return
        played = self._played()
        parent = self.current
        if self.outer and self.current == self.outer[-1]:
            parent = self.nodes[self.current].parent
        seat: Seat | None = None if seat_name == "host" else sheets.seat_of(seat_name)
        if move is None:
            move = self._understood(played, parent, seat, words)
        node = Node(parent, seat, move, rolled, self.name)
        self.current = add(played, node, self._where())
        self.nodes.append(node)
        self.name, early, self.early = "", self.early, Note()
        if early != Note():
            self._note(self.current, early)

    def _words_and_rolls(self) -> tuple[str, tuple[int, ...]]:
        """Take the words of a move, in small letters, and its rolls. Raises BadTree."""
        plain = _WORDS.match(self.words, self.at)
        limit = self.at if plain is None else plain.end()
        following = _NEXT.search(self.words, self.at, limit)
        end = limit if following is None else following.start()
        if following is None and self.words[end : end + 1] not in ("", *'[(){}<>"'):
            raise self._bad(f"this is no move: {show(self.words[self.at : self.at + 40])}")
        words = " ".join(self.words[self.at : end].lower().split())
        rolls = _ROLLS.match(self.words, end)
        self.at = end if rolls is None else rolls.end()
        return words, () if rolls is None else tuple(map(int, rolls[1].replace(",", " ").split()))

    def _understood(self, played: Played, parent: int, seat: Seat | None, words: str) -> Mapping[str, Any]:
        if seat is None:
            kind, _, of = words.partition(" ")
            return {"type": kind, "seat": of} if of else {"type": kind}
        for move in played.game.legal(played.state(parent), seat):
            if played.game.notation(move).lower() == words:
                return move
        raise self._bad(f"{seat} {show(words)} is not legal in its position")


def _joined(one: Note, two: Note) -> Note:
    comment = "\n".join(filter(None, (one.comment, two.comment)))
    return Note(comment, (*one.marks, *two.marks))
