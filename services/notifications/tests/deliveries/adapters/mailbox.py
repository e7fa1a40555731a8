"""Real SMTP server for tests that stores mails, and can reject them or be unavailable."""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from kit.database.db import AsyncSession
from kit.web.app import Context
from notifications.config import Settings
from notifications.deliveries.channels.schemas import ClaimedDelivery
from notifications.deliveries.claims import service as claims
from notifications.deliveries.claims.service import Queue
from notifications.deliveries.models import Channel, Delivery
from notifications.dispatch import tasks
from sqlalchemy import select, text

from deploy.local import ports


@dataclass(frozen=True, slots=True)
class Mail:
    """Mail received by the server."""

    recipients: list[str]
    message: EmailMessage

    def part(self, kind: str) -> str:
        """Return the text of `text/plain` or `text/html`."""
        for part in self.message.walk():
            if part.get_content_type() == kind:
                return str(part.get_content())
        raise AssertionError(f"no {kind} in the mail")


async def _accept(_: SMTP) -> str:
    return "250 OK"


async def send_due(context: Context[Settings], channel: Channel = Channel.EMAIL) -> int:
    """Send a channel's due messages, codes first; return the number handled."""
    codes = await send_queue(context, Queue(channel, codes=True))
    return codes + await send_queue(context, Queue(channel, codes=False))


async def send_queue(context: Context[Settings], queue: Queue) -> int:
    """Send a queue's due messages; return the number handled, 0 if the channel is unavailable."""
    dispatcher = tasks.Dispatcher(context, [queue])
    sent = 0
    while count := await dispatcher.run():
        sent += count
        await dispatcher.finish()
    await dispatcher.close()
    return 0 if dispatcher.is_paused(queue) else sent


class Mailbox:
    """SMTP server; `answer` sets its response to each recipient, `confirm` to each mail."""

    def __init__(self, port: int | None = None) -> None:
        self.mails: list[Mail] = []
        self.connections = 0
        self.answer: Callable[[str], str] = lambda _: "250 OK"
        self.confirm: Callable[[SMTP], Awaitable[str]] = _accept
        self.port = port or ports.choose()

    @property
    def url(self) -> str:
        """Return the value of `ITQAN_SMTP_URL`."""
        return f"smtp://127.0.0.1:{self.port}"

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Accept connections during the block."""
        controller = Controller(self, hostname="127.0.0.1", port=self.port, ready_timeout=60)
        controller.start()
        try:
            yield
        finally:
            controller.stop()

    async def handle_EHLO(  # noqa: N802
        self, _: SMTP, session: Session, envelope: Envelope, hostname: str, lines: list[str]
    ) -> list[str]:
        self.connections += 1
        session.host_name = hostname
        return lines

    async def handle_RCPT(  # noqa: N802
        self, _: SMTP, session: Session, envelope: Envelope, address: str, options: Any
    ) -> str:
        said = self.answer(address)
        if said.startswith("250"):
            envelope.rcpt_tos.append(address)
        return said

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        assert isinstance(envelope.content, bytes)
        message = message_from_bytes(envelope.content, policy=default)
        self.mails.append(Mail(list(envelope.rcpt_tos), message))
        return await self.confirm(server)


async def claim(
    session: AsyncSession, lease: timedelta = timedelta(minutes=1), *, codes: bool = False
) -> ClaimedDelivery | None:
    """Claim a mail for this worker."""
    limits = {Queue(Channel.EMAIL, codes): 1}
    claimed = await claims.claim(session, limits, lease, "itqan.example")
    return claimed[0] if claimed else None


async def only_delivery(session: AsyncSession) -> Delivery:
    """Return the only delivery in its current state."""
    session.expire_all()
    return (await session.execute(select(Delivery))).scalar_one()


async def make_due(session: AsyncSession) -> None:
    """End the waiting time of all deliveries."""
    await session.execute(text("UPDATE deliveries SET next_attempt_at = now()"))
    await session.commit()
