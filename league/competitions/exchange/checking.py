"""Check of a competition's document: its JSON, its shape, and what a schema cannot express.

Pure: it reads nothing from the database. It reports the first error and its place in the file (``entrants[3].name``).
"""

import json
from collections.abc import Iterator, Mapping
from datetime import date, time
from itertools import product
from typing import Any, Final, NoReturn
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError, best_match

import engines
from engines.core.errors import EngineError
from engines.core.options import resolve_options
from league.competitions.exchange.accidents import check_accidents
from league.competitions.exchange.faults import BadFile, Document, check_unique, moment, place
from league.competitions.exchange.schema import MOST_ENTRANTS, SCHEMA
from league.competitions.exchange.sentences import check_sentences
from league.competitions.models import SQUAD, Competition, Entrant, Stage
from league.competitions.setup import boundaries
from league.competitions.setup.formats import setting
from league.competitions.setup.stages import TABLES
from league.competitions.words import scorers
from league.errors import not_among
from league.formats import draw as draws
from league.formats.consolation import range_of
from league.players.errors import NicknameRefused
from league.players.policy.nicknames import clean_entrant_name
from league.standings.table import Rules
from matches.letters import clean, clean_values

MOST_BYTES: Final = 10_000_000
DEEPEST: Final = 40
_VALIDATOR: Final = Draft202012Validator(SCHEMA)
_MADE: Final = {"moves": list, "allocation": str, "allowed": dict, "clubs": dict, "playoff_round": bool, "squads": dict}
"""Settings that building a stage adds."""


def parsed(raw: bytes) -> Any:  # any JSON
    """Parse the JSON of a file. Raises BadFile."""
    if len(raw) > MOST_BYTES:
        raise BadFile("", _("The file is larger than %(most)d MB.") % {"most": MOST_BYTES // 1_000_000})
    try:
        return json.loads(raw.decode("utf-8-sig"), parse_constant=_no_number)
    except UnicodeDecodeError:
        raise BadFile("", _("The file is not text in UTF-8.")) from None
    except RecursionError:
        raise BadFile("", _("It is nested too deeply.")) from None
    except json.JSONDecodeError as wrong:
        position = _("line %(line)d, column %(column)d") % {"line": wrong.lineno, "column": wrong.colno}
        raise BadFile(position, _("this is not JSON.")) from None
    except ValueError:
        raise BadFile("", _("It has an invalid number.")) from None


def _no_number(_constant: str) -> NoReturn:
    raise ValueError


def checked(document: Any) -> Document:
    """Return ``document`` (any JSON) if it is a competition's document. Raises BadFile."""
    if not isinstance(document, dict):
        raise BadFile("", _("A competition is one JSON object."))
    _no_odd_signs(document, "", 0)
    wrong: ValidationError | None = best_match(_VALIDATOR.iter_errors(document))  # type: ignore[no-untyped-call]
    if wrong is not None:
        raise BadFile(place(wrong.absolute_path), _sentence(wrong))
    cleaned: Document = clean_values(document)  # names of people and of the competition are checked
    document = cleaned
    for group in (group for stage in document["stages"] for group in stage["groups"]):
        group["name"] = clean(group["name"])
    _settings(document["competition"])
    _entrants(document["entrants"], _most_people(document["competition"]))
    _draws(document)
    for at, stage in enumerate(document["stages"]):
        _stage_settings(stage, f"stages[{at}].settings")
    _structure(document)
    _log(document)
    _hall(document)
    check_accidents(document)
    check_sentences(document)
    return cleaned


def _most_people(competition: Mapping[str, Any]) -> int:
    """Return how many people an entrant of the document may have."""
    return Competition(
        **{name: competition[name] for name in ("side_size", "boards") if name in competition}
    ).most_people


def _hall(document: Document) -> None:
    tables = document.get("hall", {}).get("tables", [])
    check_unique([table["number"] for table in tables], "hall.tables[{}]")
    for at, table in enumerate(tables):
        if table["game"] and table["game"] not in engines.games():
            raise BadFile(f"hall.tables[{at}].game", not_among(engines.games()))


def _no_odd_signs(value: Any, path: str, depth: int) -> None:
    """Refuse text that cannot be stored, NaN and infinite numbers, and too deep nesting."""
    if depth > DEEPEST:
        raise BadFile(path[:80], _("It is nested too deeply."))
    if isinstance(value, str):
        if "\x00" in value or any("\ud800" <= sign <= "\udfff" for sign in value):
            raise BadFile(path, _("It has invalid characters."))
    elif isinstance(value, float):
        if value != value or value in (float("inf"), float("-inf")):
            raise BadFile(path, _("It has an invalid number."))
    elif isinstance(value, int) and abs(value) > 2**53:
        raise BadFile(path, _("It has a number that is too big."))
    elif isinstance(value, dict):
        for key, inner in value.items():
            _no_odd_signs(key, path, depth + 1)
            _no_odd_signs(inner, f"{path}.{key}" if path else key, depth + 1)
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            _no_odd_signs(inner, f"{path}[{at}]", depth + 1)


def _sentence(wrong: ValidationError) -> str:
    """Return the sentence for a schema error, by its keyword."""
    allowed: Any = wrong.validator_value
    values = {"allowed": allowed if not isinstance(allowed, list) else ", ".join(str(word) or "—" for word in allowed)}
    if wrong.validator == "required":
        missing = [name for name in allowed if name not in wrong.instance]
        return _("%(names)s is missing.") % {"names": ", ".join(missing)}
    if wrong.validator == "additionalProperties":
        properties = wrong.schema["properties"] if isinstance(wrong.schema, dict) else {}
        more = [name for name in wrong.instance if name not in properties]
        return _("%(names)s is unknown here.") % {"names": ", ".join(more)[:200]}
    sentences = {
        "type": _("It must be of type %(allowed)s.") % values,
        "enum": _("It must be one of: %(allowed)s.") % values,
        "const": _("It must be %(allowed)s.") % values,
        "minimum": _("It must be %(allowed)s or more.") % values,
        "maximum": _("It must be %(allowed)s or less.") % values,
        "minLength": _("It must have %(allowed)s characters or more.") % values,
        "maxLength": _("It must have %(allowed)s characters or fewer.") % values,
        "minItems": _("It must have %(allowed)s entries or more.") % values,
        "maxItems": _("It must have %(allowed)s entries or fewer.") % values,
        "pattern": _("It does not match the pattern of the schema: %(allowed)s") % values,
    }
    return sentences.get(str(wrong.validator), _("It does not match the schema."))


# ── what a schema cannot express ──
def _settings(values: Mapping[str, Any]) -> None:
    path = "competition"
    if values["game"] not in engines.games():
        allowed = ", ".join(engines.games())
        raise BadFile(f"{path}.game", _("It must be one of: %(allowed)s.") % {"allowed": allowed})
    try:
        resolve_options(engines.get(values["game"]).options, values["options"])
    except EngineError as wrong:
        raise BadFile(f"{path}.options", str(wrong)) from None
    try:
        if values.get("boards", 1) > 1:
            Rules.of_teams({"criteria": values["criteria"]})
        else:
            Rules.of({"points": values["points"], "criteria": values["criteria"]})
    except (ValueError, TypeError, KeyError) as wrong:
        raise BadFile(f"{path}.criteria", str(wrong)) from None
    try:
        ZoneInfo(values["time_zone"])
    except (KeyError, ValueError, OSError):
        raise BadFile(f"{path}.time_zone", _("This time zone does not exist.")) from None
    for at, day in enumerate(values["blackout"]):
        moment(day, f"{path}.blackout[{at}]", date)
    _wishes(values.get("wishes") or {}, f"{path}.wishes")
    window = [values.get(name) for name in ("check_in_opens_at", "check_in_closes_at")]
    times = [moment(at, f"{path}.check_in_opens_at") for at in window if at is not None]
    if len(times) == 1 or (times and times[0] >= times[1]):
        raise BadFile(f"{path}.check_in_closes_at", _("The check-in must close after it opens."))
    if values.get("frozen_at") and values["status"] in ("draft", "registration"):
        raise BadFile(f"{path}.frozen_at", _("You can only freeze a running competition."))
    if values.get("official_at") and values["status"] != "finished":
        raise BadFile(f"{path}.official_at", _("The competition is not finished."))


def _wishes(wishes: Mapping[str, Any], path: str) -> None:
    """Check the plan to be made at the start: its days, hour and time zone."""
    if not wishes:
        return
    if "first" not in wishes:
        raise BadFile(path, _("%(names)s is missing.") % {"names": "first"})
    moment(wishes["first"], f"{path}.first", date)
    moment(wishes["at"], f"{path}.at", time)
    for at, day in enumerate(wishes["blackout"]):
        moment(day, f"{path}.blackout[{at}]", date)
    try:
        ZoneInfo(wishes["time_zone"])
    except (KeyError, ValueError, OSError):
        raise BadFile(f"{path}.time_zone", _("This time zone does not exist.")) from None


def _entrants(rows: list[dict[str, Any]], most: int) -> None:
    """Check the entrants, sides of at most ``most`` people."""
    for name in ("id", "code", "seed"):
        check_unique([row[name] for row in rows], f"entrants[{{}}].{name}")
    entered = sum(row["status"] == Entrant.Status.ENTERED for row in rows)
    if entered > MOST_ENTRANTS:
        message = _("A competition has 2 to %(most)d entrants; the file has %(count)d.")
        raise BadFile("entrants", message % {"most": MOST_ENTRANTS, "count": entered})
    for at, row in enumerate(rows):
        try:
            clean_entrant_name(row["name"])
        except NicknameRefused as refused:
            raise BadFile(f"entrants[{at}].name", str(refused)) from None
        mates = row.get("members", [])
        check_unique([mate["number"] for mate in mates], f"entrants[{at}].members[{{}}].number")
        if len(mates) > most - 1:
            message = _("A side has at most %(most)d people.") % {"most": most}
            raise BadFile(f"entrants[{at}].members", message)
        for number, mate in enumerate(mates):
            try:
                clean_entrant_name(mate["name"])
            except NicknameRefused as refused:
                raise BadFile(f"entrants[{at}].members[{number}].name", str(refused)) from None
        for step in row["rests"]:
            if not step.isdecimal():
                raise BadFile(f"entrants[{at}].rests", _("%(value)s is not a round.") % {"value": step[:20]})


def _draws(document: Document) -> None:
    check_unique([row["number"] for row in document["draws"]], "draws[{}].number")
    for at, row in enumerate(document["draws"]):
        drawn = draws.Drawn(row["algorithm"], row["commitment"], row["seed"], row["entrants_hash"], row["order"])
        if draws.verify(drawn, row["entrants"]):
            raise BadFile(f"draws[{at}]", _("The draw does not give this order when run again."))


def _stage_settings(stage: Mapping[str, Any], path: str) -> None:
    for name, value in stage["settings"].items():
        declared = setting(stage["format"], name)
        if name in _MADE:
            wrong = type(value) is not _MADE[name]
            refusal = _("%(value)s is not possible here.") % {"value": str(value)[:80]} if wrong else None
        elif declared is not None:
            refusal = declared.refusal(value)
        else:
            raise BadFile(path, _("%(names)s is unknown here.") % {"names": name[:80]})
        if refusal:
            raise BadFile(f"{path}.{name}", refusal)
    for at, move in enumerate(stage["settings"].get("moves", [])):
        if not isinstance(move, dict) or {type(count) for count in (move.get("direct"), move.get("playoff"))} != {int}:
            raise BadFile(f"{path}.moves[{at}]", _("It does not match the schema."))
    for team, numbers in stage["settings"].get("squads", {}).items():
        if not isinstance(numbers, list) or not all(type(number) is int and 0 <= number < SQUAD for number in numbers):
            raise BadFile(f"{path}.squads.{team[:40]}", _("It does not match the schema."))
    for name in ("allowed", "clubs"):
        for label, value in stage["settings"].get(name, {}).items():
            if not isinstance(value, str) or (name == "clubs" and not label.isdecimal()):
                raise BadFile(f"{path}.{name}.{label[:20]}", _("It does not match the schema."))


def _structure(document: Document) -> None:
    """Check that slots name known, earlier places, and that entrants and ids are known and unique."""
    seeds = {row["seed"] for row in document["entrants"] if row["seed"] is not None}
    entrant_ids = {row["id"] for row in document["entrants"]}
    check_unique([stage["number"] for stage in document["stages"]], "stages[{}].number")
    ids: list[str] = []
    numbers: list[int] = []
    groups: dict[str, int] = {}
    for at, stage in enumerate(document["stages"]):
        stage_path = f"stages[{at}]"
        own = {row["number"] for row in stage["groups"]}
        check_unique([row["number"] for row in stage["groups"]], f"{stage_path}.groups[{{}}].number")
        check_unique([row["name"] for row in stage["groups"]], f"{stage_path}.groups[{{}}].name")
        check_unique([(row["part"], row["step"]) for row in stage["rounds"]], f"{stage_path}.rounds[{{}}]")
        before: dict[tuple[str, int], set[int]] = {}
        places = _Places(stage, seeds, groups, before)
        for place_of, row in enumerate(stage["groups"]):
            for slot_at, slot in enumerate(row["members"]):
                if not places.is_of_entrant(slot):
                    raise BadFile(f"{stage_path}.groups[{place_of}].members[{slot_at}]", _("Nobody has this place."))
        for round_at, row in enumerate(stage["rounds"]):
            path = f"{stage_path}.rounds[{round_at}]"
            numbers.append(row["number"])
            check_unique([tie["number"] for tie in row["ties"]], f"{path}.ties[{{}}].number")
            for tie_at, tie in enumerate(row["ties"]):
                spot = f"{path}.ties[{tie_at}]"
                _range(tie["kind"], f"{spot}.kind")
                grouped = bool(own) and tie["kind"] != boundaries.KIND
                if (tie["group"] is None) == grouped or (grouped and tie["group"] not in own):
                    raise BadFile(f"{spot}.group", _("This group does not exist."))
                for side in ("home_slot", "away_slot"):
                    places.check(tie[side], f"{spot}.{side}")
                _fixtures(tie, entrant_ids, spot)
                ids += [tie["id"], *(fixture["id"] for fixture in tie["fixtures"])]
            before[row["part"], row["step"]] = {tie["number"] for tie in row["ties"]}
        if stage["groups"]:
            groups = {row["name"]: len(row["members"]) or len(seeds) for row in stage["groups"]}
    if sorted(numbers) != numbers or len(set(numbers)) < len(numbers):
        raise BadFile("stages", _("The rounds are not numbered in the order of play."))
    check_unique(ids, "stages")


def _range(kind: str, path: str) -> None:
    """Check that a tie for places is about two or more of them, the best first."""
    places = range_of(kind)
    if places is not None and places[0] >= places[1]:
        raise BadFile(path, _("It does not match the schema."))


class _Places:
    """The places that slots of one stage may name."""

    def __init__(
        self,
        stage: Mapping[str, Any],
        seeds: set[int],
        groups: Mapping[str, int],
        before: Mapping[tuple[str, int], set[int]],
    ) -> None:
        self.seeds, self.groups, self.before = seeds, groups, before
        self.own = {row["name"] for row in stage["groups"]}
        self.thirds = set(stage["settings"].get("allowed", {}))
        self.table = stage["format"] in TABLES and stage["format"] != Stage.Format.SWISS

    def is_of_entrant(self, slot: Mapping[str, Any]) -> bool:
        """Return whether ``slot`` is a known seed, rank of the tables before, or one of the best of their next rank."""
        keys = set(slot)
        if keys == {"seed"}:
            return slot["seed"] in self.seeds
        if keys == {"rank", "group"}:
            return slot["group"] in self.groups
        return keys == {"third"} and slot["third"] in self.thirds and bool(self.groups)

    def check(self, slot: Mapping[str, Any], path: str) -> None:
        """Raise BadFile unless ``slot`` names one place known before it."""
        keys = set(slot)
        if keys in ({"bye"}, {"house"}):
            right = not self.table
        elif keys - {"part"} in ({"winner", "round"}, {"loser", "round"}) or keys == {"loser", "round", "side"}:
            number = slot.get("winner", slot.get("loser"))
            right = number in self.before.get((slot.get("part", ""), slot["round"]), set())
        elif keys == {"rank", "group", "level"}:
            right = slot["group"] in self.own and slot["rank"] - slot["level"] in (0, 1)
        else:
            right = self.is_of_entrant(slot)
        if not right:
            raise BadFile(path, _("This place is not known at that point."))


def _fixtures(tie: Mapping[str, Any], entrant_ids: set[str], path: str) -> None:
    legs = sorted({fixture["leg"] for fixture in tie["fixtures"]})
    boards = sorted({fixture.get("board", 1) for fixture in tie["fixtures"]})
    placed = [(fixture["leg"], fixture.get("board", 1)) for fixture in tie["fixtures"]]
    whole = list(product(legs, boards))
    # The board that decides a level tie of teams is played in its last leg alone.
    extra = [place for place in whole if place[0] == legs[-1] or place[1] < boards[-1]]
    if placed not in (whole, extra) or boards != list(range(1, len(boards) + 1)):
        raise BadFile(f"{path}.fixtures", _("The boards are not numbered 1, 2 and so on, the same in each leg."))
    if legs != list(range(1, len(legs) + 1)):
        raise BadFile(f"{path}.fixtures", _("The legs are not numbered 1, 2 and so on."))
    bye = "bye" in tie["home_slot"] or "bye" in tie["away_slot"]
    if bool(legs) == bye:
        raise BadFile(f"{path}.fixtures", _("A tie needs at least one leg, and none without an opponent."))
    for at, fixture in enumerate(tie["fixtures"]):
        for side in ("home", "away"):
            if fixture[side] is not None and fixture[side] not in entrant_ids:
                raise BadFile(f"{path}.fixtures[{at}].{side}", _("This entrant does not exist."))


def _closing(document: Document, row: Mapping[str, Any], path: str) -> None:
    """Check that an early end names a round-robin stage, a way, and a round of that stage."""
    closing = row.get("closing") or {}
    stage = next((part for part in document["stages"] if part["number"] == closing.get("stage")), None)
    tables = (Stage.Format.LEAGUE, Stage.Format.GROUPS, Stage.Format.DIVISIONS)
    if stage is None or stage["format"] not in tables:
        raise BadFile(f"{path}.stage", _("This stage with tables does not exist."))
    if row["kind"] == "closed" and "way" not in closing:
        raise BadFile(f"{path}.way", _("%(names)s is missing.") % {"names": "way"})
    last = closing.get("round")
    if last is not None and last not in {part["number"] for part in stage["rounds"]}:
        raise BadFile(f"{path}.round", _("%(value)s is not a round.") % {"value": last})


def _log(document: Document) -> None:
    fixtures = {fixture["id"] for fixture in every_fixture(document)}
    entrant_ids = {row["id"] for row in document["entrants"]}
    last = 0
    check_unique([row["match"] for row in document["log"]], "log[{}].match")
    for at, row in enumerate(document["log"]):
        path = f"log[{at}]"
        if row["position"] <= last:
            raise BadFile(f"{path}.position", _("The positions must increase."))
        last = row["position"]
        by_person = row["kind"] in ("withdrawn", "returned", "deducted", "valued")
        if row["kind"] in ("closed", "reopened"):
            _closing(document, row, f"{path}.closing")
            continue
        if by_person and row["entrant"] not in entrant_ids:
            raise BadFile(f"{path}.entrant", _("This entrant does not exist."))
        if not by_person and row["fixture"] not in fixtures:
            raise BadFile(f"{path}.fixture", _("This match does not exist."))
        if (row["home_goals"] is None) != (row["away_goals"] is None):
            raise BadFile(f"{path}.home_goals", _("A score needs the goals of both sides."))
        goals = {"home": row["home_goals"] or 0, "away": row["away_goals"] or 0}
        if wrong := scorers.wrong_with(row.get("scorers") or {}, goals):
            raise BadFile(f"{path}.scorers", wrong)
        if row["kind"] in ("deducted", "valued") and row["points"] is None:
            raise BadFile(f"{path}.points", _("The number of points is missing."))
        if row["kind"] == "played" and (row["match"] is None or row["home_goals"] is None):
            raise BadFile(path, _("A played match needs an id and a score."))
    numbers = {stage["number"] for stage in document["stages"]}
    for at, row in enumerate(document["option_changes"]):
        path = f"option_changes[{at}]"
        if row["scope"] == "fixture":
            right = row["fixture"] in fixtures
        else:
            right = row["stage"] in numbers and (row["scope"] == "stage" or row["number"] is not None)
        if not right:
            raise BadFile(path, _("What it applies to is missing."))
        options = {**document["competition"]["options"], **row["options"]}
        try:
            resolve_options(engines.get(document["competition"]["game"]).options, options)
        except EngineError as wrong:
            raise BadFile(f"{path}.options", str(wrong)) from None


def every_fixture(document: Document) -> Iterator[dict[str, Any]]:
    """Yield the fixtures of a document, in its order."""
    for stage in document["stages"]:
        for row in stage["rounds"]:
            for tie in row["ties"]:
                yield from tie["fixtures"]
