"""Sign-up and sign-in forms: allauth's with our labels and a guest's nickname filled in."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.forms import (
    AddEmailForm,
    ChangePasswordForm,
    LoginForm,
    ReauthenticateForm,
    ResetPasswordForm,
    SignupForm,
    UserTokenForm,
)
from allauth.core import context
from allauth.mfa.base.forms import AuthenticateForm, BaseAuthenticateForm
from allauth.mfa.base.forms import ReauthenticateForm as FactorAgainForm
from allauth.mfa.totp.forms import ActivateTOTPForm
from allauth.mfa.webauthn.forms import AddWebAuthnForm, EditWebAuthnForm
from allauth.socialaccount.forms import SignupForm as SocialSignupForm
from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.players.models import User
from league.players.policy.addresses import may_receive
from matches import limits


def _plain(form: forms.Form) -> None:
    """Remove placeholders: the label above a field says what it is."""
    for field in form.fields.values():
        field.widget.attrs.pop("placeholder", None)


class GuestSignupForm(SignupForm):
    """The sign-up form (``ACCOUNT_FORMS["signup"]``), with the guest's nickname filled in."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Build allauth's form for the guest of the current request."""
        super().__init__(*args, **kwargs)
        _plain(self)
        # The error summary names a field by its label.
        labels = {"username": _("Name"), "email": _("E-mail, if you like"), "password1": _("Password")}
        for name, label in labels.items():
            self.fields[name].label = label
        user = getattr(context.request, "user", None)
        if isinstance(user, User) and user.is_guest:
            self.initial.setdefault("username", user.nickname)


class SignInForm(LoginForm):
    """The sign-in form (``ACCOUNT_FORMS["login"]``); its page already links to password reset."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _plain(self)
        self.fields["login"].label, self.fields["password"].label = _("Name or e-mail"), _("Password")
        self.fields["password"].help_text = ""
        # Password managers look for the name by this token; an address serves as one.
        self.fields["login"].widget.attrs["autocomplete"] = "username"


class NewPasswordForm(ChangePasswordForm):
    """The form that changes a password (``ACCOUNT_FORMS["change_password"]``)."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _plain(self)
        labels = {
            "oldpassword": _("Present password"),
            "password1": _("New password"),
            "password2": _("New password again"),
        }
        for name, label in labels.items():
            self.fields[name].label = label
        self.fields["oldpassword"].help_text = ""


class ForgottenForm(ResetPasswordForm):
    """The form that asks for a reset link (``ACCOUNT_FORMS["reset_password"]``)."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _plain(self)

    def clean_email(self) -> str:
        """Return the address. Links go to accounts alone; where mail is real, to the one that confirmed it."""
        email: str = super().clean_email()
        accounts = [user for user in self.users if user.kind == User.Kind.ACCOUNT]
        self.users = [user for user in accounts if may_receive(user, email)]
        return email


class LinkForm(UserTokenForm):
    """The form behind a reset link (``ACCOUNT_FORMS["user_token"]``), for active accounts alone."""

    def clean(self) -> dict[str, Any]:
        """Return allauth's answer to the link. Raises ValidationError."""
        cleaned: dict[str, Any] = super().clean()  # type: ignore[no-untyped-call]
        user = self.reset_user
        if user is not None and (user.kind != User.Kind.ACCOUNT or not user.is_active):
            raise get_adapter().validation_error("invalid_password_reset")
        return cleaned


class PasswordAgainForm(ReauthenticateForm):
    """The form that asks for the password again (``ACCOUNT_FORMS["reauthenticate"]``)."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _plain(self)
        self.fields["password"].label, self.fields["password"].help_text = _("Password"), ""


class AddressForm(AddEmailForm):
    """The form that adds an address (``ACCOUNT_FORMS["add_email"]``)."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _plain(self)


class _CodeField(BaseAuthenticateForm):
    """A code of an authenticator app, or a recovery code; wrong ones count for the account."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _plain(self)
        self.fields["code"].label = _("Code")
        self.fields["code"].widget.attrs["autocapitalize"] = "off"

    def clean_code(self) -> str:
        """Return the code. Raises ValidationError."""
        request, key = context.request, str(self.user.pk)
        seconds = limits.take(request, "code", key)
        if seconds:
            minutes = limits.minutes(seconds)
            raise ValidationError(
                ngettext(
                    "Too many wrong codes. Try again in %(number)d minute.",
                    "Too many wrong codes. Try again in %(number)d minutes.",
                    minutes,
                )
                % {"number": minutes}
            )
        code: str = super().clean_code()
        limits.give_back(request, "code", key)
        return code


class CodeForm(_CodeField, AuthenticateForm):
    """The second step of a sign-in (``MFA_FORMS["authenticate"]``)."""


class CodeAgainForm(_CodeField, FactorAgainForm):
    """The form that asks for a code before a change (``MFA_FORMS["reauthenticate"]``)."""


class AppForm(ActivateTOTPForm):
    """The form that sets up an authenticator app (``MFA_FORMS["activate_totp"]``)."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _plain(self)
        self.fields["code"].label = _("Code that the app shows")
        self.fields["code"].widget.attrs["inputmode"] = "numeric"


def _named(form: forms.Form) -> None:
    """Label the name of a passkey, and bound its length."""
    field = forms.CharField(max_length=40, label=_("Name of the passkey"), required=form.fields["name"].required)
    field.help_text = _("For you alone, to tell several apart.")
    form.fields["name"] = field


class PasskeyForm(AddWebAuthnForm):
    """The form that adds a passkey (``MFA_FORMS["add_webauthn"]``)."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _named(self)
        self.initial["passwordless"] = True
        self.fields["passwordless"].label = _("Sign in with it alone, without the password")
        self.fields["passwordless"].help_text = _(
            "The device then asks for your finger, face or PIN. An old security key may not know how: untick this."
        )


class PasskeyNameForm(EditWebAuthnForm):
    """The form that renames a passkey (``MFA_FORMS["edit_webauthn"]``)."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _named(self)


class ProviderSignupForm(SocialSignupForm):
    """The last step of a first sign-in by a provider (``SOCIALACCOUNT_FORMS["signup"]``)."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _plain(self)
        self.fields["username"].label, self.fields["email"].label = _("Name"), _("E-mail, if you like")
