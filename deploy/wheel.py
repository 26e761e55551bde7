"""``make wheel``: the engines as a package of their own, ``var/wheel/tabellone_engines-*.whl``.

What describes the package is in ``packaging/engines``; the modules are those that the site runs. ``python -m
deploy.wheel pictures`` draws the boards of its README anew.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import engines
from deploy.environment import ROOT, home
from deploy.translations import compile_all
from engines.core.svg import alone

PACKAGING = ROOT / "packaging" / "engines"
PICTURES = PACKAGING / "pictures"
LEFT_OUT = ("__pycache__", "*.pyc", "*.po", "*.part")
"""Files that are made again, and catalogues before they are compiled."""
BUILD = "import sys; from flit_core.buildapi import build_wheel; print(build_wheel(sys.argv[1]))"
EPOCH = "1577836800"
"""Time of every file in the wheel, so that the same sources make the same bytes."""


def build(folder: Path) -> Path:
    """Build the wheel into ``folder`` and return its path."""
    compile_all()
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as made:
        sources = Path(made) / "sources"
        shutil.copytree(PACKAGING, sources)
        shutil.copytree(ROOT / "engines", sources / "engines", ignore=shutil.ignore_patterns(*LEFT_OUT))
        shutil.copy(ROOT / "LICENSE", sources)
        command = [sys.executable, "-c", BUILD, str(folder.resolve())]
        environment = {**os.environ, "SOURCE_DATE_EPOCH": EPOCH}
        built = subprocess.run(command, cwd=sources, env=environment, check=True, stdout=subprocess.PIPE, text=True)
    return folder / built.stdout.split()[-1]


def pictures() -> dict[str, str]:
    """Draw each game's board, by file name, in the position that its page shows."""
    drawn = {}
    for slug in engines.games():
        game = engines.get(slug)
        view = game.view(game.setup(game.showcase), None)
        drawn[f"{slug}.svg"] = alone(game.geometry(), game.scene(view)) + "\n"
    return drawn


def main(arguments: list[str]) -> None:
    """Build the wheel, or draw the pictures."""
    if arguments == ["pictures"]:
        for name, drawing in pictures().items():
            (PICTURES / name).write_text(drawing, encoding="utf-8")
        return
    print(build(home() / "var" / "wheel"))


if __name__ == "__main__":
    main([word for word in sys.argv[1:] if word != "wheel"])
