"""Compilation of every ``.po`` of the project with Babel, without GNU gettext.

Run by ``python -m deploy.translations``, ``make up`` and the tests. A compiled file has the time of its source: one of
another time was made from another text, newer or older, and is made anew.
"""

import os
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from deploy.environment import ROOT, put_in_place

ROOMS = ("engines", "matches", "league", "templates", "deploy")


def compile_all() -> list[Path]:
    """Write the ``.mo`` of each ``.po`` that has changed; return the written files."""
    paths = []
    for room in ROOMS:
        for source in sorted((ROOT / room).rglob("*.po")):
            target = source.with_suffix(".mo")
            changed_at = source.stat().st_mtime_ns
            if target.exists() and target.stat().st_mtime_ns == changed_at:
                continue
            with source.open("rb") as lines:
                messages = read_po(lines, locale=source.parent.parent.name, domain=source.stem, abort_invalid=True)
            partial = target.with_suffix(f".mo.{os.getpid()}.part")  # several processes may start at once
            with partial.open("wb") as out:
                write_mo(out, messages)
            os.utime(partial, ns=(changed_at, changed_at))
            put_in_place(partial, target)
            paths.append(target)
    return paths


if __name__ == "__main__":
    for path in compile_all():
        print(path.relative_to(ROOT))
