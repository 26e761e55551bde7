"""Additions of players to django-allauth."""

from __future__ import annotations

from allauth.account.signals import email_removed

from league.players.accounts.adapter import tell_removed

email_removed.connect(tell_removed, dispatch_uid="players.tell_removed")
