"""Parts of an evening that follow its competition: the clocks of its rounds."""

from league.competitions.verbs import freezing
from league.evenings import clocks

freezing.postponers.add(clocks.postpone)
