"""Analysis trees: written, read and played exactly, from text and JSON, sheets too; what is refused, by its line."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import engines
from engines.core import sheet as sheets
from engines.core import tree as trees
from engines.core.dice import ScriptedDice, SeededDice
from engines.core.errors import BadRequest
from engines.core.tree import ROOT, BadTree, Node, Note, Start, Tree
from tests import cases
from tests.engines.test_sheet import Plan
from tests.engines.test_sheet import played as match_sheet
from tests.sizes import size

LETTERS = st.text(
    st.characters(blacklist_categories=["Cs", "Cc"]) | st.sampled_from('\n{}()<>[]\\"1. home'), max_size=40
)


def some_note(slug: str, draw, chance: random.Random) -> Note:
    cells = list(engines.get(slug).geometry()["cells"])
    marks = [chance.choice(cells) for _ in range(chance.randrange(3))]
    if chance.random() < 0.3:
        marks.append(f"{chance.choice(cells)}-{chance.choice(cells)}")
    return Note(draw(LETTERS), tuple(marks)) if chance.random() < 0.4 else Note()


@st.composite
def some_trees(draw, slug: str) -> Tree:
    """A tree of random moves, most of them replies to the last one."""
    game = engines.get(slug)
    chance = random.Random(draw(st.integers(0, 2**32)))
    dice = SeededDice(chance.getrandbits(32))
    state, _ = game.new(None, None, dice)
    start = Start(slug, {}, {}, tuple(dice.rolled))
    for _ in range(chance.choice([0, 5, 30])):
        if game.to_act(state):
            seat = chance.choice(game.to_act(state))
            state, _ = game.apply(state, seat, chance.choice(game.legal(state, seat)), dice)
            start = Start(slug, position=game.position(state))
    nodes: list[Node] = []
    states = []
    for _ in range(draw(st.integers(0, 25))):
        parent = len(nodes) - 1 if chance.random() < 0.7 else chance.randrange(-1, len(nodes))
        before = state if parent == ROOT else states[parent]
        if not game.to_act(before):
            continue
        seat = chance.choice(game.to_act(before))
        move = chance.choice(game.legal(before, seat))
        if chance.random() < 0.1:
            seat, move = None, {"type": "timeout", "seat": seat}
        dice = SeededDice(chance.getrandbits(32))
        states.append(game.apply(before, seat, move, dice)[0])
        name = draw(LETTERS.map(lambda words: words.replace("\n", " "))) if chance.random() < 0.2 else ""
        nodes.append(Node(parent, seat, dict(move), tuple(dice.rolled), name, some_note(slug, draw, chance)))
    tags = {"Title": draw(LETTERS.map(lambda words: words.replace("\n", "")))} if chance.random() < 0.5 else {}
    return Tree(start, tuple(nodes), some_note(slug, draw, chance), tags)


def same(one: Tree, two: Tree) -> None:
    assert json.dumps(trees.to_json(one), sort_keys=True) == json.dumps(trees.to_json(two), sort_keys=True)


@pytest.mark.parametrize("slug", cases.built())
@settings(
    max_examples=size(12, 200), deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)
@given(data=st.data())
def test_a_tree_comes_back_from_its_text_and_its_json(slug, data):
    tree = trees.ordered(data.draw(some_trees(slug)))
    words = trees.write(tree)
    again = trees.read(words)
    same(tree, again.tree)
    assert trees.write(again.tree) == words, "the writer is canonical"
    as_json = trees.read(json.dumps(trees.to_json(tree)))
    same(tree, as_json.tree)
    assert [again.game.position(state) for state in again.states] == [again.game.position(s) for s in as_json.states]


@pytest.mark.parametrize("slug", cases.built())
def test_a_match_sheet_is_a_tree_without_variations(slug):
    sheet = match_sheet(slug, Plan(seed=5))
    whole = sheets.replay(sheet)
    for words in (sheets.write(sheet), json.dumps(sheets.to_json(sheet))):
        read = trees.read(words)
        assert [read.game.to_wire(state) for state in read.states] == [whole.game.to_wire(s) for s in whole.states[1:]]
        assert read.tree.tags["Home"] == sheet.tags["Home"] and "Secret" not in read.tree.tags


HEAD = '[Game "super_goal"]\n[RulesVersion "1"]\n\n0. - [2 3]\n'
"""The two dice of the toss, then home's first decision."""


def first_moves() -> list[str]:
    game = engines.get("super_goal")
    state, _ = game.new(None, None, ScriptedDice([2, 3]))
    (seat,) = game.to_act(state)
    return [f"{seat} {game.notation(move)}" for move in game.legal(state, seat)]


def with_dice(words: str) -> str:
    """``words`` with the dice that the move rolls, each a 1."""
    rolled: list[str] = []
    while True:
        try:
            trees.read(f"{HEAD}1. {words} [{' '.join(rolled)}]")
        except BadTree as error:
            assert "rolls more dice" in str(error), error
            rolled.append("1")
        else:
            return f"{words} [{' '.join(rolled)}]"


def test_the_reader_is_forgiving():
    one, two = (with_dice(words) for words in first_moves()[:2])
    plain = trees.read(f'{HEAD}1. {one} {{good}} <C3>\n("The other" 1. {two})\n').tree
    loose = f'{{before all}}\n[game "SUPER_GOAL"] 0. - [2, 3]\n\n7 ...{one.upper()}\n<C3>{{good}}'
    loose += f'( "The other" 1.\n{two} )Result: 0-0 *'
    read = trees.read(loose).tree
    assert read.note.comment == "before all"
    same(replace(read, note=Note()), plain)
    assert trees.children(plain.nodes) == {ROOT: [0, 1], 0: [], 1: []}
    assert plain.nodes[1].name == "The other" and plain.nodes[0].note == Note("good", ("C3",))


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("", "no tag Game"),
        ('[Game "chess"]', "chess"),
        (HEAD + "1. home fly\n", "line 5: home 'fly' is not legal"),
        (HEAD + "1. home fly", "line 5"),
        (HEAD + "\n\nnonsense", "line 7: this is no move"),
        (HEAD + "(1. home roll)", "line 5: a variation must stand behind"),
        (HEAD + ")", "line 5: there is no variation to end"),
        (HEAD + "{never ends", "line 5: a comment has no end"),
        (HEAD + "<Z99>", "'Z99' is no mark"),
        (HEAD + '"\\ud800" ' + "1. FIRST", "cannot be written"),
        (HEAD + "1. FIRST\n<C3-Z99>", "line 6: 'C3-Z99' is no mark"),
        (HEAD + "1. FIRST 1 1 1]", "line 5"),
        (HEAD + "1. FIRST\n(1. SECOND", "a ) is missing"),
        (HEAD + "1. FIRST\n{" + "x" * 2001 + "}", "line 6: a comment has at most 2000 letters, this one has 2001"),
        (HEAD + "1. FIRST" + "<" + " C3" * 33 + ">", "at most 32 marks"),
        (HEAD + "1. FIRST" + "\n(1. SECOND" * 40, "nested more than 32 deep"),
        (HEAD + '"' + "n" * 81 + '" 1. FIRST', "a name has at most 80 letters"),
        (HEAD + "1. host {broken", "line 5: this is no JSON"),
        (HEAD + "1. host " + "[" * 50000, "line 5"),
        (HEAD + '1. host {"a":' + "[" * 200000, "nested too deeply"),
        (HEAD + "1. home " + "7" * 9999, "line 5: this is no move"),
        ('[Game "super_goal"]\n[Position "super_goal/' + "x" * 3000 + '"]', "at most 2000 letters"),
        ('[Game "super_goal"]\n[Position "dom_jim//"]', "the position cannot be read"),
        ("x" * 400_001, "at most 400000 letters, this one has 400001"),
        (f'[Title "{"t" * 201}"]\n' + HEAD, "the tag Title has at most 200 letters"),
        ('{"format": "tabellone-analysis", "version": 1}', "has no nodes"),
        ('{"format": "tabellone-analysis", "version": 1, "game": 3, "nodes": []}', "3 is no text"),
        ('{"format": "tabellone-analysis", "version": 2, "game": "fuba", "nodes": []}', "of version 1"),
        ('{"format": "tabellone-analysis", "version": 1, "game": "fuba", "nodes": 3}', "shape"),
        ('{"format": ' + "[" * 100000, "nested too deeply"),
    ],
)
def test_a_refusal_names_the_line_and_the_fault(words, why):
    if "FIRST" in words:
        one, two = (with_dice(move) for move in first_moves()[:2])
        words = (
            words.replace("FIRST 1 1 1]", one.replace("]", " 1 1 1 1]")).replace("FIRST", one).replace("SECOND", two)
        )
    with pytest.raises(BadRequest) as refusal:
        trees.read(words)
    assert why in str(refusal.value)


def test_a_parent_must_stand_before_its_child():
    value = trees.to_json(Tree(Start("dom_jim", {"first_move": "home"})))
    value["nodes"] = [{"parent": 0, "seat": "home", "move": {}}]
    with pytest.raises(BadTree, match="follows move 0, which does not stand before it"):
        trees.from_json(value)


def test_a_long_line_and_many_siblings_are_no_trouble():
    """Four thousand moves, one behind the other or one beside the other: no recursion, and one more is refused."""
    game = engines.get("fuba")
    chance, dice = random.Random(1), SeededDice(1)
    state, _ = game.new(None, None, dice)
    start = Start("fuba", {}, {}, tuple(dice.rolled))
    (seat, *_) = game.to_act(state)
    move = chance.choice(game.legal(state, seat))
    dice = SeededDice(2)
    game.apply(state, seat, move, dice)
    broad = Tree(start, tuple(Node(ROOT, seat, dict(move), tuple(dice.rolled)) for _ in range(trees.MOST_NODES)))
    assert len(trees.read(trees.write(broad)).states) == trees.MOST_NODES
    more = replace(broad, nodes=(*broad.nodes, broad.nodes[0]))
    with pytest.raises(BadTree, match="at most 4000 moves"):
        trees.read(trees.write(more))
    with pytest.raises(BadTree, match="at most 4000 moves, this one has 4001"):
        trees.from_json(trees.to_json(more))


def test_hostile_text_costs_no_more_than_its_length():
    """Long runs of one letter, which backtracking would read by the square; the bound is in steps of the cursor."""
    for run in ("1", " ", "1.", "1. home ", "(", "[", "{", "<", '"', "\\", "- ", "1 "):
        with pytest.raises(BadRequest):
            trees.read(HEAD + run * (380_000 // len(run)) + "!")


def test_the_example_of_the_document_is_one():
    words = Path("docs/engines.md").read_text()
    chapter = words.partition("## The analysis sheet")[2].partition("```")[2].partition("```")[0].lstrip()
    assert trees.write(trees.read(chapter).tree) == chapter
