"""The notifications service: what people are told, in the app and by e-mail."""

from datetime import timedelta
from functools import partial

from contracts.notifications import NotificationCreated
from kit.app import Service
from kit.gauges import Measure
from kit.messaging.periodic import Job, Sweep

from notifications.config import Settings
from notifications.deliveries.sending import send_due
from notifications.deliveries.service import prune
from notifications.devices.routes import router as devices
from notifications.handlers import HANDLERS
from notifications.notifications.routes import router as notifications
from notifications.notifications.stream import ending_with_the_process, listeners
from notifications.queries.routes import router as queries
from notifications.tables import Table

app = Service(
    name="notifications",
    settings=Settings,
    metadata=Table.metadata,
    routers=[notifications, devices, queries],
    handlers=HANDLERS,
    broadcasts={NotificationCreated: listeners.wake},
    resources=ending_with_the_process,
    measures=[
        Measure(
            "itqan_deliveries_failed",
            "Mails that were given up in the last 90 days",
            "SELECT count(*) FROM deliveries WHERE status = 'failed'",
        )
    ],
    sweeps=[Sweep("deliveries.prune", timedelta(hours=1), prune)],
    jobs=lambda context: [
        # Apart, so that nobody waits for a code behind a mail that takes its time.
        Job("send_codes", timedelta(seconds=1), partial(send_due, context, codes=True)),
        Job("send_mails", timedelta(seconds=1), partial(send_due, context, codes=False)),
    ],
)
