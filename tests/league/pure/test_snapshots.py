"""Real tables as text: numbers, order and the reasons in both languages, so that a changed rule shows in review.

The files in ``snapshots/`` are compared letter for letter. ``TABELLONE_SNAPSHOTS=write`` writes them anew.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
import yaml

from deploy.translations import compile_all
from league.standings import explain
from league.standings.table import Rules, table
from league.standings.words import say
from tests.league.pure.kinds import criteria_of, facts_of, ledger_of, results_of, teams_of

HERE = Path(__file__).resolve().parent
CASES = {
    case["id"]: case
    for case in yaml.safe_load((HERE / "cases/football.yaml").read_text(encoding="utf-8"))["cases"]
    if case["kind"] == "group_table"
}


def as_text(made):
    names = {row.entrant: row.entrant for row in made.rows}
    lines = [
        f"{row.rank:>2} {row.entrant:<16}" + "".join(f"{value:>4}" for value in explain.numbers(row.tally).values())
        for row in made.rows
    ]
    for lang in ("en", "it"):
        for block in made.blocks:
            lines += ["", say(block.summary, lang)]
            lines += [f"  {say(step.sentence, lang, names)}" for step in block.steps]
    for block in made.blocks:
        for mini in block.minis:
            lines += ["", f"mini-table by {', '.join(mini.names)}"]
            for entrant in mini.entrants:
                values = explain.numbers(mini.rows[entrant]).values()
                lines.append(f"   {entrant:<16}" + "".join(f"{value:>4}" for value in values))
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("name", sorted(CASES))
def test_a_real_table_reads_as_it_did(name):
    compile_all()
    case = CASES[name]
    rules = Rules.of({**case["rules"], "criteria": criteria_of(case["rules"]["criteria"])})
    teams, results = teams_of(case["matches"]), results_of(case["matches"])
    standings = table(teams, results, rules, facts=facts_of(case), adjustments=ledger_of(case))
    path = HERE / "snapshots" / f"{name}.txt"
    if os.environ.get("TABELLONE_SNAPSHOTS") == "write":
        path.write_text(as_text(standings), encoding="utf-8")
    assert as_text(standings) == path.read_text(encoding="utf-8")
