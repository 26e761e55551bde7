"""Additions of players to Django and django-allauth."""

from allauth.account.signals import email_removed, password_changed, password_reset, password_set
from allauth.usersessions.models import UserSession
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.db.models.signals import pre_save

from league.players.accounts.adapter import tell_removed
from league.players.accounts.own_sessions import close_after_sign_out, close_connections, note_sign_in, shorten
from league.players.pages.preferences import learn

email_removed.connect(tell_removed, dispatch_uid="players.tell_removed")
pre_save.connect(shorten, sender=UserSession, dispatch_uid="players.shorten")
user_logged_in.connect(note_sign_in, dispatch_uid="players.note_sign_in")
user_logged_in.connect(learn, dispatch_uid="players.learn")
user_logged_out.connect(close_after_sign_out, dispatch_uid="players.close_after_sign_out")
for ends_sessions in (password_changed, password_reset, password_set):
    ends_sessions.connect(close_connections, dispatch_uid="players.close_connections")
