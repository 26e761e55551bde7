"""The Django app ``league.classes``."""

from django.apps import AppConfig


class ClassesConfig(AppConfig):
    """See the package's docstring."""

    name = "league.classes"
    label = "classes"
