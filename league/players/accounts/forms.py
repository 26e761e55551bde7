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
from django import forms
from django.utils.translation import gettext as _

from league.players.models import User
from league.players.policy.addresses import may_receive


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
