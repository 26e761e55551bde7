"""Parts of an evening that follow its competition: the clocks of its rounds, the desk that its console is."""

from typing import Any

from league.competitions.models import Competition
from league.competitions.pages.registries import console_parts
from league.competitions.verbs import freezing
from league.competitions.words.stages import is_evening
from league.evenings import clocks
from league.evenings.evening import evening

freezing.postponers.add(clocks.postpone)


@console_parts.add
def desk(competition: Competition) -> dict[str, Any]:
    """Return the state of an evening, as ``evening``; nothing for other competitions."""
    return {"evening": evening(competition)} if is_evening(competition) else {}
