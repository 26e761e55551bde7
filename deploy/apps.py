"""The wiring as a Django app, so that every process knows our Celery application."""

from django.apps import AppConfig


class DeployConfig(AppConfig):
    """Imports the Celery application after the other apps, and begins reports of errors and traces that are set."""

    name = "deploy"

    def ready(self) -> None:
        """Import the Celery application: without it a web process would send tasks to Celery's default broker."""
        from deploy import celery, reporting  # noqa: F401  importing celery makes it the current application

        reporting.begin()
