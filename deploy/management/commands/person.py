"""``manage.py person NAME``: what support must know of an account, guest or bot; no mail address, no secret."""

from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db.models import Q

from league.competitions.models import Entrant
from league.moderation.models import Sanction
from league.players.models import Notification, User
from matches.models import Match

MOST = 20


class Command(BaseCommand):
    help = "Tell what is known of everybody of a name: kind, rights, sign-in, mail, matches, competitions, sanctions."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="what the person signs in with or is called, or the id")

    def handle(self, *args: Any, **options: Any) -> None:
        name = options["name"].strip()
        people = User.objects.filter(Q(username__iexact=name) | Q(nickname__iexact=name) | _by_id(name))
        rows = list(people.order_by("date_joined")[: MOST + 1])
        if not rows:
            raise CommandError(f"There is nobody called {name}.")
        for person in rows[:MOST]:
            self._tell(person)
        if len(rows) > MOST:
            self.stdout.write(f"(and more than {MOST}: name the id)")

    def _tell(self, person: User) -> None:
        addresses = person.emailaddress_set.all()
        factors = sorted(person.authenticator_set.values_list("type", flat=True))
        rights = [name for name in ("is_superuser", "is_staff", "is_moderator") if getattr(person, name)]
        matches = Match.objects.filter(Q(seats__user=person) | Q(seats__controllers__user=person)).distinct()
        played = {status: matches.filter(status=status).count() for status in Match.Status.values}
        waiting = Notification.objects.filter(user=person, mailed_at=None, by_mail=True).count()
        facts: dict[str, object] = {
            "joined": f"{person.date_joined:%Y-%m-%d %H:%M}",
            "last sign-in": f"{person.last_login:%Y-%m-%d %H:%M}" if person.last_login else "never",
            "state": "deleted" if person.erased_at else "active" if person.is_active else "not active",
            "signs in with": person.username or "a link, or its browser",
            "password": "yes" if person.has_usable_password() else "no",
            "second factor": ", ".join(factors) or "none",
            "mail": f"{sum(row.verified for row in addresses)} of {len(addresses)} addresses confirmed, {waiting} wait",
            "rights": ", ".join(rights) + (" (wait for a second factor)" if person.lacks_factor else "") or "none",
            "language": person.language or "as the browser",
            "banned": f"until {person.banned_until or 'lifted'}: {person.banned_because}" if person.is_banned else "no",
            "matches": ", ".join(f"{count} {status}" for status, count in played.items() if count) or "none",
            "competitions": Entrant.objects.filter(player=person).count(),
            "sanctions": Sanction.objects.filter(user=person).count(),
        }
        self.stdout.write(f"{person.nickname} ({person.kind}) {person.pk}")
        for name, value in facts.items():
            self.stdout.write(f"  {name}: {value}")


def _by_id(text: str) -> Q:
    try:
        return Q(pk=UUID(text))
    except ValueError:
        return Q(pk__in=[])
