"""Mail channel: one attempt to send a mail to the mail server."""

import asyncio
from typing import Any
from urllib.parse import unquote, urlsplit

import aiosmtplib
from aiosmtplib import SMTPResponse
from kit.web.app import Context

from notifications.config import Settings
from notifications.deliveries.adapters.mail import build_mail
from notifications.deliveries.channels.schemas import ClaimedDelivery, Outcome, Result
from notifications.deliveries.errors import AddressUnverified

SERVER_TIMEOUT_SECONDS = 15.0
"""Timeout of every response except to the mail itself, which a server may examine for minutes.
Aborting that would send the mail twice (RFC 5321, 4.5.3.2.6), so only the lease limits it.
"""
LEASE_SHARE = 0.75
"""Part of the lease that an attempt may use, so that attempts never overlap."""
UNREACHABLE = (
    aiosmtplib.SMTPConnectError,
    aiosmtplib.SMTPServerDisconnected,
    aiosmtplib.SMTPTimeoutError,
    aiosmtplib.SMTPAuthenticationError,
    TimeoutError,
    OSError,
)
"""Errors of the server, not of the mail: the other mails wait for the next run."""


class Client(aiosmtplib.SMTP):
    """SMTP client that remembers if the mail was transmitted before an error."""

    handed_over = False

    async def data(self, message: str | bytes, /, **_: Any) -> SMTPResponse:
        """Transmit the mail, and wait for the response for the rest of the lease."""
        self.handed_over = True
        return await super().data(message, timeout=None)


def create_client(settings: Settings) -> Client:
    """Create an unconnected client of the mail server."""
    url = urlsplit(settings.smtp_url.get_secret_value())
    return Client(
        hostname=url.hostname,
        port=url.port,
        username=unquote(url.username) if url.username else None,
        password=unquote(url.password) if url.password else None,
        # The default would resolve this machine's own name by DNS.
        local_hostname=settings.mail_domain,
        use_tls=url.scheme == "smtps",
        timeout=SERVER_TIMEOUT_SECONDS,
    )


class MailSender:
    """Sends mails over one connection."""

    def __init__(self, context: Context[Settings]) -> None:
        self._settings = context.settings
        self._client = create_client(context.settings)

    async def send(self, delivery: ClaimedDelivery) -> Outcome:
        """Build the mail and send it."""
        settings, client = self._settings, self._client
        if delivery.mark is not None and not delivery.expires:
            # Codes are sent even to a marked address: entering one proves that it works.
            return Outcome(Result.SUPPRESSED, f"the address is marked: {delivery.mark}")
        try:
            message = build_mail(
                delivery,
                sender=settings.mail_from,
                public_url=settings.public_url,
                secrets=settings.sealing_secrets,
            )
        except AddressUnverified as error:
            return Outcome(Result.UNVERIFIED, str(error))
        except Exception as error:
            # Permanent: a malformed address raises many error types and would fail at every
            # attempt.
            return Outcome(Result.FAILED, repr(error)[:500])
        client.handed_over = False
        try:
            async with asyncio.timeout(settings.mail_lease_seconds * LEASE_SHARE):
                if not client.is_connected:
                    await client.connect()
                await client.send_message(message)
        except Exception as error:
            await self.close()
            reason = f"{type(error).__name__}: {error}"[:500]
            return Outcome(
                self._result_of(error), reason, is_unavailable=isinstance(error, UNREACHABLE)
            )
        return Outcome(Result.SENT)

    def _result_of(self, error: Exception) -> Result:
        if _is_permanent(error):
            return Result.FAILED
        is_answer = isinstance(error, aiosmtplib.SMTPResponseException)
        return Result.UNANSWERED if self._client.handed_over and not is_answer else Result.POSTPONED

    async def close(self) -> None:
        """Send QUIT, with a short timeout."""
        if not self._client.is_connected:
            self._client.close()
            return
        try:
            async with asyncio.timeout(2):
                await self._client.quit()
        except (aiosmtplib.SMTPException, OSError, TimeoutError):
            self._client.close()


def _is_permanent(error: Exception) -> bool:
    """Check for a permanent error: 5xx to RCPT TO or DATA, or an address that cannot be sent."""
    match error:
        case aiosmtplib.SMTPRecipientsRefused():
            return all(500 <= refusal.code < 600 for refusal in error.recipients)
        case aiosmtplib.SMTPDataError():
            return 500 <= error.code < 600
    return isinstance(error, ValueError)
