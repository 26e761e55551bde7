"""The games as environments for learning programs: PettingZoo's for two agents, Gymnasium's against a bot.

They need the extra ``rl`` of the package (``pip install tabellone-engines[rl]``); nothing else in ``engines`` does.
"""

from engines.environments.against import Against
from engines.environments.evaluation import Evaluation, evaluate
from engines.environments.table import Table

__all__ = ["Against", "Evaluation", "Table", "evaluate"]
