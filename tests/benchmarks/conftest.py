"""What is measured begins from nothing: memory and time of a copied process are not those of one."""

from __future__ import annotations

import pytest

from tests import warm


@pytest.fixture(scope="package", autouse=True)
def cold():
    with pytest.MonkeyPatch.context() as here:
        here.setattr(warm, "PRELOADED", {})
        yield
