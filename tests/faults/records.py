"""What the fault tests of a long run leave, and ``docs/faults.md``, which ``make figures`` writes from it.

A test that passes is one try of its fault, unless it tells more (``tell``). A line of ``records.jsonl`` is what one run
found of one fault; those of a release are counted together.
"""

from __future__ import annotations

import json
import statistics
import tomllib
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from deploy.environment import ROOT
from tests.faults.catalogue import FAULTS, fault_of
from tests.sizes import LONG

RECORDS = Path(__file__).with_name("records.jsonl")
PAGE = ROOT / "docs" / "faults.md"
HEAD = """# Faults

`make figures` writes this page from what the tests of `tests/faults` found in their long runs
(`tests/faults/records.jsonl`); nothing in it is written by hand. Release {release}. Each fault was tried as often as
the table says, while matches were played. A move counts as lost if its player was told that it counts and it is not
in the log, once, in its place. The seconds go from the fault until everybody had played on: in half of the runs, and at
most. They were taken on two cores that had much else to do.

| fault | tried | lost | seconds until play went on |
| --- | ---: | --- | --- |
"""
TAIL = """
## Repeat it
Each line is one command, on a machine with two cores and no other preparation; as root where a small disk is mounted.
The hour, with a fault every five seconds, is the test of several of them; `TABELLONE_HOUR=20` makes it twenty minutes.
Everything: `make test-long`.

"""


@dataclass(frozen=True)
class Record:
    """What one run found of one fault."""

    release: str
    fault: str
    tried: int = 1
    moves: int = 0
    """Acknowledged moves; 0: none were counted."""
    lost: int = 0
    """Those of them that are not in the log."""
    usual: float | None = None
    """Seconds until play went on, in the median."""
    most: float | None = None


_told: list[Record] = []


def release() -> str:
    version: str = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    return version


def tell(fault: str, *, tried: int, moves: int = 0, lost: int = 0, seconds: Sequence[float] = ()) -> None:
    """Let the running test leave a record of its own."""
    usual, most = (round(statistics.median(seconds), 1), round(max(seconds), 1)) if seconds else (None, None)
    assert fault in FAULTS, f"{fault} is no fault of tests/faults/catalogue.py"
    _told.append(Record(release(), fault, tried, moves, lost, usual, most))


def passed(test: str) -> None:
    """Write down what ``test`` (``file::function``), which passed, told: in a long run only."""
    told, fault = list(_told), fault_of(test)
    _told.clear()
    if not told and fault is not None:
        told = [Record(release(), fault)]
    if LONG and told:
        with RECORDS.open("a") as file:
            file.write("".join(json.dumps(asdict(record)) + "\n" for record in told))


def forget() -> None:
    """Forget what a test that failed told."""
    _told.clear()


def read() -> list[Record]:
    """Read the records of this release."""
    found = [Record(**json.loads(line)) for line in RECORDS.read_text().splitlines()] if RECORDS.exists() else []
    return [record for record in found if record.release == release()]


def page(records: Sequence[Record]) -> str:
    """Return the page: a line for each fault there is."""
    lines = [_line(fault, [record for record in records if record.fault == fault]) for fault in FAULTS]
    repeated = [f"- {fault.said}:\n  `{fault.command}`" for fault in FAULTS.values()]
    return HEAD.format(release=release()) + "\n".join(lines) + "\n" + TAIL + "\n".join(repeated) + "\n"


def _line(fault: str, records: Sequence[Record]) -> str:
    tried, moves = (sum(getattr(record, name) for record in records) for name in ("tried", "moves"))
    lost = sum(record.lost for record in records)
    usual = [record.usual for record in records if record.usual is not None]
    most = [record.most for record in records if record.most is not None]
    losses = f"{lost:,} of {moves:,} moves" if moves else "nothing" if tried else ""
    seconds = f"{statistics.median(usual):.1f}, at most {max(most):.1f}" if usual else ""
    return f"| {FAULTS[fault].said} | {tried:,} | {losses} | {seconds} |"


def write() -> None:
    PAGE.write_text(page(read()))


if __name__ == "__main__":
    write()
