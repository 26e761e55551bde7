"""Settings of a player: the name shown, language, theme, time zone, and which notification goes which way."""

from __future__ import annotations

from collections.abc import Iterable

from league.players.models import User
from league.players.policy.channels import SUBJECTS, WAYS
from league.players.policy.nicknames import clean_nickname


def rename(*, player: User, nickname: str) -> User:
    """Change what is shown for ``player`` from now on. Raises NicknameRefused."""
    player.nickname = clean_nickname(nickname)
    player.save(update_fields=["nickname"])
    return player


def prefer(*, player: User, language: str, theme: str, time_zone: str) -> User:
    """Keep how ``player`` wants the site: language code, theme (empty: as the device), name of a time zone."""
    player.language, player.theme, player.time_zone = language, theme, time_zone
    player.save(update_fields=["language", "theme", "time_zone"])
    return player


def choose_channels(*, user: User, wanted: Iterable[str], digest: bool) -> None:
    """Keep what ``user`` wants: pairs such as ``move.mail``; whatever else there is, is off. Unknown pairs are left."""
    asked = set(wanted)
    off = {name: [way for way in WAYS if f"{name}.{way}" not in asked] for name in SUBJECTS}
    user.channels_off = {name: ways for name, ways in off.items() if ways}
    user.digest = digest
    user.save(update_fields=["channels_off", "digest"])


def want_mail(*, user: User, wanted: bool) -> None:
    """Whether notifications go to ``user`` by e-mail too."""
    user.mail = wanted
    user.save(update_fields=["mail"])
