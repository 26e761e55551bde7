"""The forms of signing up and in: allauth's own with our labels, and with a guest's nickname filled in already."""

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
    """The label above a field says what it is: no word in the field repeats it."""
    for field in form.fields.values():
        field.widget.attrs.pop("placeholder", None)


class GuestSignupForm(SignupForm):
    """``ACCOUNT_FORMS["signup"]``: a guest need not type the name that everybody knows already."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Take what allauth's form takes; the guest is that of the request being served."""
        super().__init__(*args, **kwargs)
        _plain(self)
        # The summary of what is wrong calls a field as its label does.
        labels = {"username": _("Name"), "email": _("E-mail, if you like"), "password1": _("Password")}
        for name, label in labels.items():
            self.fields[name].label = label
        user = getattr(context.request, "user", None)
        if isinstance(user, User) and user.is_guest:
            self.initial.setdefault("username", user.nickname)


class SignInForm(LoginForm):
    """``ACCOUNT_FORMS["login"]``: the page has a way to a new password, the field need not offer another."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Take what allauth's form takes."""
        super().__init__(*args, **kwargs)
        _plain(self)
        self.fields["login"].label, self.fields["password"].label = _("Name or e-mail"), _("Password")
        self.fields["password"].help_text = ""
        # Password managers look for the name by this word; an address serves as one.
        self.fields["login"].widget.attrs["autocomplete"] = "username"


class NewPasswordForm(ChangePasswordForm):
    """``ACCOUNT_FORMS["change_password"]``: our labels."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Take what allauth's form takes."""
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
    """``ACCOUNT_FORMS["reset_password"]``."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Take what allauth's form takes."""
        super().__init__(*args, **kwargs)
        _plain(self)

    def clean_email(self) -> str:
        """The address; the links go to accounts alone, and where mail is real to the one that confirmed it."""
        email: str = super().clean_email()
        accounts = [user for user in self.users if user.kind == User.Kind.ACCOUNT]
        self.users = [user for user in accounts if may_receive(user, email)]
        return email


class LinkForm(UserTokenForm):
    """``ACCOUNT_FORMS["user_token"]``: a reset link is for an account that is active."""

    def clean(self) -> dict[str, Any]:
        """Return allauth's answer to the link. Raises ValidationError."""
        cleaned: dict[str, Any] = super().clean()  # type: ignore[no-untyped-call]
        user = self.reset_user
        if user is not None and (user.kind != User.Kind.ACCOUNT or not user.is_active):
            raise get_adapter().validation_error("invalid_password_reset")
        return cleaned


class PasswordAgainForm(ReauthenticateForm):
    """``ACCOUNT_FORMS["reauthenticate"]``."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Take what allauth's form takes."""
        super().__init__(*args, **kwargs)
        _plain(self)
        self.fields["password"].label, self.fields["password"].help_text = _("Password"), ""


class AddressForm(AddEmailForm):
    """``ACCOUNT_FORMS["add_email"]``."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Take what allauth's form takes."""
        super().__init__(*args, **kwargs)
        _plain(self)
