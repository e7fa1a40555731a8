"""One attempt to hand a mail to the mail server, never in a transaction."""

import asyncio
from typing import Any
from urllib.parse import unquote, urlsplit

import aiosmtplib
from aiosmtplib import SMTPResponse
from kit import failpoints
from kit.app import Context
from structlog import get_logger

from notifications.config import Settings
from notifications.deliveries import service
from notifications.deliveries.errors import AddressUnverified
from notifications.deliveries.mail import build
from notifications.deliveries.service import ClaimedMail

log = get_logger(__name__)

SERVER_TIMEOUT_SECONDS = 15.0
"""For each answer but that to the mail itself, which a server may examine for minutes: giving it
up early would send the mail again (RFC 5321, 4.5.3.2.6). Only the lease ends it."""
LEASE_USED = 0.75
"""The part of the lease that an attempt may take, so that it has ended before another begins."""
UNREACHABLE = (
    aiosmtplib.SMTPConnectError,
    aiosmtplib.SMTPServerDisconnected,
    aiosmtplib.SMTPTimeoutError,
    aiosmtplib.SMTPAuthenticationError,
    TimeoutError,
    OSError,
)
"""The server is at fault and not the mail: the others are left alone until the next run."""


class Client(aiosmtplib.SMTP):
    """Also remembers whether the mail was handed over before an error."""

    handed_over = False

    async def data(self, message: str | bytes, /, **_: Any) -> SMTPResponse:
        """The mail itself, with all the time that the lease leaves for the answer."""
        self.handed_over = True
        return await super().data(message, timeout=None)


def smtp_client(settings: Settings) -> Client:
    """A client of the mail server, not connected yet."""
    url = urlsplit(settings.smtp_url.get_secret_value())
    return Client(
        hostname=url.hostname,
        port=url.port,
        username=unquote(url.username) if url.username else None,
        password=unquote(url.password) if url.password else None,
        # Its default would ask a name server for this machine's own name.
        local_hostname=settings.mail_domain,
        use_tls=url.scheme == "smtps",
        timeout=SERVER_TIMEOUT_SECONDS,
    )


async def attempt(context: Context[Settings], client: Client, mail: ClaimedMail) -> bool:
    """One attempt at one mail; False when the server could not be reached."""
    settings = context.settings
    database = context.database
    client.handed_over = False
    try:
        message = build(mail, sender=settings.mail_from, public_url=settings.public_url)
    except AddressUnverified as error:
        async with database.transaction() as session:
            await service.postpone_until_verified(session, mail, str(error))
        return True
    except Exception as error:
        # Every attempt would fail so: a malformed address raises errors of many kinds.
        log.warning("mail cannot be written", id=str(mail.id), reason=repr(error))
        async with database.transaction() as session:
            await service.mark_failed(session, mail, repr(error)[:500])
        return True
    try:
        async with asyncio.timeout(settings.mail_lease_seconds * LEASE_USED):
            if not client.is_connected:
                await client.connect()
            await client.send_message(message)
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"[:500]
        await close(client)
        log.warning("mail not sent", id=str(mail.id), attempt=mail.attempt, reason=reason)
        async with database.transaction() as session:
            if _refused_for_good(error):
                await service.mark_failed(session, mail, reason)
            elif client.handed_over and not isinstance(error, aiosmtplib.SMTPResponseException):
                await service.postpone_unanswered(session, mail, reason)
            else:
                await service.postpone(session, mail, reason)
        return not isinstance(error, UNREACHABLE)
    failpoints.hit("mail.after_send")
    async with database.transaction() as session:
        await service.mark_sent(session, mail)
    return True


def _refused_for_good(error: Exception) -> bool:
    """The mailbox does not exist or takes nothing (5xx to RCPT TO), the mail is refused (5xx to
    DATA), or its address cannot be sent."""
    match error:
        case aiosmtplib.SMTPRecipientsRefused():
            return all(500 <= refusal.code < 600 for refusal in error.recipients)
        case aiosmtplib.SMTPDataError():
            return 500 <= error.code < 600
    return isinstance(error, ValueError)


async def close(client: aiosmtplib.SMTP) -> None:
    """Say goodbye to the server, if it answers soon."""
    if not client.is_connected:
        client.close()
        return
    try:
        async with asyncio.timeout(2):
            await client.quit()
    except (aiosmtplib.SMTPException, OSError, TimeoutError):
        client.close()
