"""Sign-up and sign-in forms: allauth's with our labels and a guest's nickname filled in."""

from typing import Any, ClassVar

from allauth.account.adapter import get_adapter
from allauth.account.forms import (
    AddEmailForm,
    ChangePasswordForm,
    LoginForm,
    ReauthenticateForm,
    ResetPasswordForm,
    ResetPasswordKeyForm,
    SignupForm,
    UserTokenForm,
)
from allauth.core import context
from allauth.mfa.base.forms import AuthenticateForm, BaseAuthenticateForm
from allauth.mfa.base.forms import ReauthenticateForm as FactorAgainForm
from allauth.mfa.totp.forms import ActivateTOTPForm
from allauth.socialaccount.forms import SignupForm as SocialSignupForm
from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from league.players.models import User
from league.players.policy.addresses import may_receive
from matches import limits


class _Plain:
    """This site's labels for a form of allauth, without placeholders: the label says what a field is."""

    fields: dict[str, forms.Field]

    labels: ClassVar[dict[str, Any]] = {}  # lazy strings; the summary of errors names fields by them too

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)
        for name, label in self.labels.items():
            self.fields[name].label = label


class GuestSignupForm(_Plain, SignupForm):
    """The sign-up form (``ACCOUNT_FORMS["signup"]``), with the guest's nickname filled in."""

    labels: ClassVar = {"username": _("Name"), "email": _("E-mail, if you like"), "password1": _("Password")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Build allauth's form for the guest of the current request."""
        super().__init__(*args, **kwargs)
        user = getattr(context.request, "user", None)
        if isinstance(user, User) and user.is_guest:
            self.initial.setdefault("username", user.nickname)


class SignInForm(_Plain, LoginForm):
    """The sign-in form (``ACCOUNT_FORMS["login"]``); its page already links to password reset."""

    labels: ClassVar = {"login": _("Name or e-mail"), "password": _("Password")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password"].help_text = ""
        # Password managers look for the name by this token; an address serves as one.
        self.fields["login"].widget.attrs["autocomplete"] = "username"


class NewPasswordForm(_Plain, ChangePasswordForm):
    """The form that changes a password (``ACCOUNT_FORMS["change_password"]``)."""

    labels: ClassVar = {
        "oldpassword": _("Present password"),
        "password1": _("New password"),
        "password2": _("New password again"),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["oldpassword"].help_text = ""


class PasswordByLinkForm(_Plain, ResetPasswordKeyForm):
    """The form that a reset link opens (``ACCOUNT_FORMS["reset_password_from_key"]``)."""

    labels: ClassVar = {"password1": _("New password"), "password2": _("New password again")}


class ForgottenForm(_Plain, ResetPasswordForm):
    """The form that asks for a reset link (``ACCOUNT_FORMS["reset_password"]``)."""

    labels: ClassVar = {"email": _("E-mail")}

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


class PasswordAgainForm(_Plain, ReauthenticateForm):
    """The form that asks for the password again (``ACCOUNT_FORMS["reauthenticate"]``)."""

    labels: ClassVar = {"password": _("Password")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password"].help_text = ""


class AddressForm(_Plain, AddEmailForm):
    """The form that adds an address (``ACCOUNT_FORMS["add_email"]``)."""

    labels: ClassVar = {"email": _("E-mail")}


class _CodeField(_Plain, BaseAuthenticateForm):
    """A code of an authenticator app, or a recovery code; wrong ones count for the account."""

    labels: ClassVar = {"code": _("Code")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
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


class AppForm(_Plain, ActivateTOTPForm):
    """The form that sets up an authenticator app (``MFA_FORMS["activate_totp"]``)."""

    labels: ClassVar = {"code": _("Code that the app shows")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].widget.attrs["inputmode"] = "numeric"


class ProviderSignupForm(_Plain, SocialSignupForm):
    """The last step of a first sign-in by a provider (``SOCIALACCOUNT_FORMS["signup"]``)."""

    labels: ClassVar = {"username": _("Name"), "email": _("E-mail, if you like")}
