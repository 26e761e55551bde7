from django.db import migrations, models

MADE = """
UPDATE competitions_group made SET outlook_position = outlook.position FROM competitions_outlook outlook
WHERE outlook.group_id = made.id AND outlook.runs >= outlook.wanted
"""


class Migration(migrations.Migration):
    """Note beside each table which state of it has an outlook. The release before leaves it 0: then one is made again."""

    dependencies = [
        ("competitions", "0030_index_of_names"),
    ]

    operations = [
        migrations.AddField(
            model_name="group",
            name="outlook_position",
            field=models.PositiveBigIntegerField(default=0, db_default=0, editable=False),
        ),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    model_name="group",
                    name="outlook_position",
                    field=models.PositiveBigIntegerField(default=0, editable=False),
                ),
            ],
        ),
        migrations.RunSQL(MADE, migrations.RunSQL.noop),
    ]
