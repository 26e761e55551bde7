"""No sentence of the catalogues falls back into a wording that ``docs/words.md`` has put an end to."""

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

ROOT = Path(__file__).resolve().parents[2]
CATALOGUES = sorted(
    path
    for room in ("deploy", "engines", "league", "matches", "templates")
    for path in (ROOT / room).rglob("locale/it/LC_MESSAGES/*.po")
)

ENGLISH = [
    (r"^Who(ever)? (?!opens|has\b)[^?]*$", "name the person, or address the reader"),
    (r"\b(for|to|from|of|and|then|than|than for) who (?!was replaced)[^?]*$", "name the person"),
    (r"[,;:] who (is|has|does|says|waits|loses|plays|withdraws|may)\b[^?]*$", "name the person"),
    (r"\b(is|are) who\b", "name the person"),
    (r"\bthose who (wait|play|lose|are|is)\b", "use the noun: players, losers, the waiting list"),
    (r"^What (is|was|were|you|others|people|they|moderators|counts|ends)\b(?![^.]*\?)", "begin with the subject"),
    (r"\b[Mm]ake (the|an?|your|one|it|this) (account|bot|class|club|draft|link|season|series|token)\b", "create"),
    (r"\bis made\b|\bare made\b|^The .* is made", "created, or what happened"),
    (r"\bheard of\b", "active, inactive"),
    (r"\b(without|any) (a )?sign\b", "inactive"),
    (r"\bgone quiet\b|\bthe silent\b|\bis silent\b|\bkeeps? silent\b", "inactive, no answer"),
    (r"\bstands? (still|in (no|the|all)|here|as|at|until|for|before)\b", "is, stays, appears, is frozen, is valid"),
    (r"\blevel entrants\b|\bwho is level\b|\bhome – level\b", "draw, equal points"),
    (r"\blooks? on\b|\blook into\b|^Look (at|again)\b", "watch, check, see, refresh"),
    (r"\bof %\(\w+\)[sd](</b>)?( matches| events)? over\b|^[^ ]* over$", "played"),
    (r"\bput(s)? off\b", "postpone, extend the deadline"),
    (r"\btaken? (back|in|out)\b|\btook .* back\b|^Take (it|in|out|away|back)\b", "withdraw, undo, remove, import"),
    (r"\bcannot be taken back\b|\bcannot be undone\b", "you cannot undo this"),
    (r"^(Do it|So it was|Found it|Let it)\b", "a button names its verb and noun"),
    (r"^To (the (?!left|right)|your)\b", "Go to …"),
    (r"\b(one|names?|days?|whom you invite|entrant), one an? |^Names, one a\b", "one per line"),
    (
        r"\b(decision|goals|points|matches|turns|minutes|seconds|goals against)s? an? "
        r"(match|half|decision|side|line|move|day|person)\b",
        "per",
    ),
    (r"^Left (empty|open)\b", "Leave empty …"),
    (r"\bthe own\b|\bof the own\b", "their own, your own"),
    (r"\banew\b", "again"),
    (r"\bas long as (it|you|no)\b", "while, until"),
    (r"\b(is|are) told\b|^Told\b", "we told, gets a notification"),
    (r"(?<!moment), please\.$|^Say (who|how|what|why|when|both)\b", "Enter …, Choose …, Give a reason"),
    (r"\bby one click\b|\bone click\b(?!:)", "a button says what it does"),
    (r"\b(600|900|1200|1800|3600) seconds\b|\b%\((n|move)\)d seconds (a|per)\b", "minutes"),
    (
        r"\{(team|home|away|winner)\} (win|play|kick|have|lose|choose|aim|miss|are|resign|roll|keep|try|score|shoot|"
        r"may|place|move|make|take|attack|go|steal|slice|clear|hold|put|leave|set)\b(?<!Let \{team\} kick)",
        "a side is usually one person: wins, plays",
    ),
    (r"\b(may|shall) (not )?(be|have|play|write|enter|leave|shoot|take|say|call|go|do)\b", "can, cannot, must"),
    (r"\b[Rr]eady sentences\b", "preset phrases"),
    (r"\bneeds a script\b|\bwithout a script\b", "JavaScript"),
    (r"\b[Ss]omebody, who\b|\bsomebody as\b", "someone"),
]
"""``(pattern, what to write instead)`` for the English sentences."""

ITALIAN = [
    (r"\b[Cc]ollegament[oi]\b", "link"),
    (r"\b[Rr]eplic(a|he)\b", "replay"),
    (r"\b[Ii]n diretta\b", "dal vivo"),
    (r"\b(il|un|tuo|del|dal|al) profilo\b|^Profilo$", "account"),
    (r"\bPunteggi(o)? di forza\b|\bpunteggi di forza\b", "rating"),
    (r"\b(seme|semi|segreto) (si )?(impegn\w+)", "fissare, seme fissato"),
    (r"^La fine$|^Alla fine$", "chiusura"),
    (r"^In breve$", "panoramica"),
    (r"\bin casa a testa\b", "una in casa di ciascuno"),
    (r"\bsono dentro\b|\bè dentro\.$", "aggiunti, iscritti"),
    (r"^Vuoto:|^Lasciato vuoto|^Left", "se lo lasci vuoto"),
    (r"\b[Cc]hi (tace|non si fa sentire)\b|\bsenza un segno\b|\bdi chi non si sa\b", "inattivo, senza risposta"),
    (r"(?<!momento), per favore\.$", "inserisci, scegli"),
    (r"(?<!\{)\b[Ff]igur[ae]\b(?!\})", "calciatore, as the sheet of Dom Jim has it"),
    (r"\b[Tt]ir[oi] (di dado|del dado|dei dadi)\b", "lancio: a die is thrown, a shot is not"),
]
"""The same for the Italian ones."""


def sentences():
    """``(catalogue, English sentences, Italian sentences)`` of each entry."""
    for path in CATALOGUES:
        with path.open("rb") as lines:
            for entry in read_po(lines):
                if entry.id:
                    forms = (entry.id, entry.string)
                    english, italian = ((form,) if isinstance(form, str) else tuple(form) for form in forms)
                    yield path.relative_to(ROOT), english, italian


def found(patterns, which):
    hits = []
    for path, *languages in sentences():
        for sentence in languages[which]:
            hits += [
                f"{path}: {sentence!r}: write {instead}"
                for pattern, instead in patterns
                if re.search(pattern, sentence)
            ]
    return hits


def test_no_english_sentence_falls_back():
    assert found(ENGLISH, 0) == []


def test_no_italian_sentence_falls_back():
    assert found(ITALIAN, 1) == []


@pytest.mark.parametrize(
    "sentence",
    [
        "Who withdraws: the matches that are left go to the others.",
        "Make the draft",
        "It stands in no list, no search and on no player’s page but for its members.",
        "To the table",
        "%(done)s of %(all)s over",
        "{team} win the toss",
        "Do it",
    ],
)
def test_a_worst_string_of_the_past_is_found(sentence):
    assert any(re.search(pattern, sentence) for pattern, _instead in ENGLISH)
