"""What a channel is: a way in which messages leave the platform, and what comes of one attempt.

A channel is one module with a `Sender`, which `dispatch` lists by its `Channel`. The queue, the
leases, the pauses between attempts and what is kept of each are the same for all (`service`).
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

READ_OF_ANSWERS = 1000
LONGEST_REST = timedelta(hours=1)
"""However long a provider asks to be left alone."""


class Thread(BaseModel):
    """Where answers to a mail go, and to which mails it belongs."""

    model_config = ConfigDict(frozen=True)

    reply_to: str | None
    """None while answers by mail are not taken."""
    references: tuple[str, ...] = ()
    """The Message-IDs of the mails before it, oldest first."""
    automatic: bool
    """Whether nobody has written it."""


@dataclass(frozen=True, slots=True)
class ClaimedDelivery:
    """A delivery that this copy may send until its lease ends."""

    id: UUID
    channel: Channel
    attempt: int
    message_id: str
    """The same at every attempt, so that whoever takes it can drop a repetition."""
    message: Message
    link: str | None
    address: str | None
    """None for a mail until the person's address has come and is verified."""
    name_en: str
    name_ar: str
    locale: str
    created_at: datetime
    expires: bool
    user_id: UUID | None
    product: Bilingual
    """What the product is called, in whose name it is sent."""
    thread: Thread | None = None
    mark: Mark | None = None
    """Why nothing that can wait is mailed to the address."""
    kind: Kind | None = None
    """None of what is no notice, such as a code."""


class Result(Enum):
    """What an attempt has come to."""

    SENT = auto()
    POSTPONED = auto()
    """It is tried again after a pause, for three days."""
    UNANSWERED = auto()
    """It was handed over and no answer came, so it may have arrived: few more attempts."""
    UNVERIFIED = auto()
    """It waits until the person's address is verified."""
    FAILED = auto()
    """No other attempt would help."""
    SUPPRESSED = auto()
    """Nothing was tried."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of an attempt."""

    result: Result
    reason: str = ""
    is_away: bool = False
    """The channel itself could not be used: what else is due is left for the next run."""
    pause: timedelta | None = None
    """How long whoever takes it asks to be left alone; None for the ordinary pause."""
    provider: str | None = None
    """Who asks for the pause, with what begins the tokens of the devices there; None where the
    channel has one provider for all."""


class Sender(Protocol):
    """A channel's connection, for one run of the job."""

    async def send(self, delivery: ClaimedDelivery) -> Outcome:
        """One attempt, which ends before the lease does. Raises nothing."""

    async def close(self) -> None:
        """End the connection."""


OpenSender = Callable[[Context[Settings]], Sender]
"""Opens nothing yet: where nothing is due, nobody is called."""


def asked_rest(retry_after: str | None, now: Callable[[], datetime] = utc_now) -> timedelta | None:
    """What a provider's `Retry-After` asks for, in seconds or as a time (RFC 9110, 10.2.3); None
    when it says nothing that can be read."""
    asked = retry_after or ""
    if asked.isascii() and asked.isdigit():
        rest = timedelta(seconds=min(int(asked[:10]), 10**9))
    else:
        try:
            until: datetime = parsedate_to_datetime(asked)
        except ValueError:
            return None
        rest = (until if until.tzinfo else until.replace(tzinfo=UTC)) - now()
    return min(max(rest, timedelta()), LONGEST_REST)


async def beginning_of(answer: httpx.Response) -> str:
    """How an answer begins that may never end."""
    read = b""
    async for piece in answer.aiter_raw(READ_OF_ANSWERS):
        read += piece
        if len(read) >= READ_OF_ANSWERS:
            break
    # PostgreSQL stores no NUL.
    return read.decode("utf-8", "replace").replace("\0", "")[:400]
