"""Build the tables of Super Goal!'s values: ``python -m engines.values.super_goal [--turns N]``."""

from __future__ import annotations

import argparse
import time

from engines.values.super_goal import USUAL_TURNS, table
from engines.values.super_goal.solving import Solver


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, action="append", help="counted turns a half; by default 45 and 30")
    parser.add_argument("--missing", action="store_true", help="build only what is not there")
    given = parser.parse_args()
    turns = [number for number in given.turns or USUAL_TURNS if not (given.missing and table.is_built(number))]
    if not turns:
        return
    solver = Solver()
    for number in turns:
        start = time.process_time()
        file = table.write(number, solver)
        print(f"{file}: {file.stat().st_size:,} bytes, {time.process_time() - start:.0f} s of one core", flush=True)


if __name__ == "__main__":
    main()
