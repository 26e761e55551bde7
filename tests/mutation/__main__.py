"""``make mutants``: sample mutants, run the tests that reach each, report the score and name the survivors.

A mutant is killed when a test fails or the run takes three times as long as it should. One that survives stands in
``explained.txt`` with its reason, where it changes nothing that anybody could see, or it asks for a test.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.mutation.areas import PURE, ROOT, TESTS_OF_PURE, TESTS_OF_VERBS, VERBS
from tests.mutation.forks import Forks
from tests.mutation.operators import Mutant, mutants

EXPLAINED = Path(__file__).parent / "explained.txt"
KEPT = ROOT / "var" / "mutation-reach.json"
"""The reach of each test file, under a hash of the file and of the areas that it reaches."""
SHARES = PURE | VERBS
MOST_SECONDS = 45.0
"""CPU of the tests that are run first against one mutant: all tests of most statements, some of the hottest."""
REST_SECONDS = 240.0
"""CPU of the further tests that a mutant must survive which those left alive."""
QUIET = ("-q", "-n0", "-p", "no:cacheprovider", "--no-header", "--tb=no", "--hypothesis-seed=0")


@dataclass(frozen=True)
class Verdict:
    """The end of one mutant: the test that failed, "time" for one that did not end, or "" where it survived."""

    mutant: Mutant
    killer: str


@dataclass
class Reach:
    """The tests that reach each statement, and their seconds of CPU."""

    tests: dict[str, float]
    places: defaultdict[str, list[str]]

    def of(self, mutant: Mutant, seconds: float, but: Collection[str] = ()) -> list[str]:
        """Name the tests that reach the mutant's statement (any of the module, for one in no function).

        Up to ``seconds``: those of the files named after the module, then the others, the quickest first; none of
        ``but``. Most rules are held by a test of a hundredth of a second, and a few tests take as long as all others.
        """
        places = [f"{mutant.path}:{mutant.statement}"]
        if not mutant.statement:
            places = [place for place in self.places if place.startswith(f"{mutant.path}:")]
        stem = Path(mutant.path).stem
        reaching = {node for place in places for node in self.places.get(place, [])} - {*but}
        named = {node for node in reaching if stem in Path(node.partition("::")[0]).stem}
        chosen, total = set[str](), 0.0
        for node in sorted(reaching, key=lambda node: (node not in named, self.tests[node])):
            total += self.tests[node]
            if chosen and total > seconds:
                break
            chosen.add(node)
        # File by file, as the tests of one share what they make.
        return sorted((node for node in self.tests if node in chosen), key=lambda node: node not in named)

    def seconds(self, nodes: list[str]) -> float:
        return sum(self.tests[node] for node in nodes)


def area_of(mutant: Mutant) -> str:
    return next(area for area in SHARES if mutant.path.startswith(area))


def sample(count: int, seed: int, only: str) -> list[Mutant]:
    """Choose about ``count`` mutants by ``seed``, each area by its share, of paths that begin with ``only``."""
    chosen: list[Mutant] = []
    for area, share in SHARES.items():
        paths = sorted((ROOT / area).glob("**/*.py"))
        named = [(str(path.relative_to(ROOT)), path) for path in paths]
        pool = [mutant for name, path in named if name.startswith(only) for mutant in mutants(name, path.read_text())]
        wanted = count if only else round(count * share)
        chosen += random.Random(seed).sample(pool, min(wanted, len(pool)))
    return chosen


def reached(areas: dict[str, float], folders: tuple[str, ...]) -> Reach:
    """Return the reach of the tests in ``folders``; run those files that changed, or all if an area did."""
    kept = json.loads(KEPT.read_text()) if KEPT.exists() else {}
    sources = [path for area in areas for path in sorted((ROOT / area).glob("**/*.py"))]
    of_areas = b"".join(path.read_bytes() for path in sources)
    files = [path for folder in folders for path in sorted((ROOT / folder).glob("**/test_*.py")) or [ROOT / folder]]
    marks = {str(path.relative_to(ROOT)): hashlib.sha256(of_areas + path.read_bytes()).hexdigest() for path in files}
    stale = [path for path, mark in marks.items() if kept.get(path, {}).get("mark") != mark]
    if stale:
        fresh = measured(stale)
        for path in stale:
            tests = {node: time for node, time in fresh["tests"].items() if node.startswith(f"{path}::")}
            places = {
                place: [node for node in nodes if node in tests]
                for place, nodes in fresh["reach"].items()
                if place.startswith(tuple(areas))
            }
            kept[path] = {
                "mark": marks[path],
                "tests": tests,
                "reach": {key: nodes for key, nodes in places.items() if nodes},
            }
        KEPT.parent.mkdir(exist_ok=True)
        KEPT.write_text(json.dumps(kept))
    reach = Reach({}, defaultdict(list))
    for path in marks:
        reach.tests |= kept[path]["tests"]
        for place, nodes in kept[path]["reach"].items():
            reach.places[place] += nodes
    return reach


def measured(paths: list[str]) -> dict[str, dict[str, Any]]:
    """Run these tests once with the plugin ``reach``: as the sources are, all must pass."""
    with tempfile.NamedTemporaryFile("r", suffix=".json") as file:
        command = [sys.executable, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", "-p", "tests.mutation.reach"]
        subprocess.run([*command, *paths], cwd=ROOT, env={**os.environ, "MUTATION_REACH": file.name}, check=True)
        return json.load(file)


def run_alone(mutant: Mutant, nodes: list[str], limit: float, environment: dict[str, str]) -> str:
    """Try one mutant in a process of its own; return "pytest" if a test failed or could not be imported."""
    module = mutant.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    with tempfile.NamedTemporaryFile("w", suffix=".py") as file:
        file.write(mutant.source)
        file.flush()
        command = [sys.executable, "-m", "tests.mutation.child", module, file.name, "-x", *QUIET, *nodes]
        try:
            ended = subprocess.run(
                command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=limit, check=False
            )
        except subprocess.TimeoutExpired:
            return "time"
    if ended.returncode not in (0, 1, 2, 4):  # 2 and 4: a module could not be imported, so its tests are not there
        raise RuntimeError(f"pytest could not run: {(ended.stdout + ended.stderr)[-2000:]}")
    return "pytest" if ended.returncode else ""


def explained() -> set[str]:
    """Read the names of mutants that change nothing to be seen: lines of ``explained.txt`` that begin with a path."""
    lines = EXPLAINED.read_text().splitlines() if EXPLAINED.exists() else []
    return {line for line in lines if line.startswith("league/")}


def tried(chosen: list[Mutant]) -> list[Verdict]:
    """Try the mutants one by one, and at the end the tests that killed them without a mutant."""
    environment, excused = dict(os.environ), explained()
    reaches: dict[str, Reach] = {}
    folders: list[str] = []
    for areas, tests in ((PURE, TESTS_OF_PURE), (VERBS, TESTS_OF_VERBS)):
        if any(mutant.path.startswith(tuple(areas)) for mutant in chosen):
            reaches |= dict.fromkeys(areas, reached(areas, tests))
            folders += tests
    verdicts: list[Verdict] = []

    def killer_of(forks: Forks, mutant: Mutant, nodes: list[str]) -> str:
        limit = 60 + 3 * reaches[area_of(mutant)].seconds(nodes)
        killer = forks.run(mutant, nodes, limit) if nodes else ""
        return run_alone(mutant, nodes, 5 * limit, environment) if killer is None else killer

    def trial(forks: Forks) -> None:
        for mutant in chosen:
            reach = reaches[area_of(mutant)]
            nodes = reach.of(mutant, MOST_SECONDS)
            killer = killer_of(forks, mutant, nodes)
            if not killer and mutant.name not in excused:
                rest = reach.of(mutant, REST_SECONDS, nodes)
                killer, nodes = killer_of(forks, mutant, rest), nodes + rest
            verdicts.append(Verdict(mutant, killer))
            word = "killed" if killer else "explained" if mutant.name in excused else "SURVIVED"
            print(f"{word:9} line {mutant.line:3} by {killer or len(nodes)}: {mutant.name}", flush=True)
        killers = {verdict.killer for verdict in verdicts} - {"", "time", "pytest"}
        failed = forks.run(None, sorted(killers), 600)
        if failed:
            raise RuntimeError(f"{failed} fails without a mutant")

    sys.argv = ["pytest", *folders]  # tests.plugin_stores looks there for what is to be run
    if pytest.main([*QUIET, "-s", *folders], plugins=[Forks(trial)]):  # without -x, which would drop the database
        raise RuntimeError("pytest could not run")
    return verdicts


def main() -> int:
    """Run the sample; 0 if at least 85 % die and each survivor is explained."""
    count, seed = int(os.environ.get("MUTANTS", "200")), int(os.environ.get("SEED", "1"))
    chosen = sample(count, seed, os.environ.get("ONLY", ""))
    began = time.monotonic()
    verdicts = tried(chosen)
    total = Counter(area_of(verdict.mutant) for verdict in verdicts)
    killed = Counter(area_of(verdict.mutant) for verdict in verdicts if verdict.killer)
    for area in total:
        print(f"{area}: {killed[area]} of {total[area]} killed")
    excused = explained()
    alive = [verdict for verdict in verdicts if not verdict.killer]
    left = [verdict for verdict in alive if verdict.mutant.name not in excused]
    dead, equal = len(verdicts) - len(alive), len(alive) - len(left)
    score = dead / max(1, len(verdicts))
    print(f"{score:.1%} of {len(verdicts)} mutants killed in {time.monotonic() - began:.0f} s, {len(left)} unexplained")
    print(f"{dead / max(1, len(verdicts) - equal):.1%} but for the {equal} that change nothing to be seen")
    return 0 if score >= 0.85 and not left else 1


if __name__ == "__main__":
    sys.exit(main())
