"""Build the tables of Super Goal!'s values: ``python -m engines.values.super_goal [--turns N] [--away-goals N]``."""

import argparse
import time

from engines.values.super_goal import USUAL_TURNS, table
from engines.values.super_goal.solving import Solver


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, action="append", help="counted turns a half; by default 45, 30 and 12")
    parser.add_argument("--away-goals", type=int, help="away goals decide: home's goals in the earlier leg")
    parser.add_argument("--missing", action="store_true", help="build only what is not there")
    arguments = parser.parse_args()
    keys = [table.TableKey(turns, arguments.away_goals) for turns in arguments.turns or USUAL_TURNS]
    keys = [key for key in keys if not (arguments.missing and table.is_built(key))]
    if not keys:
        return
    solver = Solver()
    for key in keys:
        start = time.process_time()
        file = table.write(key, solver)
        print(f"{file}: {file.stat().st_size:,} bytes, {time.process_time() - start:.0f} s of one core", flush=True)


if __name__ == "__main__":
    main()
