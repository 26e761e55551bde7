from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('competitions', '0046_queue_of_tables'),
    ]

    operations = [
        migrations.AddField(
            model_name='competition',
            name='played_elsewhere',
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
