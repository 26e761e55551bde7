"""The adapter between django-allauth and our users.

A guest who signs up keeps the row, and so every match already played. Only accounts have a password. Where mail is
real, an address counts once its account has confirmed it. Wrong passwords lock a name for the address that they come
from, and for everybody only after very many.
"""

import ipaddress
from datetime import timedelta
from email.utils import format_datetime
from typing import Any, Final

from allauth.account import app_settings
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.core import ratelimit
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.core.validators import validate_email
from django.http import HttpRequest
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.utils.translation import gettext as _

from league.players.errors import NicknameRefused
from league.players.models import User
from league.players.policy import addresses, office_names
from league.players.policy.nicknames import clean_nickname
from league.players.verbs.guests import sign_up_listeners

CONFIRMED_WITHIN: Final = timedelta(days=app_settings.EMAIL_CONFIRMATION_EXPIRE_DAYS)
LINKS: Final = {
    "account/email/email_confirmation": CONFIRMED_WITHIN,
    "account/email/email_confirmation_signup": CONFIRMED_WITHIN,
    "account/email/password_reset_key": timedelta(seconds=settings.PASSWORD_RESET_TIMEOUT),
}
"""Mails with a link that ends, by their templates, and how long it lasts."""


class AccountAdapter(DefaultAccountAdapter):
    """The ``ACCOUNT_ADAPTER``: signing up upgrades a guest; usernames follow the rules of nicknames."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Refuse pupils of a class: they give no e-mail address here."""
        return not getattr(request.user, "sheltered", False)

    def new_user(self, request: HttpRequest) -> User:
        """Return the row that is about to become an account: this browser's guest, or a new one."""
        if isinstance(request.user, User) and request.user.is_guest:
            return User.objects.get(pk=request.user.pk)
        return User()

    def save_user(self, request: HttpRequest, user: AbstractBaseUser, form: Any, commit: bool = True) -> User:
        """Save the account; a guest keeps the nickname, a newcomer gets the username as one."""
        assert isinstance(user, User)
        user.kind = User.Kind.ACCOUNT
        super().save_user(request, user, form, commit=False)
        user.nickname = user.nickname or user.username or ""
        if commit:
            user.save()
            for signed_up in sign_up_listeners:
                signed_up(user)
        return user

    def get_reset_password_from_key_url(self, key: str) -> str:
        """Return the reset link, leading on to where the person came from, such as an invitation."""
        link: str = super().get_reset_password_from_key_url(key)
        back = self.request.POST.get("back", "")
        if not back or not url_has_allowed_host_and_scheme(back, {self.request.get_host()}):
            return link
        return f"{link}?{urlencode({'next': back})}"

    def render_mail(
        self,
        template_prefix: str,
        email: str | list[str],
        context: dict[str, Any],
        headers: dict[str, str] | None = None,
    ) -> EmailMessage:
        """Return the mail; one with a link is given up when the link ends."""
        message: EmailMessage = super().render_mail(template_prefix, email, context, headers)
        lasts = LINKS.get(template_prefix)
        if lasts is not None:
            message.extra_headers["Expires"] = format_datetime(timezone.now() + lasts)
        return message

    def format_email_subject(self, subject: str) -> str:
        """Return the subject without allauth's "[host]" prefix: it already names the site."""
        return str(subject)

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Check a username by the rules of nicknames, then by allauth's: strangers read it too."""
        try:
            clean = clean_nickname(username)
            office_names.must_be_free(clean)
        except NicknameRefused as refused:
            raise ValidationError(str(refused)) from None
        answer: str = super().clean_username(clean, shallow)
        return answer

    def clean_email(self, email: str) -> str:
        """Refuse an address that is too long: allauth would keep its beginning, which is another one."""
        if email and not addresses.is_address(email):
            raise ValidationError(validate_email.message)
        return email

    def validate_unique_email(self, email: str) -> str:
        """Refuse an address that many accounts gave and none confirmed.

        Signing in by it compares one password for each of them.
        """
        if addresses.is_given_too_often(email):
            raise self.validation_error("email_taken")
        answer: str = super().validate_unique_email(email)
        return answer

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count the attempt before checking it.

        Counters: by address (allauth's own limit), by address and name, and by name alone, where the limit is so high
        that one address never reaches it. Raises ValidationError.
        """
        super().pre_authenticate(request, **credentials)
        name = _typed_name(credentials)
        near = ratelimit.consume(request, action="login_failed_here", key=self._network_and_name(request, name))
        if not near or not ratelimit.consume(request, action="login_failed_anywhere", key=name):
            raise self.validation_error("too_many_login_attempts")

    def authenticate(self, request: HttpRequest, **credentials: Any) -> User | None:
        """Return the account of these credentials, or None: only accounts have a password."""
        user = super().authenticate(request, **credentials)
        if not isinstance(user, User) or user.kind != User.Kind.ACCOUNT:
            return None
        ratelimit.clear(
            request, action="login_failed_here", key=self._network_and_name(request, _typed_name(credentials))
        )
        return user

    def _network_and_name(self, request: HttpRequest, name: str) -> str:
        """Return the client's address (for IPv6 its network, which is one household) and the name."""
        address = ipaddress.ip_address(self.get_client_ip(request).partition("%")[0])
        network = ipaddress.ip_network(f"{address}/{64 if address.version == 6 else 32}", strict=False)
        return f"{network} {name}"

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """Confirm an address for the signed-in account only: the mail may have gone to a stranger."""
        if request.user.pk != email_address.user_id:
            messages.error(request, _("Sign in to the account of this address, then open the link again."))
            return False
        confirmed: bool = super().confirm_email(request, email_address)
        return confirmed

    def send_notification_mail(
        self,
        template_prefix: str,
        user: AbstractBaseUser,
        context: dict[str, Any] | None = None,
        email: str | None = None,
    ) -> None:
        """Tell the account of a change at its previous address, if that was confirmed."""
        to = email or EmailAddress.objects.get_primary_email(user)
        if to and addresses.may_receive(user, to):
            super().send_notification_mail(template_prefix, user, context, to)


def _typed_name(credentials: dict[str, Any]) -> str:
    return str(credentials.get("email") or credentials.get("username") or "").casefold()


def tell_removed(sender: type[EmailAddress], email_address: EmailAddress, **kwargs: Any) -> None:
    """Tell a confirmed address that it was removed; allauth tells only the remaining one.

    A receiver of ``allauth.account.signals.email_removed``.
    """
    if email_address.verified or not settings.EMAIL_IS_REAL:
        adapter = AccountAdapter(kwargs["request"])
        adapter.send_mail("account/email/email_deleted", email_address.email, {"deleted_email": email_address.email})
