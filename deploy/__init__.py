"""The wiring: settings, URLs, the ASGI and Celery entry points, the stores and the supervisor that run it all."""
