from __future__ import annotations

from django.apps import AppConfig, apps
from django.contrib.admin.apps import SimpleAdminConfig


class SupportConfig(AppConfig):
    name = "league.support"
    label = "support"
    default = True


class AdminConfig(SimpleAdminConfig):
    """Django's admin without its log: nothing is changed there, and a look at a person is an ``Act``."""

    default = False

    def import_models(self) -> None:
        """Import no models: ``LogEntry`` would be a table that nobody writes."""
        self.models = apps.all_models[self.label]
        self.models_module = None
