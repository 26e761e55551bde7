"""The Django app ``league.delivery``."""

from django.apps import AppConfig


class DeliveryConfig(AppConfig):
    """See the package's docstring."""

    name = "league.delivery"
    label = "delivery"
