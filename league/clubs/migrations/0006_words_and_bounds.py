from django.db import migrations, models


class Migration(migrations.Migration):
    """The values of the visibility have words; nothing changes in the database."""

    dependencies = [
        ('clubs', '0005_clubs_in_order'),
    ]

    operations = [
        migrations.AlterField(
            model_name='club',
            name='visibility',
            field=models.CharField(choices=[('public', 'everyone'), ('link', 'anyone with the address; shown in no list'), ('members', 'only its members')], default='public', max_length=8),
        ),
    ]
