"""Reports to services outside: errors to Sentry (``SENTRY_DSN``), traces to OpenTelemetry (its usual variables).

Both are optional packages (``requirements/sentry.txt``, ``requirements/opentelemetry.txt``) and imported only where
their variable is set; without the package the start ends with a sentence.
"""

import importlib.util
import os
from typing import Any, Final

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from deploy.log_lines import view_name

TRACES: Final = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
"""Variables of which one set means that traces are wanted."""


def begin() -> None:
    """Begin to report what the variables ask for. Raises ImproperlyConfigured."""
    if settings.SENTRY_DSN:
        _require("SENTRY_DSN", ("sentry_sdk",), "sentry")
        _begin_sentry()
    variable = next((name for name in TRACES if os.environ.get(name)), "")
    if variable and os.environ.get("OTEL_SDK_DISABLED", "").lower() != "true":
        _require(variable, ("opentelemetry.sdk", "opentelemetry.instrumentation.django"), "opentelemetry")
        _begin_traces()


def _require(variable: str, packages: tuple[str, ...], extra: str) -> None:
    try:
        missing = [package for package in packages if importlib.util.find_spec(package) is None]
    except ModuleNotFoundError:  # of a package's own parent
        missing = [*packages]
    if missing:
        raise ImproperlyConfigured(
            f"{variable} is set, but {missing[0]} is not installed: "
            f"pip install --require-hashes -r requirements/{extra}.txt, or remove {variable}"
        )


def _begin_sentry() -> None:
    import sentry_sdk

    sentry_sdk.init(
        dsn=settings.SENTRY_DSN,
        environment=os.environ.get("SENTRY_ENVIRONMENT", "production"),
        send_default_pii=False,
        include_local_variables=False,  # they hold names, keys and positions
        max_request_body_size="never",
        max_breadcrumbs=0,
        before_send=without_people,
    )


def without_people(event: Any, _hint: Any) -> Any:
    """Strip an event of what names a person or opens something: addresses, queries, headers, cookies."""
    event.pop("user", None)
    event.pop("server_name", None)
    if "request" in event:
        event["request"] = {"method": event["request"].get("method", "")}
    return event


def _begin_traces() -> None:
    from opentelemetry import trace
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.instrumentation.celery import CeleryInstrumentor
    from opentelemetry.instrumentation.django import DjangoInstrumentor
    from opentelemetry.instrumentation.psycopg import PsycopgInstrumentor
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    name = os.environ.get("OTEL_SERVICE_NAME", "tabellone")
    provider = TracerProvider(resource=Resource.create({"service.name": name}))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    trace.set_tracer_provider(provider)
    DjangoInstrumentor().instrument(response_hook=without_address)
    PsycopgInstrumentor().instrument()
    CeleryInstrumentor().instrument()  # type: ignore[no-untyped-call]


SECRET_ATTRIBUTES: Final = (
    "http.url",
    "http.target",
    "url.full",
    "url.path",
    "url.query",
    "net.peer.ip",
    "client.address",
)


def without_address(span: Any, request: Any, _response: Any) -> None:
    """Replace a span's address, which may hold a secret, and the visitor's by the name of the address."""
    for name in SECRET_ATTRIBUTES:
        if span.is_recording() and name in (span.attributes or {}):
            span.set_attribute(name, view_name(request) if not name.endswith(("ip", "address")) else "")
