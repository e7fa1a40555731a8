"""Handing mails to the mail server: at least once each, with retries, never in a transaction."""

import asyncio
from datetime import timedelta
from typing import Any
from urllib.parse import unquote, urlsplit

import aiosmtplib
from aiosmtplib import SMTPResponse
from kit import failpoints
from kit.app import Context
from structlog import get_logger

from notifications.config import Settings
from notifications.deliveries import service
from notifications.deliveries.mail import AddressUnproved, build
from notifications.deliveries.service import Claimed

log = get_logger(__name__)

MAILS_PER_RUN = 50
"""Over one connection; then the job comes back at once for the rest."""
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
    """It also tells whether the mail was handed over when something went wrong."""

    handed_over = False

    async def data(self, message: str | bytes, /, **_: Any) -> SMTPResponse:
        """The mail itself, with all the time that the lease leaves for the answer."""
        self.handed_over = True
        return await super().data(message, timeout=None)


async def send_due(context: Context[Settings], *, codes: bool) -> int:
    """Send the codes, or the notices, that are due, one after the other; how many were dealt with.

    Any number of copies may do it at once: each claims a mail for itself. Returns 0 when the
    mail server cannot be reached, so that the next try waits for the next run.
    """
    settings = context.settings
    lease = timedelta(seconds=settings.mail_lease_seconds)
    client = _client(settings)
    dealt_with = 0
    try:
        while dealt_with < MAILS_PER_RUN:
            async with context.database.transaction() as session:
                mail = await service.claim(session, lease, settings.mail_domain, codes=codes)
            if mail is None:
                break
            if not await _attempt(context, client, mail):
                return 0
            dealt_with += 1
    finally:
        await _close(client)
    return dealt_with


def _client(settings: Settings) -> Client:
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


async def _attempt(context: Context[Settings], client: Client, mail: Claimed) -> bool:
    """One attempt at one mail; False when the server could not be reached."""
    settings = context.settings
    database = context.database
    client.handed_over = False
    try:
        message = build(mail, sender=settings.mail_from, public_url=settings.public_url)
    except AddressUnproved as error:
        async with database.transaction() as session:
            await service.hold(session, mail, str(error))
        return True
    except Exception as error:
        # It would be so each time. There is no end to what an address that is none can raise.
        log.warning("mail cannot be written", id=str(mail.id), reason=repr(error))
        async with database.transaction() as session:
            await service.fail(session, mail, repr(error)[:500])
        return True
    try:
        async with asyncio.timeout(settings.mail_lease_seconds * LEASE_USED):
            if not client.is_connected:
                await client.connect()
            await client.send_message(message)
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"[:500]
        await _close(client)
        log.warning("mail not sent", id=str(mail.id), attempt=mail.attempt, reason=reason)
        async with database.transaction() as session:
            if _refused_for_good(error):
                await service.fail(session, mail, reason)
            elif client.handed_over and not isinstance(error, aiosmtplib.SMTPResponseException):
                await service.doubt(session, mail, reason)
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


async def _close(client: aiosmtplib.SMTP) -> None:
    if not client.is_connected:
        client.close()
        return
    try:
        async with asyncio.timeout(2):
            await client.quit()
    except (aiosmtplib.SMTPException, OSError, TimeoutError):
        client.close()
