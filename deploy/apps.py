"""The wiring as a Django app, so that every process knows our Celery application before it sends a task."""

from django.apps import AppConfig


class DeployConfig(AppConfig):
    """Imports the Celery application once the other apps are there."""

    name = "deploy"

    def ready(self) -> None:
        """Without this a web process would send its tasks to Celery's default broker, which is nowhere."""
        from deploy import celery  # noqa: F401  importing it makes it the current application
