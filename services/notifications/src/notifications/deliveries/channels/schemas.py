"""Interface of a channel, and the result of one attempt.

Each channel is a module with a `Sender`, which `dispatch` registers by its `Channel`. Queue,
leases, backoff and history are shared by all (`service`).
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from enum import Enum, auto
from typing import Protocol
from uuid import UUID

import httpx
from kit.database.db import utc_now
from kit.web.app import Context
from pydantic import BaseModel, ConfigDict

from notifications.addresses.models import Mark
from notifications.config import Settings
from notifications.deliveries.models import Channel
from notifications.texts.models import Bilingual, Kind, Message

MAX_RESPONSE_BYTES = 1000
MAX_PAUSE = timedelta(hours=1)
"""Maximum pause, even if a provider asks for a longer one."""


class Thread(BaseModel):
    """Reply address and references of a mail in a conversation."""

    model_config = ConfigDict(frozen=True)

    reply_to: str | None
    """None while replies by mail are not accepted."""
    references: tuple[str, ...] = ()
    """Message-IDs of the earlier mails, oldest first."""
    automatic: bool
    """True for a mail that the system wrote."""


@dataclass(frozen=True, slots=True)
class ClaimedDelivery:
    """Delivery that this worker may send until its lease ends."""

    id: UUID
    channel: Channel
    attempt: int
    message_id: str
    """Same at every attempt, so that the receiver can deduplicate."""
    message: Message
    link: str | None
    address: str | None
    """None for a mail until the user's address is published and verified."""
    name_en: str
    name_ar: str
    locale: str
    created_at: datetime
    expires: bool
    user_id: UUID | None
    product: Bilingual
    """Product name, used as the sender's name."""
    thread: Thread | None = None
    mark: Mark | None = None
    """Reason why notices are not mailed to the address."""
    kind: Kind | None = None
    """None for messages that are not notices, such as codes."""


class Result(Enum):
    """Result of an attempt."""

    SENT = auto()
    POSTPONED = auto()
    """Retry with backoff, for three days."""
    UNANSWERED = auto()
    """Sent without a response, so it may have arrived: few retries."""
    UNVERIFIED = auto()
    """Waits until the user's address is verified."""
    FAILED = auto()
    """Permanent: a retry would not help."""
    SUPPRESSED = auto()
    """Not attempted."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Result of an attempt, with details."""

    result: Result
    reason: str = ""
    is_unavailable: bool = False
    """The channel is unavailable: its other due messages wait for the next run."""
    pause: timedelta | None = None
    """Pause that the provider asks for; None for the default backoff."""
    provider: str | None = None
    """Prefix of the device tokens to which the pause applies; None for the whole channel."""


class Sender(Protocol):
    """Connection of a channel, for one run of the job."""

    async def send(self, delivery: ClaimedDelivery) -> Outcome:
        """Make one attempt, which ends before the lease. Raises nothing."""

    async def close(self) -> None:
        """Close the connection."""


OpenSender = Callable[[Context[Settings]], Sender]
"""Opens no connection yet: without due messages, no provider is called."""


def parse_retry_after(
    retry_after: str | None, now: Callable[[], datetime] = utc_now
) -> timedelta | None:
    """Parse a `Retry-After` header, in seconds or as a date (RFC 9110, 10.2.3); None if
    unreadable."""
    asked = retry_after or ""
    if asked.isascii() and asked.isdigit():
        rest = timedelta(seconds=min(int(asked[:10]), 10**9))
    else:
        try:
            until: datetime = parsedate_to_datetime(asked)
        except ValueError:
            return None
        rest = (until if until.tzinfo else until.replace(tzinfo=UTC)) - now()
    return min(max(rest, timedelta()), MAX_PAUSE)


async def read_start(answer: httpx.Response) -> str:
    """Read the start of a response body, which may be endless."""
    read = b""
    async for piece in answer.aiter_raw(MAX_RESPONSE_BYTES):
        read += piece
        if len(read) >= MAX_RESPONSE_BYTES:
            break
    # PostgreSQL stores no NUL.
    return read.decode("utf-8", "replace").replace("\0", "")[:400]
