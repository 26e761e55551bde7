"""What programs outside rely on: the shapes of the API and of a competition's document, as of the last release.

``promised.json`` holds both without their words. ``python -m tests.league.api.promises`` writes it anew at a release,
so that what the release adds is promised too.
"""

from __future__ import annotations

import io
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FILE = Path(__file__).parent / "promised.json"
WORDS = ("description", "title", "summary", "tags", "security", "operationId", "example")
LEAST = ("minimum", "minLength", "minItems", "minProperties")
MOST = ("maximum", "maxLength", "maxItems", "maxProperties")


def bare(shape: Any) -> Any:
    """The shape without its words; a property may be called as they are."""
    if isinstance(shape, dict):
        return {key: bare(value) for key, value in shape.items() if key not in WORDS or isinstance(value, dict)}
    return [bare(each) for each in shape] if isinstance(shape, list) else shape


def of_today() -> dict[str, Any]:
    from django.core.management import call_command

    from league.competitions.exchange.schema import SCHEMA

    out = io.StringIO()
    call_command("spectacular", format="openapi-json", stdout=out)
    api = bare(json.loads(out.getvalue()))
    return {
        "paths": {path: _operations(operations) for path, operations in api["paths"].items()},
        "schemas": api["components"]["schemas"],
        "document": bare(json.loads(json.dumps(SCHEMA))),
    }


def _operations(operations: dict[str, Any]) -> dict[str, Any]:
    """The operations of a path, with their answers of success alone."""
    return {
        method: {
            "parameters": {f"{each['in']} {each['name']}": each for each in operation.get("parameters", ())},
            "body": _content(operation.get("requestBody", {})),
            "required": operation.get("requestBody", {}).get("required", False),
            "answers": {
                status: _content(answer) for status, answer in operation["responses"].items() if status < "300"
            },
        }
        for method, operation in operations.items()
    }


def _content(body: dict[str, Any]) -> dict[str, Any]:
    return {kind: part.get("schema", {}) for kind, part in body.get("content", {}).items()}


def broken(before: dict[str, Any], now: dict[str, Any]) -> list[str]:
    """Name what ``before`` promised and ``now`` does not keep."""
    compared = _Compared(before["schemas"], now["schemas"])
    found: list[str] = []
    for path, operations in before["paths"].items():
        for method, promised in operations.items():
            where, operation = f"{method} {path}", now["paths"].get(path, {}).get(method)
            if operation is None:
                found.append(f"{where}: gone")
                continue
            found += compared.operation(where, promised, operation)
    return found + list(compared.shape("document", before["document"], now["document"], taken=True))


class _Compared:
    """Compares shapes of two documents by their parts, each pair of parts once."""

    def __init__(self, before: dict[str, Any], now: dict[str, Any]) -> None:
        self.before, self.now = before, now
        self.seen: set[tuple[str, str, bool]] = set()

    def operation(self, where: str, promised: dict[str, Any], operation: dict[str, Any]) -> Iterator[str]:
        for name, parameter in promised["parameters"].items():
            if name not in operation["parameters"]:
                yield f"{where} {name}: gone"
                continue
            yield from self.shape(f"{where} {name}", parameter["schema"], operation["parameters"][name]["schema"], True)
        for name, parameter in operation["parameters"].items():
            if parameter.get("required") and not promised["parameters"].get(name, {}).get("required"):
                yield f"{where} {name}: required now"
        if operation["required"] and not promised["required"]:
            yield f"{where}: a body is required now"
        yield from self._contents(f"{where} body", promised["body"], operation["body"], True)
        for status, contents in promised["answers"].items():
            if status not in operation["answers"]:
                yield f"{where} {status}: gone"
                continue
            yield from self._contents(f"{where} {status}", contents, operation["answers"][status], False)

    def _contents(self, where: str, before: dict[str, Any], now: dict[str, Any], taken: bool) -> Iterator[str]:
        for kind, shape in before.items():
            if kind not in now:
                yield f"{where} {kind}: gone"
                continue
            yield from self.shape(where, shape, now[kind], taken)

    def shape(self, where: str, before: Any, now: Any, taken: bool) -> Iterator[str]:
        """Yield what is lost between two shapes. ``taken``: by us; what is taken may only widen, what is given not."""
        (was, before), (name, now) = _resolved(self.before, before), _resolved(self.now, now)
        if was and name:
            if (was, name, taken) in self.seen:
                return
            self.seen.add((was, name, taken))
            where = was
        yield from _types(where, before, now, taken)
        yield from _values(where, before, now, taken)
        yield from _bounds(where, before, now, taken)
        needed = set(before.get("required", ())), set(now.get("required", ()))
        if extra := needed[1] - needed[0] if taken else needed[0] - needed[1]:
            yield f"{where}: {'required now' if taken else 'not always there now'}: {', '.join(sorted(extra))}"
        for key, inner in before.get("properties", {}).items():
            if key not in now.get("properties", {}):
                yield f"{where}.{key}: gone"
                continue
            yield from self.shape(f"{where}.{key}", inner, now["properties"][key], taken)
        for key in ("items", "additionalProperties"):
            if isinstance(before.get(key), dict) and isinstance(now.get(key), dict):
                yield from self.shape(f"{where}.{key}", before[key], now[key], taken)
        for key in ("anyOf", "oneOf"):
            for number, (inner, other) in enumerate(zip(before.get(key, ()), now.get(key, ()), strict=False)):
                yield from self.shape(f"{where}.{key}[{number}]", inner, other, taken)


def _resolved(schemas: dict[str, Any], shape: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """The name of a shape, if it has one, and what it is."""
    beside = {key: value for key, value in shape.items() if key != "allOf"}
    if len(shape.get("allOf", ())) == 1:
        shape = shape["allOf"][0]
    if "$ref" not in shape:
        return "", {**shape, **beside}
    name = shape["$ref"].rpartition("/")[2]
    return name, {**schemas[name], **{key: value for key, value in beside.items() if key != "$ref"}}


def _types(where: str, before: dict[str, Any], now: dict[str, Any], taken: bool) -> Iterator[str]:
    kinds = [_kinds(before), _kinds(now)]
    if not kinds[0]:
        if taken and kinds[1]:
            yield f"{where}: only {sorted(kinds[1])} now"
        return
    lost = kinds[0] - kinds[1] if taken else kinds[1] - kinds[0]
    if lost or not kinds[1]:
        yield f"{where}: the type was {sorted(kinds[0])} and is {sorted(kinds[1])}"
    if before.get("format") != now.get("format") or before.get("pattern") != now.get("pattern"):
        yield f"{where}: another format"


def _kinds(shape: dict[str, Any]) -> set[str]:
    kinds = shape.get("type", [])
    return {*([kinds] if isinstance(kinds, str) else kinds), *(["null"] if shape.get("nullable") else [])}


def _values(where: str, before: dict[str, Any], now: dict[str, Any], taken: bool) -> Iterator[str]:
    """A value is never removed, whichever way it goes; of what is taken no list may come where there was none."""
    if "enum" in before and "enum" in now:
        if lost := [value for value in before["enum"] if value not in now["enum"]]:
            yield f"{where}: without {lost}"
    elif "enum" in now and taken:
        yield f"{where}: only {now['enum']} now"
    if before.get("const") != now.get("const"):
        yield f"{where}: another constant"


def _bounds(where: str, before: dict[str, Any], now: dict[str, Any], taken: bool) -> Iterator[str]:
    """What is taken keeps its bounds or gets wider ones; an answer keeps them or promises more."""
    strict, loose = (now, before) if taken else (before, now)
    for key in LEAST:
        if key in strict and (key not in loose or loose[key] < strict[key]):
            yield f"{where}: {key} was {before.get(key)} and is {now.get(key)}"
    for key in MOST:
        if key in strict and (key not in loose or loose[key] > strict[key]):
            yield f"{where}: {key} was {before.get(key)} and is {now.get(key)}"


def written(promises: dict[str, Any]) -> str:
    """The promises as JSON, a path or a shape a line, so that a change is a line of a difference."""
    parts = []
    for name, rows in promises.items():
        lines = [f"{json.dumps(key)}: {json.dumps(value, sort_keys=True)}" for key, value in sorted(rows.items())]
        parts.append(f"{json.dumps(name)}: {{\n" + ",\n".join(lines) + "\n}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


if __name__ == "__main__":
    import django

    from deploy.checks import surroundings

    os.environ |= {**surroundings(), "DJANGO_SETTINGS_MODULE": "deploy.settings"}
    django.setup()
    FILE.write_text(written(of_today()))
