from urllib.parse import urlsplit

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


def fill_hosts(apps, schema_editor):
    """Read the host of each address that was set before."""
    for name, field in (("WebHook", "url"), ("PushSubscription", "endpoint")):
        model = apps.get_model("delivery", name)
        for row in model.objects.filter(host=""):
            model.objects.filter(pk=row.pk).update(host=urlsplit(getattr(row, field)).hostname or "")


class Migration(migrations.Migration):

    dependencies = [
        ('delivery', '0002_hooks'),
        ('players', '0006_sheltered'),
    ]

    operations = [
        migrations.CreateModel(
            name='PushMessage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ],
        ),
        migrations.RemoveIndex(
            model_name='hookmessage',
            name='hook_message_due',
        ),
        migrations.AddField(
            model_name='pushsubscription',
            name='host',
            field=models.CharField(default='', max_length=253),
        ),
        migrations.AddField(
            model_name='pushsubscription',
            name='next_at',
            field=models.DateTimeField(default=django.utils.timezone.now),
        ),
        migrations.AddField(
            model_name='webhook',
            name='failures',
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='webhook',
            name='host',
            field=models.CharField(default='', max_length=253),
        ),
        migrations.AddField(
            model_name='webhook',
            name='next_at',
            field=models.DateTimeField(default=django.utils.timezone.now),
        ),
        migrations.AddIndex(
            model_name='hookmessage',
            index=models.Index(condition=models.Q(('due_at__isnull', False)), fields=['hook', 'id'], name='hook_message_waits'),
        ),
        migrations.AddIndex(
            model_name='webhook',
            index=models.Index(condition=models.Q(('stopped', '')), fields=['host', 'next_at'], name='hook_next'),
        ),
        migrations.AddField(
            model_name='pushmessage',
            name='notification',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='players.notification'),
        ),
        migrations.AddField(
            model_name='pushmessage',
            name='subscription',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='messages', to='delivery.pushsubscription'),
        ),
        migrations.AddConstraint(
            model_name='pushmessage',
            constraint=models.UniqueConstraint(fields=('subscription', 'notification'), name='pushed_once'),
        ),
        migrations.RunPython(fill_hosts, migrations.RunPython.noop),
    ]
