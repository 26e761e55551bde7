"""The reader of support's pages."""

import pytest
from django.test import Client

from league.players.models import User
from tests.security.test_second_factor import BACKEND


@pytest.fixture
def staff(cast):
    User.objects.filter(pk=cast.stranger.pk).update(is_staff=True)
    client = Client()
    client.force_login(cast.stranger, backend=BACKEND)
    return client
