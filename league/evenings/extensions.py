"""Parts of an evening that follow its competition: the clocks of its rounds."""

from __future__ import annotations

from league.competitions.verbs import freezing
from league.evenings import clocks

freezing.postponers.add(clocks.postpone)
