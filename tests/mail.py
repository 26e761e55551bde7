"""Mail in tests: it goes the way of the product, through the outbox and its run, and is in ``mail.outbox`` at once."""

from __future__ import annotations

from league.delivery import mailing
from league.delivery.mail import Outbox


class AtOnce(Outbox):
    """The outbox of the product, whose worker comes along at once."""

    def send_messages(self, email_messages):
        number = super().send_messages(email_messages)
        mailing.send_due()
        return number
