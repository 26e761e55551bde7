from django.db import migrations, models


class Migration(migrations.Migration):
    """The values of a chat have words; nothing changes in the database."""

    dependencies = [
        ('matches', '0028_seen_in'),
    ]

    operations = [
        migrations.AlterField(
            model_name='match',
            name='chat',
            field=models.CharField(choices=[('all', 'open'), ('presets', 'preset phrases only'), ('none', 'off')], default='all', max_length=8),
        ),
        migrations.AlterField(
            model_name='match',
            name='chat_spectators',
            field=models.CharField(choices=[('all', 'open'), ('presets', 'preset phrases only'), ('none', 'off')], default='all', max_length=8),
        ),
    ]
