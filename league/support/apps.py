from pathlib import Path

from django.apps import AppConfig, apps
from django.contrib.admin.apps import SimpleAdminConfig


class SupportConfig(AppConfig):
    name = "league.support"
    default = True


class AdminConfig(SimpleAdminConfig):
    """Django's admin without its log, files and templates.

    Nothing is changed there, and a look at a person is an ``Act``. Its 150 scripts, styles and pictures would be
    collected for no page.
    """

    default = False
    path = str(Path(__file__).with_name("no_files"))
    """A folder that there is not: files, templates, translations and commands are looked for here."""

    def import_models(self) -> None:
        """Import no models: ``LogEntry`` would be a table that nobody writes."""
        self.models = apps.all_models[self.label]
        self.models_module = None
