from contracts.notifications import NotificationsCreated
from kit.documents import media
from kit.messaging.audit import Audited
from kit.web.app import Service
from kit.web.gauges import Measure

from notifications.canned_answers.models import CannedAnswer
from notifications.canned_answers.routes import router as canned_answers
from notifications.config import Settings
from notifications.deliveries import tasks as deliveries_tasks
from notifications.deliveries.routes import router as deliveries
from notifications.devices.routes import router as devices
from notifications.dispatch import tasks as dispatch_tasks
from notifications.group_messages import tasks as group_messages_tasks
from notifications.group_messages.models import GroupMessage
from notifications.group_messages.routes import router as group_messages
from notifications.handlers import HANDLERS
from notifications.inquiries.models import Inquiry
from notifications.inquiries.routes import router as inquiries
from notifications.notifications.routes import router as notifications
from notifications.preferences.routes import router as preferences
from notifications.previews.routes import router as previews
from notifications.streams.routes import router as streams
from notifications.streams.service import end_streams_at_shutdown, listeners
from notifications.tables import Table
from notifications.webhooks import tasks as webhooks_tasks
from notifications.webhooks.models import WebhookEndpoint
from notifications.webhooks.routes import router as webhooks
from notifications.wordings.models import WordingVersion
from notifications.wordings.routes import router as wordings

app = Service(
    name="notifications",
    settings=Settings,
    metadata=Table.metadata,
    routers=[
        notifications,
        deliveries,
        streams,
        devices,
        # Before the inquiries, whose paths begin with an ID.
        canned_answers,
        inquiries,
        webhooks,
        wordings,
        previews,
        preferences,
        group_messages,
    ],
    handlers=HANDLERS,
    broadcasts={NotificationsCreated: listeners.wake},
    resources=end_streams_at_shutdown,
    measures=[
        Measure(
            "itqan_deliveries_failed",
            # Without pushes: browsers unregister all the time.
            "Deliveries that were given up in the last 90 days, but for pushes",
            "SELECT count(*) FROM deliveries WHERE status = 'failed' AND channel <> 'push'",
        ),
        Measure(
            "itqan_pushes_of_another_sender",
            "Devices of another Firebase project that were forgotten in the last 90 days",
            "SELECT count(*) FROM deliveries WHERE status = 'failed' AND channel = 'push'"
            " AND last_error LIKE 'SenderIdMismatchError%'",
        ),
    ],
    tasks=(
        *media.TASKS,
        *deliveries_tasks.TASKS,
        *dispatch_tasks.TASKS,
        *group_messages_tasks.TASKS,
        *webhooks_tasks.TASKS,
    ),
    audited={
        Inquiry: Audited(
            "inquiry",
            without=frozenset({"name", "email", "phone", "message"}),
        ),
        CannedAnswer: Audited("canned_answer", without=frozenset({"position"})),
        WebhookEndpoint: Audited(
            "webhook_endpoint",
            without=frozenset({"rests_until", "previous_sealed_secret", "sealed_secret"}),
        ),
        # Progress of sending is not a user's change.
        GroupMessage: Audited(
            "group_message",
            without=frozenset(
                {
                    "next_at",
                    "expected",
                    "receivers",
                    "passed_over",
                    "last_user_id",
                    "outcomes",
                    "author_id",
                }
            ),
        ),
        WordingVersion: Audited("notice_text", without=frozenset({"author_id"})),
    },
)
