"""Names of those who hold an office of the site: nobody else is called so, or so that it looks like it."""

from django.db.models import Q
from django.utils.translation import gettext as _

from league.players.errors import NicknameRefused
from league.players.models import User
from matches.look_alikes import looks_like


def must_be_free(name: str, player: User | None = None) -> None:
    """Refuse ``player``, or somebody new, the name of a member of the staff or a moderator. Raises NicknameRefused."""
    holders = User.objects.filter(Q(is_staff=True) | Q(is_superuser=True) | Q(is_moderator=True), is_active=True)
    others = holders.exclude(pk=player.pk) if player is not None else holders
    taken = {shown for names in others.values_list("nickname", "username") for shown in names if shown}
    if looks_like(name, taken):
        raise NicknameRefused(_("This name looks like that of somebody who runs this site. Choose another one."))
