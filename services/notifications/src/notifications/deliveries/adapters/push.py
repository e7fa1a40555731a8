"""Push channel: one attempt to send a message through Firebase or the browser's push service."""

import json
from datetime import timedelta
from uuid import UUID

from kit.web.app import Context

from notifications.config import Settings
from notifications.deliveries.adapters import fcm, webpush
from notifications.deliveries.channels.schemas import ClaimedDelivery, Outcome, Result
from notifications.deliveries.errors import DeviceGone
from notifications.devices.models import DeviceKind
from notifications.devices.queries import get_device
from notifications.devices.service import delete_device
from notifications.texts.models import Kind, Subject, get_subject

MAX_BYTES = 3900
"""Maximum size of a message as JSON. FCM allows 4096 bytes of data, Web Push 4096 encrypted."""
LONGEST_TITLE = 400
TTL = timedelta(days=3)
"""Time for which a message waits for a device that is offline."""
URGENCIES = {Subject.SECURITY: "high", Subject.ALERTS: "low"}
"""Urgency by subject (RFC 8030, 5.3), which limits battery use; all others are `normal`."""
_MORE = "…"


class PushSender:
    """Sends to devices of every kind."""

    def __init__(self, context: Context[Settings]) -> None:
        self._database = context.database
        self._settings = context.settings
        self._web: webpush.Client | None = None

    async def send(self, delivery: ClaimedDelivery) -> Outcome:
        """Send to the device, and delete it if its registration is no longer valid."""
        assert delivery.user_id and delivery.address
        async with self._database.transaction() as session:
            device = await get_device(session, UUID(delivery.address), delivery.user_id)
        if device is None:
            return Outcome(Result.SUPPRESSED, "the device is gone")
        client = self._client_of(device.kind)
        if client is None:
            return Outcome(Result.SUPPRESSED, "the channel is not configured")
        try:
            return await client.send(device, build_payload(delivery), build_headers(delivery))
        except DeviceGone as error:
            async with self._database.transaction() as session:
                await delete_device(session, device.id, device.token)
            return Outcome(Result.FAILED, str(error))

    async def close(self) -> None:
        """Close the Web Push connections."""
        if self._web is not None:
            await self._web.close()

    def _client_of(self, kind: DeviceKind) -> fcm.Client | webpush.Client | None:
        if kind is not DeviceKind.WEB_PUSH:
            return fcm.create_client(self._settings)
        # Created at first use: loading the CA certificates takes time.
        if self._web is None and self._settings.push_key is not None:
            self._web = webpush.Client(self._settings)
        return self._web


def build_headers(delivery: ClaimedDelivery) -> dict[str, str]:
    """Build the push service's headers. A retry has the same topic and so replaces a waiting
    message."""
    return {
        "TTL": str(int(TTL.total_seconds())),
        "Urgency": get_urgency(delivery.kind),
        "Topic": delivery.id.hex,
    }


def get_urgency(kind: Kind | None) -> str:
    """Return the urgency of a message."""
    return URGENCIES.get(get_subject(kind), "normal") if kind else "normal"


def build_payload(delivery: ClaimedDelivery) -> dict[str, str]:
    """Build the service worker's payload in the user's language, cut to the size limit.

    Its ID is the delivery's, so that a retry replaces the notification already shown.
    """
    language, text = delivery.message.localize(delivery.locale)
    data = {
        "id": str(delivery.id),
        "title": truncate(" ".join(text.title.split()), LONGEST_TITLE),
        "body": "",
        "language": language,
    }
    if delivery.link:
        data["link"] = delivery.link
    left = MAX_BYTES - _measure(data) - len("{}")
    return data | {"body": truncate((text.push or text.body).replace("\n\n", "\n"), left)}


def truncate(text: str, most: int) -> str:
    """Truncate a text to a number of bytes as JSON."""
    if _measure(text) <= most:
        return text
    fitting, longer = 0, len(text)
    while longer - fitting > 1:
        middle = (fitting + longer) // 2
        if _measure(text[:middle].rstrip() + _MORE) <= most:
            fitting = middle
        else:
            longer = middle
    return text[:fitting].rstrip() + _MORE


def _measure(value: object) -> int:
    """Return the size in bytes as JSON, without the enclosing quotes."""
    return len(json.dumps(value, ensure_ascii=False).encode()) - 2
