"""Removal of passwords and addresses of guests, pupils and holders of links, and of pupils' half-year sessions."""

from django.contrib.auth.hashers import make_password
from django.db import migrations
from django.db.models import Q


def clean(apps, schema_editor):
    User = apps.get_model("players", "User")
    EmailAddress = apps.get_model("account", "EmailAddress")
    others = User.objects.exclude(kind="account")
    EmailAddress.objects.filter(user__in=others.values("pk")).delete()
    others.exclude(email="").update(email="")
    usable = ~Q(password__startswith="!")
    rows = list(others.filter(usable | Q(sheltered=True)).only("pk", "password"))
    for row in rows:
        row.password = make_password(None)  # another one each time, so that open sessions end with it
    User.objects.bulk_update(rows, ["password"], batch_size=500)


class Migration(migrations.Migration):
    dependencies = [
        ("players", "0007_resets_by_consent"),
        ("account", "0009_emailaddress_unique_primary_email"),
    ]
    operations = [migrations.RunPython(clean, migrations.RunPython.noop)]
