"""Command line: ``python -m engines serve | bench | simulate | verify | play | show | sense``."""

import argparse
import sys
from importlib.util import find_spec

from engines.core.text import languages


def main(arguments: list[str] | None = None) -> int:
    """Run one command; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m engines", description="Five football board games.")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("serve", help="answer one JSON request a line on standard input and output")
    bench = commands.add_parser("bench", help="random play through the public contract, timed on one core")
    bench.add_argument("--json", action="store_true", help="one object, for programs")
    bench.add_argument("--seconds", type=_seconds, default=2.0, help="time for each game (2)")
    bench.add_argument("--game", action="append", help="only this game; may be given again")
    simulate = commands.add_parser("simulate", help="matches between two bots")
    simulate.add_argument("game")
    simulate.add_argument("--home", default="greedy", help="the bot at home (greedy)")
    simulate.add_argument("--away", default="random", help="the bot away (random)")
    simulate.add_argument("-n", "--matches", type=_count, default=100, help="how many (100)")
    simulate.add_argument("--seed", type=int, default=1)
    simulate.add_argument("--json", action="store_true", help="one object, for programs")
    sense = commands.add_parser("sense", help="goals, level matches, cards and length, beside the spec's figures")
    sense.add_argument("games", nargs="*", help="these games only")
    sense.add_argument("--bot", action="append", help="this bot against itself (random, greedy); may be given again")
    sense.add_argument("-n", "--matches", type=_count, default=40, help="matches of each (40)")
    sense.add_argument("--seed", type=int, default=1)
    sense.add_argument("--json", action="store_true", help="one object, for programs")
    verify = commands.add_parser("verify", help="replay a match sheet and recompute its dice")
    verify.add_argument("sheet", help="a text or JSON sheet; - for standard input")
    show = commands.add_parser("show", help="a position's line in sentences, with its legal moves")
    show.add_argument("position", help="as Game.position writes it")
    show.add_argument("--lang", default="en", choices=languages())
    play = commands.add_parser("play", help="a match in the terminal")
    play.add_argument("game")
    play.add_argument("--home", default="person", help="person, or a bot's name")
    play.add_argument("--away", default="greedy", help="person, or a bot's name")
    play.add_argument("--seed", type=int, default=None)
    play.add_argument("--lang", default="en", choices=languages())
    arguments_read = parser.parse_args(arguments)
    try:
        return _run(arguments_read)
    except (BrokenPipeError, KeyboardInterrupt):
        return 130


def _seconds(words: str) -> float:
    seconds = float(words)
    if not 0.01 <= seconds <= 3600:
        raise argparse.ArgumentTypeError(f"must be from 0.01 to 3600 seconds, not {words}")
    return seconds


def _count(words: str) -> int:
    number = int(words)
    if not 1 <= number <= 1_000_000:
        raise argparse.ArgumentTypeError(f"must be from 1 to 1000000, not {words}")
    return number


def _run(arguments: argparse.Namespace) -> int:
    if arguments.command == "serve":
        from engines.core.service import serve

        serve(sys.stdin.buffer, sys.stdout.buffer)
        return 0
    if arguments.command == "play":
        if find_spec("rich") is None:
            print('play needs the package rich: pip install "tabellone-engines[terminal]"', file=sys.stderr)
            return 2
        from engines import terminal

        return terminal.play(arguments.game, arguments.home, arguments.away, arguments.seed, arguments.lang)
    from engines import tools

    if arguments.command == "bench":
        return tools.bench(arguments.game, arguments.seconds, arguments.json)
    if arguments.command == "sense":
        from engines.sense import print_figures as show_sense

        names = arguments.bot or ["random", "greedy"]
        return show_sense(arguments.games, names, arguments.matches, arguments.seed, arguments.json)
    if arguments.command == "show":
        return tools.show(arguments.position, arguments.lang)
    if arguments.command == "verify":
        return tools.verify(arguments.sheet)
    return tools.simulate(
        arguments.game, arguments.home, arguments.away, arguments.matches, arguments.seed, arguments.json
    )


if __name__ == "__main__":
    sys.exit(main())
