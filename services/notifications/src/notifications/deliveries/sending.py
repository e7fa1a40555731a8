"""Handing mails to the mail server: at least once each, with retries, never in a transaction."""

import asyncio
from datetime import timedelta
from urllib.parse import unquote, urlsplit

import aiosmtplib
from kit import failpoints
from kit.app import Context
from structlog import get_logger

from notifications.config import Settings
from notifications.deliveries import service
from notifications.deliveries.mail import build
from notifications.deliveries.service import Claimed

log = get_logger(__name__)

MAILS_PER_RUN = 50
"""Over one connection; then the job comes back at once for the rest."""
SERVER_TIMEOUT_SECONDS = 15.0
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


async def send_due(context: Context) -> int:
    """Send what is due, one mail after the other; how many were dealt with.

    Any number of copies may do it at once: each claims a mail for itself. Returns 0 when the
    mail server cannot be reached, so that the next try waits for the next run.
    """
    settings: Settings = context.settings
    lease = timedelta(seconds=settings.mail_lease_seconds)
    client = _client(settings)
    dealt_with = 0
    try:
        while dealt_with < MAILS_PER_RUN:
            async with context.database.transaction() as session:
                mail = await service.claim(session, lease, settings.mail_domain)
            if mail is None:
                break
            if not await _attempt(context, client, mail):
                return 0
            dealt_with += 1
    finally:
        await _close(client)
    return dealt_with


def _client(settings: Settings) -> aiosmtplib.SMTP:
    url = urlsplit(settings.smtp_url.get_secret_value())
    return aiosmtplib.SMTP(
        hostname=url.hostname,
        port=url.port,
        username=unquote(url.username) if url.username else None,
        password=unquote(url.password) if url.password else None,
        # Its default would ask a name server for this machine's own name.
        local_hostname=settings.mail_domain,
        use_tls=url.scheme == "smtps",
        timeout=SERVER_TIMEOUT_SECONDS,
    )


async def _attempt(context: Context, client: aiosmtplib.SMTP, mail: Claimed) -> bool:
    """One attempt at one mail; False when the server could not be reached."""
    settings: Settings = context.settings
    database = context.database
    try:
        message = build(mail, sender=settings.mail_from, public_url=settings.public_url)
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
            else:
                await service.postpone(session, mail, reason)
        return not isinstance(error, UNREACHABLE)
    failpoints.hit("mail.after_send")
    async with database.transaction() as session:
        await service.mark_sent(session, mail)
    return True


def _refused_for_good(error: Exception) -> bool:
    """The mailbox does not exist or takes nothing (5xx to RCPT TO), or cannot be written."""
    if isinstance(error, aiosmtplib.SMTPRecipientsRefused):
        return all(500 <= refusal.code < 600 for refusal in error.recipients)
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
