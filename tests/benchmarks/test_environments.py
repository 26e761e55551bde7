"""Steps a second of the environments: random play with its observations and masks, in CPU of one core."""

import random
import time

import pytest

pytest.importorskip("pettingzoo")

from engines.environments import Table
from tests.cases import built

pytestmark = pytest.mark.bench
WANTED = {"super_goal": 10_000}
"""Steps a second on an idle core; in the other games 4,000."""
SECONDS = 3


@pytest.mark.parametrize("slug", built())
def test_steps_a_second(slug, capsys):
    table, chance, steps = Table(slug), random.Random(1), 0
    begin = time.process_time()
    while time.process_time() - begin < SECONDS:
        table.reset()
        for _agent in table.agent_iter():
            observation, _, is_over, _, _ = table.last()
            if is_over:
                table.step(None)
                continue
            legal = observation["action_mask"].nonzero()[0]
            table.step(int(legal[int(chance.random() * len(legal))]))
            steps += 1
    rate = steps / (time.process_time() - begin)
    with capsys.disabled():
        print(f"{slug:<16}{rate:>10,.0f} steps/s (wanted {WANTED.get(slug, 4_000):,})")
