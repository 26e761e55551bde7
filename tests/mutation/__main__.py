"""``make mutants``: sample mutants, run the tests that reach each, report the score and name the survivors.

A mutant is killed when a test fails or the run takes three times as long as it should. One that survives stands in
``explained.txt`` with its reason, where it changes nothing that anybody could see, or it asks for a test.
"""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

from tests.mutation.operators import Mutant, mutants

ROOT = Path(__file__).parents[2]
EXPLAINED = Path(__file__).parent / "explained.txt"
REACH = ROOT / "var" / "mutation-reach.json"
PURE = "tests/league/pure"
"""Tests of the pure areas, chosen by the functions that each of them calls."""
OF_VERBS = ("tests/league/competitions", "tests/league/seasons")
"""Tests of the verbs, chosen by file: to trace every call of a test with a database takes ten times its time."""
SHARES = {"league/formats": 0.3, "league/standings": 0.3, "league/ratings": 0.1, "league/competitions/verbs": 0.3}
"""Shares of the sample: ratings are 200 lines, each other area over 2,000."""
MOST_SECONDS = 90.0
"""Tests run against one mutant, the fastest first, up to this sum: all tests of most functions, some of the hottest."""
QUIET = ("-q", "-n0", "-x", "-p", "no:cacheprovider", "--no-header", "--tb=no", "--hypothesis-seed=0")


@dataclass(frozen=True)
class Verdict:
    """The end of one mutant: by how many tests it was tried, and whether one failed."""

    mutant: Mutant
    tests: int
    killed: bool


def sample(count: int, seed: int, only: str) -> list[Mutant]:
    """Choose about ``count`` mutants by ``seed``, each area by its share, of paths that begin with ``only``."""
    chosen: list[Mutant] = []
    for area, share in SHARES.items():
        paths = sorted((ROOT / area).glob("**/*.py"))
        named = [(str(path.relative_to(ROOT)), path) for path in paths]
        pool = [mutant for name, path in named if name.startswith(only) for mutant in mutants(name, path.read_text())]
        quota = count if only else round(count * share)
        chosen += random.Random(seed).sample(pool, min(quota, len(pool)))
    return chosen


def reached() -> dict[str, dict[str, object]]:
    """Run the pure tests once with the plugin ``reach``; keep what they reach until a source or a test changes."""
    sources = [path for area in SHARES for path in (ROOT / area).glob("**/*.py")]
    tests = list((ROOT / PURE).glob("**/*.py"))
    if not REACH.exists() or REACH.stat().st_mtime < max(path.stat().st_mtime for path in sources + tests):
        REACH.parent.mkdir(exist_ok=True)
        command = [sys.executable, "-m", "pytest", "-q", "-n0", "-p", "tests.mutation.reach", PURE]
        subprocess.run(command, cwd=ROOT, env={**os.environ, "MUTATION_REACH": str(REACH)}, check=True)
    notes: dict[str, dict[str, object]] = json.loads(REACH.read_text())
    return notes


def files_for(mutant: Mutant) -> list[str]:
    """Name the test files that mention the verb's module; those named after it first."""
    module = Path(mutant.path).stem
    paths = [path for folder in OF_VERBS for path in sorted((ROOT / folder).glob("**/test_*.py"))]
    matching_paths = [path for path in paths if re.search(rf"\b{module}\b", path.read_text())]
    matching_paths.sort(key=lambda path: module not in path.stem)
    return [str(path.relative_to(ROOT)) for path in matching_paths]


def tests_for(mutant: Mutant, reach: dict[str, list[str]], seconds: dict[str, float]) -> list[str]:
    """Name the tests that call the mutant's function (for module level: any of the module), the fastest first."""
    if "/verbs/" in mutant.path:
        return files_for(mutant)
    keys = [f"{mutant.path}:{mutant.function}"]
    if mutant.function == 0:
        keys = [key for key in reach if key.startswith(f"{mutant.path}:")]
    nodes = sorted({node for key in keys for node in reach.get(key, [])}, key=seconds.__getitem__)
    tests_chosen: list[str] = []
    total = 0.0
    for node in nodes:
        total += seconds[node]
        if tests_chosen and total > MOST_SECONDS:
            break
        tests_chosen.append(node)
    return tests_chosen[:600]


def run(mutant: Mutant, nodes: list[str], limit: float) -> Verdict:
    """Try one mutant on its tests in a process of its own."""
    if not nodes:
        return Verdict(mutant, 0, killed=False)
    module = mutant.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    with tempfile.NamedTemporaryFile("w", suffix=".py") as file:
        file.write(mutant.source)
        file.flush()
        command = [sys.executable, "-m", "tests.mutation.child", module, file.name, *QUIET, *nodes]
        try:
            ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=limit, check=False)
        except subprocess.TimeoutExpired:
            return Verdict(mutant, len(nodes), killed=True)
    if ended.returncode not in (0, 1, 2, 4):  # 2 and 4: a module could not be imported, so its tests are not there
        raise RuntimeError(f"pytest could not run: {(ended.stdout + ended.stderr)[-2000:]}")
    return Verdict(mutant, len(nodes), killed=ended.returncode != 0)


def explained() -> set[str]:
    """Read the names of mutants that change nothing to be seen: lines of ``explained.txt`` that begin with a path."""
    lines = EXPLAINED.read_text().splitlines() if EXPLAINED.exists() else []
    return {line for line in lines if line.startswith(("league/", "matches/"))}


def main() -> int:
    """Run the sample; 0 if at least 85 % die and each survivor is explained."""
    count, seed = int(os.environ.get("MUTANTS", "200")), int(os.environ.get("SEED", "1"))
    mutants = sample(count, seed, os.environ.get("ONLY", ""))
    notes = reached()
    seconds: dict[str, float] = notes["tests"]  # type: ignore[assignment]  # as the plugin wrote it
    reach: dict[str, list[str]] = notes["reach"]  # type: ignore[assignment]
    excused = explained()
    began = time.monotonic()
    verdicts: list[Verdict] = []

    def tried(mutant: Mutant) -> Verdict:
        nodes = tests_for(mutant, reach, seconds)
        verdict = run(mutant, nodes, 600 + 3 * sum(seconds.get(node, 0) for node in nodes))
        word = "killed" if verdict.killed else "explained" if mutant.name in excused else "SURVIVED"
        print(f"{word:9} line {mutant.line:3} by {verdict.tests:3}: {mutant.name}", flush=True)
        return verdict

    for area in SHARES:  # the sources as they are must pass, or every mutant would look killed
        mutant = next((mutant for mutant in mutants if mutant.path.startswith(area)), None)
        if (
            mutant
            and run(
                replace(mutant, source=(ROOT / mutant.path).read_text()), tests_for(mutant, reach, seconds), 600
            ).killed
        ):
            raise RuntimeError(f"the tests of {mutant.path} fail without a mutant")
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        verdicts = list(pool.map(tried, mutants))
    total, killed = Counter[str](), Counter[str]()
    for verdict in verdicts:
        area = next(area for area in SHARES if verdict.mutant.path.startswith(area))
        total[area] += 1
        killed[area] += verdict.killed
    for area in total:
        print(f"{area}: {killed[area]} of {total[area]} killed")
    score = sum(killed.values()) / max(1, len(verdicts))
    left = [verdict for verdict in verdicts if not verdict.killed and verdict.mutant.name not in excused]
    print(f"{score:.1%} of {len(verdicts)} mutants killed in {time.monotonic() - began:.0f} s, {len(left)} unexplained")
    return 0 if score >= 0.85 and not left else 1


if __name__ == "__main__":
    sys.exit(main())
