"""Sign-in by OpenID Connect: django-allauth's, for accounts alone.

A provider's account opens ours only after it was linked by somebody signed in, or made it. An address never links: a
provider may say anything of one.
"""

from typing import Any, Final

import requests
from allauth.account.adapter import get_adapter as account_adapter
from allauth.core.exceptions import ImmediateHttpResponse, SignupClosedException
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.models import SocialAccount, SocialLogin
from allauth.socialaccount.providers.base.constants import AuthProcess
from django.http import HttpRequest
from django.shortcuts import redirect

from league.players.accounts.provider_answers import ProviderAnswers
from league.players.models import User
from league.players.policy.access import account_of

_KEPT: Final = ("sub", "preferred_username", "email")
_GUEST: Final = "guest"
"""In the state of a sign-in, which stays in the session: the guest who began it."""


class ProviderAdapter(DefaultSocialAccountAdapter):
    """The ``SOCIALACCOUNT_ADAPTER``."""

    def get_requests_session(self) -> requests.Session:
        """Return the session in which a provider is asked."""
        session = requests.Session()
        session.trust_env = False  # no other credentials of this machine's
        for scheme in ("http://", "https://"):
            session.mount(scheme, ProviderAnswers())
        return session

    def new_user(self, request: HttpRequest, sociallogin: SocialLogin) -> User:
        """Return a new row: a guest's own is taken when the account is made, not while somebody signs in."""
        return User()

    def pre_social_login(self, request: HttpRequest, sociallogin: SocialLogin) -> None:
        """Refuse what a provider says of two people, links of guests, and accounts of pupils."""
        claims = sociallogin.account.extra_data
        subjects = {claims[part].get("sub") for part in ("id_token", "userinfo") if part in claims}
        if "id_token" not in claims or len(subjects) != 1:
            raise ImmediateHttpResponse(redirect("socialaccount_login_error"))
        self._keep_little(sociallogin.account)
        connects = sociallogin.state.get("process") == AuthProcess.CONNECT
        if connects and account_of(request.user) is None:
            raise ImmediateHttpResponse(redirect("account_login"))
        if not connects and not sociallogin.is_existing and isinstance(request.user, User) and request.user.is_guest:
            if request.user.sheltered:
                raise SignupClosedException
            sociallogin.state[_GUEST] = str(request.user.pk)

    def _keep_little(self, account: SocialAccount) -> None:
        """Keep of what a provider tells only what people recognise their account by."""
        claims = account.extra_data
        claims = claims.get("userinfo") or claims["id_token"]
        account.extra_data = {"userinfo": {name: claims[name] for name in _KEPT if name in claims}}
        if account.pk:
            account.save(update_fields=["extra_data"])

    def save_user(self, request: HttpRequest, sociallogin: SocialLogin, form: Any = None) -> User:
        """Make the account: a guest keeps the row, and so every match already played."""
        guests = User.objects.filter(kind=User.Kind.GUEST, sheltered=False, is_active=True)
        guest = guests.filter(pk=sociallogin.state.pop(_GUEST, None)).first()
        if guest is not None:
            sociallogin.user = guest
        # An address that was taken out of the form is not kept.
        email = form.cleaned_data.get("email", "")
        addresses = [row for row in sociallogin.email_addresses if row.email.lower() == email.lower()]
        sociallogin.email_addresses = addresses
        user = super().save_user(request, sociallogin, form)
        assert isinstance(user, User)
        return user

    def is_open_for_signup(self, request: HttpRequest, sociallogin: SocialLogin) -> bool:
        """Refuse pupils, as the ordinary page does."""
        return bool(account_adapter(request).is_open_for_signup(request))
