from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('competitions', '0048_links_of_squads'),
    ]

    operations = [
        migrations.AddField(
            model_name='competition',
            name='played_elsewhere',
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
