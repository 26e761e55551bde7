"""The capacity of the site (``make load``): players, spectators and readers over real sockets and HTTP.

It starts the site as ``make up`` does (``tests.benchmarks.site``), and prints the table of docs/capacity.md. Costs are
seconds of the processor of the site's own processes, what they use while nobody is there taken off.
``make load ARGS="moves pages"`` measures some parts alone; ``LOAD_SCALE=0.2`` is a quick look.
"""

from __future__ import annotations

import os
import shlex
import signal
import sys

import django

from tests.benchmarks.site import Site


def main(arguments: list[str]) -> int:
    """Start the site and measure the named parts, or all."""
    signal.signal(signal.SIGTERM, lambda *_given: sys.exit(1))  # then the site ends too
    with Site() as site:
        os.environ |= site.environment() | {"DATABASE_POOL": "0"}
        django.setup()
        from tests.benchmarks.capacity import PARTS, Bench

        unknown = sorted(set(arguments) - set(PARTS))
        if unknown:
            print(f"{', '.join(unknown)}: name some of {', '.join(PARTS)}", file=sys.stderr)
            return 2
        bench = Bench(site)
        for name, part in PARTS.items():
            if not arguments or name in arguments or name == "idle":
                part(bench)
    return 0


if __name__ == "__main__":
    sys.exit(main(shlex.split(os.environ.get("ARGS", "")) or sys.argv[2:]))
