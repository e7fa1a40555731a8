"""The channel of pushes: one attempt to hand a message to what reaches a device, which is Firebase
or the browser's own push service."""

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
from notifications.texts.models import Kind, Subject, subject_of

MOST_BYTES = 3900
"""Of a message as JSON. FCM takes 4096 of data, and Web Push as many encrypted."""
LONGEST_TITLE = 400
TTL = timedelta(days=3)
"""How long a message waits for a device that is off."""
URGENCIES = {Subject.SECURITY: "high", Subject.ALERTS: "low"}
"""What of a subject may cost a device of its battery (RFC 8030, 5.3); of the others, `normal`."""
_MORE = "…"


class PushSender:
    """Sends to devices of each kind."""

    def __init__(self, context: Context[Settings]) -> None:
        self._database = context.database
        self._settings = context.settings
        self._web: webpush.Client | None = None

    async def send(self, delivery: ClaimedDelivery) -> Outcome:
        """Send to the device, and forget it where it is good for nothing any more."""
        assert delivery.user_id and delivery.address
        async with self._database.transaction() as session:
            device = await get_device(session, UUID(delivery.address), delivery.user_id)
        if device is None:
            return Outcome(Result.SUPPRESSED, "the device is gone")
        client = self._client_of(device.kind)
        if client is None:
            return Outcome(Result.SUPPRESSED, "the channel is not configured")
        try:
            return await client.send(device, data_of(delivery), headers_of(delivery))
        except DeviceGone as error:
            async with self._database.transaction() as session:
                await delete_device(session, device.id, device.token)
            return Outcome(Result.FAILED, str(error))

    async def close(self) -> None:
        """Let go of what reaches browsers' own push services."""
        if self._web is not None:
            await self._web.close()

    def _client_of(self, kind: DeviceKind) -> fcm.Client | webpush.Client | None:
        if kind is not DeviceKind.WEB_PUSH:
            return fcm.client_of(self._settings)
        # Made for the first that goes that way: reading the certificates of the world takes time.
        if self._web is None and self._settings.push_key is not None:
            self._web = webpush.Client(self._settings)
        return self._web


def headers_of(delivery: ClaimedDelivery) -> dict[str, str]:
    """What a push service does with a message while the device is off. One with the same topic
    takes the place of one that waits: a repetition does."""
    return {
        "TTL": str(int(TTL.total_seconds())),
        "Urgency": urgency_of(delivery.kind),
        "Topic": delivery.id.hex,
    }


def urgency_of(kind: Kind | None) -> str:
    """How soon it must be there."""
    return URGENCIES.get(subject_of(kind), "normal") if kind else "normal"


def data_of(delivery: ClaimedDelivery) -> dict[str, str]:
    """What the app's worker shows, in the person's language, cut to what may be sent.

    The id is that of the delivery, so that a repetition takes the place of what is shown already.
    """
    language, text = delivery.message.in_language(delivery.locale)
    data = {
        "id": str(delivery.id),
        "title": cut(" ".join(text.title.split()), LONGEST_TITLE),
        "body": "",
        "language": language,
    }
    if delivery.link:
        data["link"] = delivery.link
    left = MOST_BYTES - _size(data) - len("{}")
    return data | {"body": cut((text.push or text.body).replace("\n\n", "\n"), left)}


def cut(text: str, most: int) -> str:
    """The text, or its beginning where as JSON it has more bytes than that."""
    if _size(text) <= most:
        return text
    fitting, longer = 0, len(text)
    while longer - fitting > 1:
        middle = (fitting + longer) // 2
        if _size(text[:middle].rstrip() + _MORE) <= most:
            fitting = middle
        else:
            longer = middle
    return text[:fitting].rstrip() + _MORE


def _size(value: object) -> int:
    """In bytes, as JSON without what encloses it."""
    return len(json.dumps(value, ensure_ascii=False).encode()) - 2
