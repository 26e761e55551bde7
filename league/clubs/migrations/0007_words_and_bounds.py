from django.db import migrations, models


class Migration(migrations.Migration):
    """The values of the visibility have words; nothing changes in the database."""

    dependencies = [
        ('clubs', '0006_longer_runs_of_names'),
    ]

    operations = [
        migrations.AlterField(
            model_name='club',
            name='visibility',
            field=models.CharField(choices=[('public', 'everyone'), ('link', 'anyone with the address; shown in no list'), ('members', 'only its members')], default='public', max_length=8),
        ),
    ]
