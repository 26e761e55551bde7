from django.db import migrations, models


class Migration(migrations.Migration):
    """A personal link for each name without account in a side or squad; those there get theirs by a press."""

    dependencies = [
        ("competitions", "0047_one_at_a_time"),
    ]

    operations = [
        migrations.AlterField(
            model_name="entrant",
            name="personal_key",
            field=models.CharField(blank=True, db_default="", db_index=True, default="", max_length=43),
        ),
        migrations.AddField(
            model_name="member",
            name="personal_key",
            field=models.CharField(blank=True, db_default="", db_index=True, default="", max_length=43),
        ),
        migrations.AddField(
            model_name="member",
            name="link_sent_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="member",
            name="link_opened_at",
            field=models.DateTimeField(null=True),
        ),
    ]
