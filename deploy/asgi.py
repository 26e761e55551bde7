"""The ASGI entry point: HTTP to Django, sockets to Channels."""

from __future__ import annotations

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")

from django.core.asgi import get_asgi_application

django_application = get_asgi_application()

from channels.routing import ProtocolTypeRouter  # noqa: E402  Django must be set up before its apps are imported

application = ProtocolTypeRouter({"http": django_application})  # type: ignore[no-untyped-call]
