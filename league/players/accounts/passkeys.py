"""Forms of passkeys: django-allauth's, with what it leaves to the site.

A sign-in by a passkey alone needs the person's finger, face or PIN, whatever the question was: one that was asked in
another page of the session may be answered by a touch. A key that stays in its device counts its uses, so a copy is
noticed. Each key belongs to one account. What is no credential is refused, not an error of ours.
"""

import logging
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from allauth.mfa.adapter import get_adapter
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.forms import (
    AddWebAuthnForm,
    AuthenticateWebAuthnForm,
    EditWebAuthnForm,
    LoginWebAuthnForm,
    ReauthenticateWebAuthnForm,
)
from django import forms
from django.db import transaction
from django.utils.translation import gettext_lazy as _
from fido2.utils import websafe_encode
from fido2.webauthn import AuthenticationResponse, AuthenticatorData, RegistrationResponse

from matches.letters import clean

log = logging.getLogger("league.players.passkeys")

LONGEST: Final = 16_000
"""Characters of a credential."""
_COUNTER: Final = "counter"
"""In the data of an Authenticator: uses of the key, as it counted them last."""


@contextmanager
def _refused() -> Iterator[None]:
    """Turn whatever a malformed credential sets off into a form's error."""
    try:
        yield
    except (ArithmeticError, AttributeError, LookupError, RuntimeError, TypeError, ValueError, struct.error) as error:
        raise get_adapter().validation_error("incorrect_code") from error


class _Credential(forms.JSONField):
    """The answer of a browser's ``navigator.credentials``."""

    widget = forms.HiddenInput

    def to_python(self, value: Any) -> Any:
        """Return the object. Raises ValidationError."""
        if isinstance(value, str) and len(value) > LONGEST:
            raise get_adapter().validation_error("incorrect_code")
        with _refused():
            credential = super().to_python(value)
        if credential is not None and not isinstance(credential, dict):
            raise get_adapter().validation_error("incorrect_code")
        return credential

    def bound_data(self, data: Any, initial: Any) -> Any:
        """Return nothing: a credential that was sent counts once, so it is not shown again."""
        return None


class _Name(forms.CharField):
    """A name without what nobody sees: no verb of ours refuses it, as with the names that others read."""

    def to_python(self, value: Any) -> Any:
        return super().to_python(clean(value) if isinstance(value, str) else value)


def _label_name(form: forms.Form) -> None:
    """Label the name of a passkey, and bound its length."""
    field = _Name(max_length=40, label=_("Name of the passkey"), required=form.fields["name"].required)
    field.help_text = _("For you alone, to tell several apart.")
    form.fields["name"] = field


class PasskeyForm(AddWebAuthnForm):
    """The form that adds a passkey (``MFA_FORMS["add_webauthn"]``)."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _label_name(self)
        self.fields["credential"] = _Credential()
        self.initial["passwordless"] = True
        self.fields["passwordless"].label = _("Sign in with it alone, without the password")
        self.fields["passwordless"].help_text = _(
            "The device then asks for your finger, face or PIN. An old security key may not know how: untick this."
        )

    def clean_credential(self) -> dict[str, Any]:
        """Return what is kept of the credential. Raises ValidationError, also for a key that an account has."""
        sent = self.cleaned_data["credential"]
        with _refused():
            key_id = websafe_encode(RegistrationResponse.from_dict(sent).raw_id)
            resident = sent.get("clientExtensionResults", {}).get("credProps", {}).get("rk")
            names = ("clientDataJSON", "attestationObject")
            kept = {
                "id": key_id,
                "rawId": key_id,
                "type": "public-key",
                "response": {name: sent["response"][name] for name in names},
                "clientExtensionResults": {"credProps": {"rk": bool(resident)}},
            }
        if Authenticator.objects.filter(data__credential__rawId=key_id).exists():
            raise get_adapter().validation_error("incorrect_code")
        return kept

    def clean(self) -> dict[str, Any]:
        """Check the answer to the question of this session. Raises ValidationError."""
        with _refused():
            cleaned: dict[str, Any] = super().clean()
            return cleaned


class PasskeyNameForm(EditWebAuthnForm):
    """The form that renames a passkey (``MFA_FORMS["edit_webauthn"]``)."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _label_name(self)


class _Answering(AuthenticateWebAuthnForm):
    """A form that takes a passkey's answer to a question."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["credential"] = _Credential()

    def clean_credential(self) -> Authenticator:
        """Return the key that answered. Raises ValidationError."""
        with _refused():
            data = AuthenticationResponse.from_dict(self.cleaned_data["credential"]).response.authenticator_data
            if self.passwordless and not data.is_user_verified():
                raise ValueError("nobody was asked for finger, face or PIN")
            authenticator = super().clean_credential()
            _count(authenticator, data)
        return authenticator


class SignInPasskeyForm(_Answering, LoginWebAuthnForm):
    """The sign-in without a password (``MFA_FORMS["login_webauthn"]``)."""


class SecondStepPasskeyForm(_Answering):
    """The second step of a sign-in (``MFA_FORMS["authenticate_webauthn"]``)."""


class PasskeyAgainForm(_Answering, ReauthenticateWebAuthnForm):
    """The form that asks for a passkey before a change (``MFA_FORMS["reauthenticate_webauthn"]``)."""


@transaction.atomic
def _count(authenticator: Authenticator, data: AuthenticatorData) -> None:
    """Keep the key's count of its uses. Raises ValueError if it does not go up: then one of two is a copy.

    A key that its owner's devices share counts for each of them, or not at all.
    """
    row = Authenticator.objects.select_for_update().get(pk=authenticator.pk)
    registered = row.wrap().authenticator_data.counter
    if not data.is_backup_eligible() and 0 < row.data.get(_COUNTER, registered) >= data.counter:
        log.warning("passkey %s counts backwards: somebody may have a copy", row.pk)
        raise ValueError("the counter does not go up")
    row.data[_COUNTER] = data.counter
    row.save(update_fields=["data"])
