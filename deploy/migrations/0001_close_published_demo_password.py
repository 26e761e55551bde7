"""Take the published password from demo accounts that still have it.

Until demo passwords became random, every installation with a demo had the accounts below with one password that stood
in the public source. It becomes unusable here, and every session opened with it ends. An account whose owner chose
another password keeps it. Where DEMO is on, the next step of the start gives the closed accounts a random password;
where it is off, the tokens of their bots, which were printed beside the password, are revoked too.
"""

from django.conf import settings
from django.contrib.auth.hashers import check_password, make_password
from django.db import migrations
from django.utils import timezone

ACCOUNTS = ("segreteria", "anna", "bruno", "chiara", "dario")
PUBLISHED = "calcio da tavolo"


def close(apps, schema_editor):
    users = apps.get_model("players", "User").objects.filter(username__in=ACCOUNTS)
    closed = [user for user in users if check_password(PUBLISHED, user.password)]
    for user in closed:
        user.password = make_password(None)
        user.save(update_fields=["password"])
    if not settings.DEMO:
        tokens = apps.get_model("players", "ApiToken").objects.filter(user__owner__in=closed, revoked_at=None)
        tokens.update(revoked_at=timezone.now())


class Migration(migrations.Migration):
    dependencies = [("players", "0006_sheltered")]
    operations = [migrations.RunPython(close, migrations.RunPython.noop)]
