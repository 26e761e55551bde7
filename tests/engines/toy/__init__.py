"""A toy game that no one plays: what the five games need of the core, in one small set of rules.

Two seats choose sealed at once, a run of placements, 22 pieces, a referee's host move, both seats to act again in the
middle of play. It goes through core, service, runtime and table by the fixture ``toy`` of ``tests/conftest.py``.

TY-1  Both choose a formation, sealed: ``wide`` (columns A-F) or ``narrow`` (B-E) of the three own rows.
TY-2  A die of 2 says who is first; each side places eleven pieces one by one, by number; ``rest`` puts down the others.
TY-3  In turn a side steps with one piece to a free cell beside it, then rolls a die; a 6 brings a duel.
TY-4  Duel: both show one, two or three fingers, sealed; different numbers are a goal for the side that stepped.
TY-5  After ``turns`` steps the score decides; where draws are not allowed, score and carry, then the lot (a die of 2).
TY-6  The referee's ``whistle`` skips the side whose turn it is. ``time_up`` ends the match after the next step.
"""

from engines.core.about import About
from engines.core.text import text
from tests.engines.toy.game import Toy

GAME = Toy()
ABOUT = About(
    name=text("Toy"),
    blurb=text("A game that no one plays."),
    board=text("6 × 8 cells"),
    length=text("a minute"),
    chance=text("a die"),
    pieces=text("eleven a side"),
    decisions=60,
)
