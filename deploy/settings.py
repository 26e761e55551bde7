"""All settings, from the environment; a wrong one is an error. ``make up`` sets what a laptop needs."""

import re
from pathlib import Path
from typing import Any

from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from deploy import languages, processes
from deploy.environment import offline_folder
from deploy.variables import (
    env,
    env_address,
    env_bool,
    env_choice,
    env_database,
    env_days,
    env_email,
    env_folder,
    env_hosts,
    env_int,
    env_key,
    env_list,
    env_listening,
    env_networks,
    env_origins,
    env_sender,
)
from matches.limits import rates

BASE_DIR = Path(__file__).resolve().parent.parent


def openid_provider(provider_id: str) -> dict[str, Any]:
    """Return the provider ``provider_id`` as allauth wants it, from its variables."""
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", provider_id):
        raise ImproperlyConfigured(f"OIDC_PROVIDERS: {provider_id!r} must be lower-case letters, digits and hyphens")
    prefix = f"OIDC_{provider_id.upper().replace('-', '_')}"
    server = env(f"{prefix}_SERVER")
    if not server.startswith("https://") and not (OUTWARD_PRIVATE and server.startswith("http://")):
        raise ImproperlyConfigured(f"{prefix}_SERVER must begin with https://, not {server!r}")
    return {
        "provider_id": provider_id,
        "name": env(f"{prefix}_NAME", provider_id),
        "client_id": env(f"{prefix}_CLIENT"),
        "secret": env(f"{prefix}_SECRET"),
        "settings": {"server_url": server},
    }


DEBUG = env_bool("DEBUG")
SECRET_KEY = env_key("SECRET_KEY")
ALLOWED_HOSTS = env_hosts("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
CSRF_FAILURE_VIEW = "league.players.pages.typed.csrf_failure"
CSRF_TRUSTED_ORIGINS = env_origins("CSRF_TRUSTED_ORIGINS")
SECURE = env_bool("SECURE_COOKIES", True)
"""Cookies only over HTTPS. ``make up`` turns it off: a laptop serves a bar over plain HTTP."""
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = SECURE
SESSION_COOKIE_AGE = LANGUAGE_COOKIE_AGE = 180 * 24 * 3600
SESSION_ENGINE = "league.players.accounts.sessions"
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
SECURE_HSTS_SECONDS = 31536000 if SECURE else 0
SECURE_SSL_REDIRECT = env_bool("SSL_REDIRECT", SECURE)
BEHIND_PROXY = env_bool("BEHIND_PROXY")
PROXY_ADDRESSES = env_networks("PROXY_ADDRESSES", "127.0.0.1,::1")
"""Proxies whose headers set scheme and client in ``deploy.asgi``, with BEHIND_PROXY.

All code behind it reads REMOTE_ADDR and ``request.scheme``, so Django, allauth and REST framework know of no proxy
(``SECURE_PROXY_SSL_HEADER``, ``ALLAUTH_TRUSTED_PROXY_COUNT``: not set; ``NUM_PROXIES``: 0).
"""
SECURE_REFERRER_POLICY = "same-origin"
PERMISSIONS_POLICY = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"
X_FRAME_OPTIONS = "DENY"

INSTALLED_APPS = [
    "league.support.apps.AdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.sitemaps",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "allauth.socialaccount",
    "allauth.socialaccount.providers.openid_connect",
    "django_htmx",
    "csp",
    "channels",
    "rest_framework",
    "drf_spectacular",
    "matches",
    "league.players",
    "league.competitions",
    "league.brackets",
    "league.leagues",
    "league.statistics",
    "league.puzzles",
    "league.moderation",
    "league.delivery",
    "league.evenings",
    "league.series",
    "league.seasons",
    "league.classes",
    "league.clubs",
    "league.events",
    "league.lessons",
    "league.arenas",
    "league.following",
    "league.analysis",
    "league.privacy",
    "league.support",
    "deploy",
]

MIDDLEWARE = [
    "deploy.health.probe_middleware",
    "deploy.request_log.request_log_middleware",
    "csp.middleware.CSPMiddleware",
    "deploy.static.PermissionsPolicy",
    "deploy.bad_input.bad_input_middleware",
    "league.api.addresses.api_middleware",
    "django.middleware.security.SecurityMiddleware",
    "deploy.static.Compression",
    "deploy.static.StaticFiles",
    "deploy.connections.BackBeforeSending",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "league.players.pages.typed.TypedMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "league.players.accounts.account_pages.AccountPages",
    "league.players.accounts.own_sessions.SeenMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "league.players.pages.preferences.ReaderMiddleware",
    "league.moderation.sightings.DeviceMiddleware",
    "deploy.closing.closed_middleware",
    "matches.limits.LimitsMiddleware",
]

ROOT_URLCONF = "deploy.urls"
ASGI_APPLICATION = "deploy.asgi.application"

LOADERS = ["django.template.loaders.filesystem.Loader", "django.template.loaders.app_directories.Loader"]
TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": False,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.debug",
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
            "loaders": LOADERS if DEBUG else [("django.template.loaders.cached.Loader", LOADERS)],
        },
    },
]

DATABASE_URL = env("DATABASE_URL")
NEWER_DATA = env_bool("NEWER_DATA")
"""Data of a newer release are taken (``deploy.releases``, which asks without Django)."""
DATABASES = {"default": env_database("DATABASE_URL")}
DATABASE_PREPARED = env_bool("DATABASE_PREPARED", True)
"""Keep the plans of statements, and settings, on a connection; False behind a pooler of transactions."""
# Pages repeat a dozen queries over many tables; planning them costs more than running them.
# A connection keeps the plan of a query after five runs (psycopg's default; Django's is never).
_plans: dict[str, Any] = {"server_side_binding": True, "prepare_threshold": 5} if DATABASE_PREPARED else {}
DATABASE_IDLE_SECONDS = 30
"""Seconds after which a pool closes one of the connections that nobody has used: in PostgreSQL it holds 4 to 10 MB."""
# As many as the tables of matches may have beside them. Who waits for longer than five seconds is told to come back.
_pool = {"min_size": 1, "max_size": processes.POOL, "timeout": 5, "max_idle": DATABASE_IDLE_SECONDS}
DATABASE_POOLS: dict[str, dict[str, Any]] = {"default": {"pool": _pool}}
"""Options of each database in a process that keeps a pool."""
DATABASES["default"].setdefault("OPTIONS", {}).update(_plans)
DATABASES["default"]["DISABLE_SERVER_SIDE_CURSORS"] = not DATABASE_PREPARED
if env("DATABASE_REPLICA_URL", ""):
    DATABASES["replica"] = env_database("DATABASE_REPLICA_URL")
    # Two seconds are what a page waits for a copy that is away.
    DATABASES["replica"].setdefault("OPTIONS", {}).update(_plans | {"connect_timeout": 2})
    DATABASE_POOLS["replica"] = {"pool": {"timeout": 2, "max_idle": DATABASE_IDLE_SECONDS}}
    DATABASES["replica"] |= {"DISABLE_SERVER_SIDE_CURSORS": not DATABASE_PREPARED, "TEST": {"MIRROR": "default"}}
    DATABASE_ROUTERS = ["matches.store.replica.Router"]
if env_bool("DATABASE_POOL", True):
    for _alias, _options in DATABASE_POOLS.items():
        DATABASES[_alias]["OPTIONS"] |= _options
MIGRATION_MODULES = {"admin": None}
"""Django's admin has no table here (``league.support.apps``)."""
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

VALKEY_URL = env_address("VALKEY_URL", "redis", "rediss", "unix", default=None)
"""``redis://`` address of Valkey: broker, fan-out and cache. Its data may be lost at any time."""
KEY_PREFIX = env("VALKEY_PREFIX", "") or "tabellone"
PAGE_CACHE = env_bool("PAGE_CACHE", True)
"""Cache pages that are the same for everybody in Valkey for a minute (``matches.pages.visitors``)."""
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": VALKEY_URL,
        "KEY_PREFIX": KEY_PREFIX,
    }
}

AUTH_USER_MODEL = "players.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
    "league.players.backends.LinkBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "league.players.policy.passwords.LongEnough", "OPTIONS": {"min_length": 8}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
SILENCED_SYSTEM_CHECKS = [
    "auth.W004",  # unique by a constraint on lower(username), which that check cannot see
    "security.W005",  # HSTS for subdomains and preloading would make promises about names that are not ours
    "security.W021",
]
LOGIN_REDIRECT_URL = "/"
LOGIN_URL = "account_login"
ACCOUNT_LOGOUT_REDIRECT_URL = "/"
ACCOUNT_ADAPTER = "league.players.accounts.adapter.AccountAdapter"
MFA_ADAPTER = "league.players.accounts.factors.FactorAdapter"
SOCIALACCOUNT_ADAPTER = "league.players.accounts.providers.ProviderAdapter"
ACCOUNT_FORMS = {
    "signup": "league.players.accounts.forms.GuestSignupForm",
    "login": "league.players.accounts.forms.SignInForm",
    "change_password": "league.players.accounts.forms.NewPasswordForm",
    "reset_password": "league.players.accounts.forms.ForgottenForm",
    "reset_password_from_key": "league.players.accounts.forms.PasswordByLinkForm",
    "add_email": "league.players.accounts.forms.AddressForm",
    "reauthenticate": "league.players.accounts.forms.PasswordAgainForm",
    "user_token": "league.players.accounts.forms.LinkForm",
}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = "Tabellone"
MFA_ALLOW_UNVERIFIED_EMAIL = True
"""An address that is not confirmed opens no account here, so it need not keep anybody from a second factor."""
MFA_FORMS = {
    "authenticate": "league.players.accounts.forms.CodeForm",
    "reauthenticate": "league.players.accounts.forms.CodeAgainForm",
    "activate_totp": "league.players.accounts.forms.AppForm",
    "add_webauthn": "league.players.accounts.passkeys.PasskeyForm",
    "edit_webauthn": "league.players.accounts.passkeys.PasskeyNameForm",
    "login_webauthn": "league.players.accounts.passkeys.SignInPasskeyForm",
    "authenticate_webauthn": "league.players.accounts.passkeys.SecondStepPasskeyForm",
    "reauthenticate_webauthn": "league.players.accounts.passkeys.PasskeyAgainForm",
}
SOCIALACCOUNT_AUTO_SIGNUP = False
"""New users choose the name that others see; a provider's is only proposed."""
SOCIALACCOUNT_FORMS = {"signup": "league.players.accounts.forms.ProviderSignupForm"}
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False
"""Guests are signed in too, and must reach the sign-up page."""
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*"]
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_REAUTHENTICATION_REQUIRED = True
"""Ask the password again before an address is added, removed or used."""
ACCOUNT_EMAIL_NOTIFICATIONS = True
"""Tell the present address that the password or the address has changed."""
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
"""Sign in after a password reset by mailed link, and go on to the link's target."""
ACCOUNT_USERNAME_MIN_LENGTH = 2
RATE_LIMITS = env_bool("RATE_LIMITS", True)
"""Off only in tests, which share one address: limits of the sign-in, of the API and of ``LIMITS``."""
SIGN_IN_LIMITS: dict[str, str] = {
    "login": "30/m/ip",
    "login_failed": "20/m/ip",
    # By address and name, then by name alone: fifteen addresses must work together to close a name for an hour.
    "login_failed_here": "5/m/key,20/h/key",
    "login_failed_anywhere": "300/h/key",
    "signup": "30/m/ip",  # a class or a bar signs up at once, from one address
    "reset_password": "10/m/ip,3/h/key",
    "reset_password_from_key": "20/m/ip",
    "ask_reset": "20/h/ip",
    "change_password": "5/m/user",
    "manage_email": "10/m/user",
}
ACCOUNT_RATE_LIMITS: dict[str, str] | bool = SIGN_IN_LIMITS if RATE_LIMITS else False
MFA_RATE_LIMITS: dict[str, str] | bool = {"webauthn_login": "30/m/ip"} if RATE_LIMITS else False

LIMITS = {
    "form": "120/m/account,600/m/address",
    "guest": "30/m/address,300/d/address",
    "play": "20/m/account,120/m/address",
    "offline": "20/m/account,200/d/account,60/m/address",
    "challenge": "10/m/account,60/m/address",
    "competition": "20/h/account,50/d/account,60/h/address",
    "club": "5/h/account,20/d/address",
    "series": "10/h/account,30/d/address",
    "arena": "10/h/account,30/d/address",
    "event": "10/h/account,30/d/address",
    "bot": "10/h/account,30/d/address",
    "enter": "20/m/account,60/m/address",
    "invite": "20/h/account,60/h/address",
    "report": "20/h/account,60/h/address",
    "review": "30/10m/account,30/10m/visitor,120/10m/address",
    "lesson": "20/h/account,60/h/address",
    "puzzle": "60/m/account,60/m/visitor,600/m/address",
    "preview": "40/m/account,40/m/visitor,200/m/address",
    "analysis": "400/m/account,400/m/visitor,2000/m/address",
    "board": "60/m/account,60/m/visitor,300/m/address",
    "tree": "20/m/account,20/m/visitor,100/m/address",
    "advice": "30/m/account,20/m/visitor,90/m/address",
    "typed": "20/m/visitor,200/d/visitor",
    "search": "30/m/account,30/m/visitor,150/m/address",
    "export": "10/10m/visitor,30/10m/account,60/10m/address",
    "class": "30/10m/address,60/10m/key",
    "code": "30/10m/address,10/10m/key",
    "provider": "60/m/address",
    "streams": "20/open/account,60/open/visitor,300/open/address",
    "sockets": "40/open/account,60/open/visitor,300/open/address",
}
"""Limits of requests and of open connections by name, in the format of ``matches.limits``."""
for _limit in filter(None, map(str.strip, env("LIMITS", "").split(";"))):
    _name, _equals, _text = (_part.strip() for _part in _limit.partition("="))
    if _name not in LIMITS:
        raise ImproperlyConfigured(f"LIMITS knows no {_name!r}, only {', '.join(LIMITS)}")
    try:
        _rates = rates(_text)
    except ValueError as _error:
        raise ImproperlyConfigured(f"LIMITS, {_name}: {_error}") from None
    if {_rate.seconds == 0 for _rate in _rates} != {_name in ("streams", "sockets")}:
        raise ImproperlyConfigured(
            f"LIMITS, {_name}: the period open is for streams and sockets, other periods for the rest"
        )
    if _name not in ("class", "code") and any(_rate.per == "key" for _rate in _rates):
        raise ImproperlyConfigured(f"LIMITS, {_name}: 'key' is for class and code")
    LIMITS[_name] = _text
DRAFTS_PER_PERSON = env_int("DRAFTS_PER_PERSON", 20)
COMPETITIONS_PER_PERSON = env_int("COMPETITIONS_PER_PERSON", 50)
"""Most drafts and unfinished published competitions of one owner."""

EMAIL = env_email("EMAIL_URL")
EMAIL_BACKEND = "league.delivery.mail.Outbox"
"""Every mail is a row, sent by the worker ``outward`` by ``EMAIL_TRANSPORT``, which ``EMAIL_URL`` names."""
EMAIL_TRANSPORT: str = EMAIL["EMAIL_BACKEND"]
EMAIL_FILE_PATH = EMAIL["EMAIL_FILE_PATH"]
EMAIL_HOST, EMAIL_PORT = EMAIL["EMAIL_HOST"], EMAIL["EMAIL_PORT"]
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = EMAIL["EMAIL_HOST_USER"], EMAIL["EMAIL_HOST_PASSWORD"]
EMAIL_USE_TLS, EMAIL_USE_SSL = EMAIL["EMAIL_USE_TLS"], EMAIL["EMAIL_USE_SSL"]
EMAIL_TIMEOUT = EMAIL["EMAIL_TIMEOUT"] or 10
"""Seconds to connect, and for each answer of the mail server; a whole mail has ``league.delivery.smtp.WHOLE``."""
EMAIL_IS_REAL = not EMAIL_TRANSPORT.endswith(("console.EmailBackend", "locmem.EmailBackend", "dummy.EmailBackend"))
"""True if mail is real; without it nothing can be verified or reset by mail."""
ACCOUNT_EMAIL_VERIFICATION = "optional" if EMAIL_IS_REAL else "none"
"""Everything works without mail.

With it, an address must be confirmed by a mailed link before it can reset or receive
(``league.players.policy.addresses``).
"""
ACCOUNT_PREVENT_ENUMERATION: bool | str = "strict" if EMAIL_IS_REAL else True
"""With confirmation, another account's unconfirmed address is free, and no page reveals it."""
FACTOR_REQUIRED = EMAIL_IS_REAL or SECURE
"""Rights of staff and moderators wait for a second factor (``User.lacks_factor``)."""
ORGANISER_RESETS = env_bool("ORGANISER_RESETS")
"""Let organisers confirm new passwords of players who named them (``league.players.verbs.resets``)."""
if ORGANISER_RESETS and EMAIL_IS_REAL:
    raise ImproperlyConfigured("ORGANISER_RESETS=1 is for a site without mail: remove it, or EMAIL_URL")
DEFAULT_FROM_EMAIL = env_sender("FROM_EMAIL", "Tabellone <tabellone@localhost>")

GUEST_VERB = "league.players.verbs.guests.guest"
FEED_POSITIONS = "league.competitions.log.journal.positions"
FEED_HIDDEN = "league.competitions.log.journal.hidden"
MATCH_AUDIENCES = "league.competitions.policy.access.audiences"
HOUSE_BOTS = "league.players.verbs.bots.ensure_bots"
MATCH_FIGURES = "league.statistics.queries.matches.match_figures"
MATCH_PIECES = "league.statistics.queries.matches.match_pieces"
MATCH_ANALYSIS_URL = "/matches/{match_id}/analysis/"
MATCH_FIGURES_URL = "/matches/{match_id}/figures/"
MATCH_RULING_URL = "/fixtures/{origin}/decide/?v={v}#resume"
"""Hooks into the apps above matches, by dotted path or address.

Guests' rows, feed topics, spectators, house bots, figures, pieces, rulings on a whole match (``v``: the move on show).
"""
OPEN_SESSIONS = "league.players.policy.sessions.still_open"
"""Function of session keys that returns those which are still signed in (``matches.sessions``)."""
REPORT_VERB = "league.moderation.verbs.report_line"
"""Function of ``line``, ``by`` and ``reason`` that takes a reported line of the chat."""
RESULT_TASK = "league.competitions.tasks.collect_results"
"""Celery task woken by a final move, and the sweep of open results."""

LANGUAGE_CODE = "en"
LANGUAGES = languages.LANGUAGES
UNREVIEWED_LANGUAGES = languages.UNREVIEWED
LOCALE_PATHS = [BASE_DIR / "templates" / "locale", BASE_DIR / "deploy" / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = env_folder("STATIC_ROOT") or None
"""Target of collectstatic, in a container; without it files are served from the source."""
WHITENOISE_USE_FINDERS = STATIC_ROOT is None
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "deploy.static.StaticStorage"
        if STATIC_ROOT
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}

OFFLINE_FOLDER = offline_folder()
"""The builds of what plays without a server (``deploy.offline``), of which ``matches.pages.offline`` serves one."""

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}

REST_FRAMEWORK = {
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_AUTHENTICATION_CLASSES": [
        # The first one's ``WWW-Authenticate`` is what a 401 carries; a session has none, and would answer 403.
        "league.players.api.tokens.BearerAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.AllowAny"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["league.api.parsers.StrictJSONParser"],
    "DEFAULT_PAGINATION_CLASS": "rest_framework.pagination.LimitOffsetPagination",
    "PAGE_SIZE": 50,
    "EXCEPTION_HANDLER": "matches.api.problems.handle",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
    "DEFAULT_THROTTLE_CLASSES": [
        *(
            [
                "league.api.throttles.VisitorThrottle",
                "league.api.throttles.AccountThrottle",
                "league.players.api.tokens.TokenThrottle",
            ]
            if RATE_LIMITS
            else []
        ),
        "league.api.throttles.NamedThrottle",
    ],
    "DEFAULT_THROTTLE_RATES": {"anon": "120/min", "user": "600/min"},
    "NUM_PROXIES": 0,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Tabellone",
    "DESCRIPTION": "Competitions, fixtures, standings and live matches of five football board games.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1/",
    "POSTPROCESSING_HOOKS": ["drf_spectacular.hooks.postprocess_schema_enums", "league.api.schema.add_problems"],
    "ENUM_NAME_OVERRIDES": {
        "VisibilityEnum": "league.visibility.Visibility",
        "AnalysisVisibility": "league.analysis.models.Analysis.Visibility",
        "CompetitionStatus": "league.competitions.models.Competition.Status",
        "EntrantStatus": "league.competitions.models.Entrant.Status",
        "RoundStatus": "league.competitions.models.Round.Status",
        "FixtureStatus": "league.competitions.models.Fixture.Status",
        "ResultKind": "league.competitions.models.ResultEntry.Kind",
        "Advance": "league.competitions.models.Competition.Advance",
        "Unplayed": "league.competitions.models.Competition.Unplayed",
        "Withdrawals": "league.competitions.models.Competition.Withdrawals",
        "PlayerKind": "league.players.models.User.Kind",
        "OfferKind": "matches.models.Offer.Kind",
        "ChatPolicy": "matches.models.Match.Chat",
        "SpectatorsChat": "league.competitions.models.Competition.Stands",
        "MatchStatus": "matches.models.Match.Status",
        "Side": ["home", "away"],
    },
}

OUTWARD_QUEUE = "outward"
"""Queue of the task that sends to servers which anybody may name."""
MAIL_QUEUE = "mail"
"""Queue of the task that sends mail. One worker takes both queues, with a thread for each."""
CELERY = {
    "broker_url": VALKEY_URL,
    "task_ignore_result": True,
    "task_acks_late": True,
    "task_reject_on_worker_lost": True,
    "worker_prefetch_multiplier": 1,
    "broker_connection_retry_on_startup": True,
    "broker_connection_max_retries": None,  # for ever: Valkey may be away for any time
    "worker_hijack_root_logger": False,
    "broker_transport_options": {"visibility_timeout": 60, "global_keyprefix": f"{KEY_PREFIX}:"},
    "task_time_limit": 30,
    "task_routes": {
        "league.delivery.tasks.send": {"queue": OUTWARD_QUEUE},
        "league.delivery.tasks.send_mail": {"queue": MAIL_QUEUE},
    },
    "timezone": "UTC",
    "task_always_eager": env_bool("CELERY_EAGER"),
    "task_eager_propagates": True,
    "beat_scheduler": "deploy.beat:LeasedScheduler",
}

LOG_FORMAT = env_choice("LOG_FORMAT", "text", "text", "json")
LOG_LEVEL = env_choice("LOG_LEVEL", "INFO", "DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
ACCESS_LOG = env_bool("ACCESS_LOG", LOG_FORMAT == "json")
"""Log a line for each request (``deploy.request_log``)."""
LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {
        "context": {"()": "deploy.log_lines.WithContext"},
        "error_id": {"()": "deploy.log_lines.WithErrorId"},
        "readiness": {"()": "deploy.log_lines.WithoutReadiness"},
        "leavers": {"()": "deploy.log_lines.WithoutLeavers"},
    },
    "formatters": {
        "text": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"},
        "json": {"()": "deploy.log_lines.JsonFormatter"},
    },
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": LOG_FORMAT, "filters": ["context", "error_id"]}
    },
    "loggers": {
        "django.request": {"filters": ["readiness"]},
        "asyncio": {"filters": ["leavers"]},
        "deploy.access": {"level": "INFO"},
    },
    "root": {"handlers": ["console"], "level": LOG_LEVEL},
}

if LOG_FORMAT == "json":  # uvicorn's own lines too, but for those that quote addresses
    LOGGING["loggers"]["uvicorn"] = {"handlers": ["console"], "level": "WARNING", "propagate": False}
    LOGGING["loggers"]["uvicorn.access"] = {"propagate": False}
SENTRY_DSN = env_address("SENTRY_DSN", "https", "http")
"""Address to which errors are reported (``deploy.reporting``)."""
METRICS_PORT = env_int("METRICS_PORT", 0, most=65535)
"""Port of this process's metrics for Prometheus (``deploy.metrics``); 0: none."""
METRICS_ADDRESS = env_listening("METRICS_ADDRESS", "127.0.0.1")

BACKUPS = env_folder("BACKUPS")
"""Folder of the nightly backups; without one none are made."""
PRACTICE_DAYS = env_days("PRACTICE_DAYS", 30)
LOG_DAYS = env_days("LOG_DAYS", 60, least=0)
"""Days after which the log of a match that is over is packed (``matches.archiving``); 0: never."""
GUEST_DAYS = env_days("GUEST_DAYS", 90)
"""Days without activity before a guest is deleted (``league.players.verbs.idle_guests``)."""
DELETION_DAYS = env_days("DELETION_DAYS", 7)
"""Days between the wish to be deleted and the deletion, in which it can be taken back (``league.privacy``)."""
ARCHIVE_DAYS = env_days("ARCHIVE_DAYS", 3)
"""Days for which a made archive of a person's data can be fetched."""
ARCHIVE_HOURS = env_int("ARCHIVE_HOURS", 24)
"""Hours between two archives of one person."""
UNREAD_DAYS = env_days("UNREAD_DAYS", 365)
"""Days after which a notification that nobody read is deleted (``league.privacy.retention``)."""
LEFTOVER_DAYS = env_days("LEFTOVER_DAYS", 30)
"""Days after which expired challenges, links of mails, reset requests and sent messages of web hooks are deleted."""
UNTIMED_DAYS = env_days("UNTIMED_DAYS", 14)
"""Days without activity before a table without a clock is closed (``matches.upkeep.abandoned``)."""

LAN_URL = env_address("LAN_URL", "http", "https")
"""Address for phones on the same network, set by ``make up LAN=1``; the page ``/lan/`` shows it."""
PUBLIC_URL = (
    env_address("PUBLIC_URL", "https", "http")
    or LAN_URL
    or (CSRF_TRUSTED_ORIGINS or [f"http://localhost:{env_int('PORT', 8000, 1, 65535)}"])[0]
)
"""Address of the site in mails and calendars, which have no request."""
SECURITY_CONTACT = env("SECURITY_CONTACT", "")
if SECURITY_CONTACT and not SECURITY_CONTACT.startswith(("mailto:", "https://")):
    raise ImproperlyConfigured(f"SECURITY_CONTACT must begin with mailto: or https://, not {SECURITY_CONTACT!r}")
"""Contact for weaknesses of this site, in ``/.well-known/security.txt`` (``deploy.security_txt``)."""
LEGAL_NOTICE, TERMS, CONTACT = env("LEGAL_NOTICE", ""), env("TERMS", ""), env("CONTACT", "")
"""The operator's texts, or their addresses (``https://``); the footer links those that are set."""
SOURCE_URL = env_address("SOURCE_URL", "https", "http")
"""Address of the source code of this installation, for the footer."""
BOT_LADDER = env_bool("BOT_LADDER", True)
"""Bots play each other continuously, one match at once (``league.players.verbs.ladder``)."""
OUTWARD_SECONDS: float = env_int("OUTWARD_SECONDS", 5, 1, 10)
"""Total seconds of one request to a push service or web hook, from name to answer."""
HOOKS_PER_PERSON = env_int("HOOKS_PER_PERSON", 20)
"""Most web hooks of one person, in all competitions together."""
OUTWARD_PRIVATE = env_bool("OUTWARD_PRIVATE")
"""Allow push services and web hooks in a private network, also over plain HTTP; only in tests."""
PROVIDERS = env_list("OIDC_PROVIDERS")
"""Ids of the OpenID Connect providers that sign people in; each has variables of its own."""
SOCIALACCOUNT_PROVIDERS = {
    "openid_connect": {"APPS": [openid_provider(_id) for _id in PROVIDERS], "OAUTH_PKCE_ENABLED": True}
}
DEMO = env_bool("DEMO")
"""The laptop's demo: its accounts are printed and its cups are reopened."""
if DEMO and SECURE:
    raise ImproperlyConfigured(
        "DEMO=1 and SECURE_COOKIES=1 exclude each other: demo accounts are for a machine of your own, "
        "secure cookies for a server on the internet; set DEMO=0, or SECURE_COOKIES=0 to try the demo over plain HTTP"
    )
