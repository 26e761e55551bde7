"""How django-allauth meets our users: a guest who signs up keeps the row, and so every match already played."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme, urlencode

from league.competitions.models import Entrant
from league.players.errors import NicknameRefused
from league.players.models import User
from league.players.nicknames import clean_nickname


class AccountAdapter(DefaultAccountAdapter):
    """``ACCOUNT_ADAPTER``. Signing up as a guest upgrades that guest; usernames keep the rules of nicknames."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """For everybody but a pupil of a class: who holds its card gives no e-mail address here."""
        return not getattr(request.user, "sheltered", False)

    def new_user(self, request: HttpRequest) -> User:
        """The row that is about to become an account: the guest of this browser, or a new one."""
        if isinstance(request.user, User) and request.user.is_guest:
            return User.objects.get(pk=request.user.pk)
        return User()

    def save_user(self, request: HttpRequest, user: AbstractBaseUser, form: Any, commit: bool = True) -> User:
        """Save the account; a guest keeps the nickname, a newcomer is called by the username."""
        assert isinstance(user, User)
        user.kind = User.Kind.ACCOUNT
        super().save_user(request, user, form, commit=False)
        user.nickname = user.nickname or user.username or ""
        if commit:
            user.save()
            # From now on the password opens this player; personal links handed out before no longer do.
            Entrant.objects.filter(player=user).update(personal_key="")
        return user

    def get_reset_password_from_key_url(self, key: str) -> str:
        """The link of the mail leads on to where the person came from, such as an invitation."""
        link: str = super().get_reset_password_from_key_url(key)
        back = self.request.POST.get("back", "")
        if not back or not url_has_allowed_host_and_scheme(back, {self.request.get_host()}):
            return link
        return f"{link}?{urlencode({'next': back})}"

    def format_email_subject(self, subject: str) -> str:
        """The subject alone: it says the site's name itself, and a host in brackets before it helps nobody."""
        return str(subject)

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """A username is read by strangers too: the rules of nicknames, then allauth's."""
        try:
            clean = clean_nickname(username)
        except NicknameRefused as refused:
            raise ValidationError(str(refused)) from None
        answer: str = super().clean_username(clean, shallow)
        return answer
