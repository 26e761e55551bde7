"""Every verb of a competition leaves a line in the audit log: walked through the source, whatever verbs there are.

A verb is a public function of ``league.competitions.verbs`` that, itself or through what it calls in this room, writes
rows. Each must come to ``log.journal.record`` in the same way, or stand in ``EXEMPT`` with its reason.
"""

import ast
from pathlib import Path

import league.competitions

ROOM = Path(league.competitions.__file__).parent
WRITES = {
    "save", "create", "bulk_create", "bulk_update", "update", "delete", "get_or_create", "update_or_create",
}  # fmt: skip
RECORD = "log.journal.record"
FOLLOWS = ("derivation.recompute.recompute",)
"""The recomputation records an act's consequences (a champion, say), not the act itself."""
EXEMPT = {
    "verbs.absences.add": "a player's own days, of no competition",
    "verbs.absences.remove": "a player's own days, of no competition",
    "verbs.availability.answer": "between a player and the captain alone: nobody else learns of it",
    "verbs.availability.ask": "between a captain and the squad alone: nobody else learns of it",
    "verbs.availability.forget": "deletes questions that are over: nothing is decided",
    "verbs.boards.leave": "half of sides.take_out and of squads.succeed, which record it",
    "verbs.boards.pass_on": "half of whatever gives a place to somebody else, which records it",
    "verbs.calling.begin": "says that two people sit at their table: nothing is decided",
    "verbs.calling.postpone": "half of a thaw, which records it",
    "verbs.calling.put_first": "half of whatever sets a table aside, which records it",
    "verbs.closing.swept": "recomputes what a killed worker left: nothing is decided",
    "verbs.disputes.remind_due": "reminds the staff: nothing is decided",
    "verbs.drawing.commit_draw": "half of publish and of every change of the list, which record it",
    "verbs.emails.send": "sends what was written: nothing is decided",
    "verbs.emails.write": "half of an invitation and of a personal link, which record it",
    "verbs.entries.late_entrants": "half of swiss.join, which records it",
    "verbs.halls.forget_unused": "deletes tables of no competition: nothing is decided",
    "verbs.halls.same_tables": "half of copying and of taking in a document, which record it",
    "verbs.open_disputes.close": "half of whatever decides the fixture, which records it",
    "verbs.options.preview_reach": "the preview: it fills a dictionary, and no row",
    "verbs.rulings.clear": "half of a ruling, of a substitution and of withdrawing many, which record it",
    "verbs.rulings.wipe": "half of whatever makes orphans, which records it",
    "verbs.schedule.begin_at_kick_off": "half of a new kick-off and of a thaw, which record it",
    "verbs.schedule.move_on": "half of a leave, which records it",
    "verbs.schedule.set_kick_off": "half of override_kick_off, of an agreement and of a plan, which record it",
    "verbs.sent_links.mark_opened": "a player opened a link: nothing is decided",
    "verbs.sent_links.mark_sent": "the organiser's own note of who has a link: nothing is decided",
    "verbs.sent_links.mark_all_sent": "the organiser's own note of who has a link: nothing is decided",
    "verbs.squads.remove": "half of leaving a squad and of being taken off it, which record it",
    "verbs.visibility.audience_changed": "half of show_to and of change, which record it",
}


def name_of(path):
    return ".".join(path.relative_to(ROOM).with_suffix("").parts)


def calls_of(source, module):
    """``function -> what it calls``: a function of this room as ``module.name``, a method by ``.name``."""
    tree, known = ast.parse(source), {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("league.competitions"):
            inside = node.module.removeprefix("league.competitions").strip(".")
            for alias in node.names:
                known[alias.asname or alias.name] = f"{inside}.{alias.name}" if inside else alias.name
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    made = {}
    for name, node in functions.items():
        called = made[f"{module}.{name}"] = set()
        for call in (one.func for one in ast.walk(node) if isinstance(one, ast.Call)):
            if isinstance(call, ast.Name):
                called.add(f"{module}.{call.id}" if call.id in functions else known.get(call.id, call.id))
            elif isinstance(call, ast.Attribute):
                owner = call.value.id if isinstance(call.value, ast.Name) else ""
                called.add(f"{known[owner]}.{call.attr}" if owner in known else f".{call.attr}")
    return made


def whole():
    graph = {}
    for path in sorted(ROOM.rglob("*.py")):
        if "migrations" not in path.parts:
            graph |= calls_of(path.read_text(), name_of(path))
    return graph


def reached(graph, name, but=()):
    """Everything that ``name`` calls, through however many functions of this room, but not through ``but``."""
    found, ahead = set(), [name]
    while ahead:
        for one in graph.get(ahead.pop(), ()):
            if one not in found and one not in but:
                found.add(one)
                ahead.append(one)
    return found


def writes(graph, name):
    return any(one.startswith(".") and one[1:] in WRITES for one in reached(graph, name))


def verbs(graph):
    public = (name for name in graph if name.startswith("verbs.") and not name.split(".")[2].startswith("_"))
    return {name for name in public if writes(graph, name)}


def silent(graph):
    return {name for name in verbs(graph) if RECORD not in reached(graph, name, FOLLOWS)}


def test_every_verb_leaves_a_line_in_the_audit():
    graph = whole()
    assert {
        f"verbs.{name}" for name in ("entries.enter", "rulings.walkover", "schedule.propose", "rounds.start")
    } <= verbs(graph)
    assert len(verbs(graph)) > 50
    assert silent(graph) - set(EXEMPT) == set(), "record it, or say here why not"


def test_what_is_exempt_is_still_there_and_still_silent():
    assert set(EXEMPT) - silent(whole()) == set()


def test_a_silent_verb_is_found():
    graph = whole()
    quiet = "def give(row):\n    _give(row)\n\n\ndef _give(row):\n    row.prizes.create(name='cup')\n"
    said = "from league.competitions.log import journal\n" + quiet + "    journal.record(row, None, 'give', [])\n"
    assert silent(graph | calls_of(quiet, "verbs.gifts")) == silent(graph) | {"verbs.gifts.give"}
    assert silent(graph | calls_of(said, "verbs.gifts")) == silent(graph)
