"""The rows of a school class: its code and day of deletion, a card a pupil, the anonymous log of deletions."""

from django.conf import settings
from django.db import models

from matches.ids import uuid7


class SchoolClass(models.Model):
    """The columns of a class besides its competition."""

    competition = models.OneToOneField("competitions.Competition", on_delete=models.CASCADE, related_name="school")
    code = models.CharField(max_length=8, unique=True)
    """The code that pupils type: capitals and digits that are not mistaken for one another."""
    delete_on = models.DateField()
    """The day, in the competition's zone, at whose beginning everything is deleted."""
    made_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.code


class Card(models.Model):
    """The sign-in of one pupil.

    The PIN is stored nowhere: it follows from ``nonce`` and the server's secret key, so that the teacher can reprint
    it, and the database alone reveals none.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    school = models.ForeignKey(SchoolClass, on_delete=models.CASCADE, related_name="cards")
    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="card")
    entrant = models.OneToOneField("competitions.Entrant", on_delete=models.CASCADE, related_name="card")
    key = models.CharField(max_length=43, unique=True)
    """The secret of the card's QR code: it identifies the pupil, who must still type the PIN."""
    nonce = models.CharField(max_length=43)
    """A new nonce makes a new PIN."""
    wrong = models.PositiveIntegerField(default=0)
    """Wrong PINs since the last right one, typed with the code and the name."""
    closed_until = models.DateTimeField(null=True)
    """End of the pause after too many of them: until then no PIN typed with the name is checked."""
    key_wrong = models.PositiveIntegerField(default=0)
    """Wrong PINs since the last right one, typed after the QR code was read: class-mates who know code and name
    cannot close this way in."""
    key_closed_until = models.DateTimeField(null=True)
    """End of the pause after too many of them: until then no PIN typed after the QR code is checked."""
    tried = models.PositiveIntegerField(default=0)
    """All wrong PINs since this PIN was made, for the teacher."""
    tried_at = models.DateTimeField(null=True)
    """The time of the last of them."""

    class Meta:
        ordering = ["entrant__name"]

    def __str__(self) -> str:
        return f"card of {self.user_id}"


class Forgotten(models.Model):
    """A deleted class: the time, the person who deleted it, the number of people; no name of anybody in it."""

    teacher = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()
    pupils = models.PositiveIntegerField()
    matches = models.PositiveIntegerField()
    on_its_day = models.BooleanField()
    """Deleted on the set day; else by the teacher before it."""

    class Meta:
        ordering = ["-at"]

    def __str__(self) -> str:
        return f"{self.pupils} forgotten at {self.at:%F}"
