"""Settings of a player: shown name, language, theme, time zone, and channels of notifications."""

from collections.abc import Callable, Iterable

from django.utils.translation import gettext as _

from league.players.errors import NicknameRefused
from league.players.models import User
from league.players.policy import office_names
from league.players.policy.channels import SUBJECTS, WAYS
from league.players.policy.nicknames import clean_nickname
from league.registry import Registry

name_checks: Registry[Callable[[User, str], None]] = Registry()
"""Refuse a player a new shown name, by NicknameRefused."""


def rename(*, player: User, nickname: str) -> User:
    """Change the shown name of ``player``. Raises NicknameRefused."""
    name = clean_nickname(nickname)
    if name != player.nickname:
        if player.sheltered:
            raise NicknameRefused(_("Your teacher wrote your name: ask there to change it."))
        office_names.must_be_free(name, player)
        for check in name_checks:
            check(player, name)
    player.nickname = name
    player.save(update_fields=["nickname"])
    return player


def prefer(*, player: User, language: str, theme: str, time_zone: str) -> User:
    """Save language code, theme (empty: as the device) and name of the time zone."""
    player.language, player.theme, player.time_zone = language, theme, time_zone
    player.save(update_fields=["language", "theme", "time_zone"])
    return player


def choose_channels(*, user: User, names: Iterable[str], digest: bool) -> None:
    """Turn on exactly the channels in ``names``, pairs such as ``move.mail``. Unknown pairs are ignored."""
    chosen = set(names)
    off = {name: [way for way in WAYS if f"{name}.{way}" not in chosen] for name in SUBJECTS}
    user.channels_off = {name: ways for name, ways in off.items() if ways}
    user.digest = digest
    user.save(update_fields=["channels_off", "digest"])


def want_mail(*, user: User, wanted: bool) -> None:
    user.mail = wanted
    user.save(update_fields=["mail"])
