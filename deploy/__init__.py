"""Wiring: settings, URLs, ASGI and Celery entry points, the stores and the supervisor."""
