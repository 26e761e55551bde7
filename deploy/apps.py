"""The wiring as a Django app: what every process needs once all apps are there."""

from django.apps import AppConfig

from league.registry import import_extensions


class DeployConfig(AppConfig):
    """Imports the apps' ``extensions`` and the Celery application, and begins reports of errors and traces."""

    name = "deploy"

    def ready(self) -> None:
        """Import the Celery application: without it a web process would send tasks to Celery's default broker."""
        import_extensions()
        from deploy import celery, reporting  # noqa: F401, PLC0415  the apps are ready only now; see above

        reporting.begin()
