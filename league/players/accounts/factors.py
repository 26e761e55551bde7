"""Second factors and passkeys: django-allauth's, with encrypted secrets and our names."""

import base64
import logging
import secrets
from typing import Any, Final

from allauth.account.utils import user_pk_to_url_str
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.utils.encoding import force_bytes
from django.utils.translation import gettext as _

from league.players.models import User

log = logging.getLogger("league.players.factors")

_INFO: Final = b"league.players.factors"
"""Keeps this key apart from others derived of SECRET_KEY."""


def _cipher() -> MultiFernet:
    """Return the cipher of the secret key; keys before it (``SECRET_KEY_FALLBACKS``) only read."""
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    derived = [HKDF(hashes.SHA256(), 32, None, _INFO).derive(force_bytes(key)) for key in keys]
    return MultiFernet([Fernet(base64.urlsafe_b64encode(key)) for key in derived])


class FactorAdapter(DefaultMFAAdapter):
    """The ``MFA_ADAPTER``."""

    def encrypt(self, text: str) -> str:
        """Encrypt a secret for the database: a copy of it alone yields no codes."""
        return _cipher().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """Decrypt a secret; one of another SECRET_KEY becomes a random secret, to which no code fits."""
        try:
            return _cipher().decrypt(encrypted_text.encode()).decode()
        except InvalidToken:
            log.warning("a second factor was encrypted under another SECRET_KEY: it opens nothing")
            return base64.b32encode(secrets.token_bytes(20)).decode()

    def get_totp_label(self, user: AbstractBaseUser) -> str:
        """Return the name under which an authenticator app lists the account."""
        return user.get_username()

    def build_totp_svg(self, url: str) -> str:
        """Return nothing: the page draws the QR code itself (template tag ``qr``)."""
        return ""

    def generate_authenticator_name(self, user: AbstractBaseUser, type: Authenticator.Type) -> str:
        """Propose a name for the next key."""
        count = Authenticator.objects.filter(user=user.pk, type=type).count()
        return _("Passkey %(number)d") % {"number": count + 1} if count else _("Passkey")

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        """Return the site as a device shows it."""
        entity: dict[str, str] = super().get_public_key_credential_rp_entity()
        return {**entity, "name": "Tabellone"}

    def get_public_key_credential_user_entity(self, user: AbstractBaseUser) -> dict[str, Any]:
        """Return the account as a device lists it: by its name, without its address."""
        assert isinstance(user, User)
        name = user.get_username()
        return {"id": user_pk_to_url_str(user).encode(), "display_name": user.nickname, "name": name}
