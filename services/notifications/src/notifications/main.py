"""The notifications service: messages to people, in the app and by e-mail."""

from datetime import timedelta
from functools import partial

from contracts.notifications import NotificationCreated
from kit import media
from kit.app import Service
from kit.audit import Audited
from kit.gauges import Measure
from kit.messaging.periodic import Job, Sweep

from notifications.config import Settings
from notifications.deliveries.tasks import prune, send_due
from notifications.devices.routes import router as devices
from notifications.handlers import HANDLERS
from notifications.inquiries.models import Inquiry
from notifications.inquiries.routes import router as inquiries
from notifications.notifications.routes import router as notifications
from notifications.streams.routes import router as streams
from notifications.streams.service import end_streams_at_shutdown, listeners
from notifications.tables import Table
from notifications.webhooks import tasks as webhooks_tasks
from notifications.webhooks.models import WebhookEndpoint
from notifications.webhooks.routes import router as webhooks

app = Service(
    name="notifications",
    settings=Settings,
    metadata=Table.metadata,
    routers=[notifications, streams, devices, inquiries, webhooks],
    handlers=HANDLERS,
    broadcasts={NotificationCreated: listeners.wake},
    resources=end_streams_at_shutdown,
    measures=[
        Measure(
            "itqan_deliveries_failed",
            "Mails that were given up in the last 90 days",
            "SELECT count(*) FROM deliveries WHERE status = 'failed'",
        )
    ],
    sweeps=[
        Sweep("deliveries.prune", timedelta(hours=1), prune),
        Sweep("webhooks.prune", timedelta(hours=1), webhooks_tasks.prune),
    ],
    audited={
        Inquiry: Audited(
            "inquiry",
            without=frozenset({"name", "email", "phone", "message"}),
        ),
        WebhookEndpoint: Audited(
            "webhook_endpoint",
            without=frozenset({"rests_until", "previous_sealed_secret", "sealed_secret"}),
        ),
    },
    jobs=lambda context: [
        # Apart, so that nobody waits for a code behind a mail that takes its time.
        Job("send_codes", timedelta(seconds=1), partial(send_due, context, codes=True)),
        Job("send_mails", timedelta(seconds=1), partial(send_due, context, codes=False)),
        Job("send_webhooks", timedelta(seconds=1), partial(webhooks_tasks.send_due, context)),
        *media.jobs(context),
    ],
)
