"""Text message channels: one HTTP request to a provider per message."""

import re
from typing import Any

import httpx
from kit.domain.people import read_phone
from kit.web.app import Context

from notifications.config import Settings, TextProvider
from notifications.deliveries.channels.schemas import (
    ClaimedDelivery,
    Outcome,
    Result,
    parse_retry_after,
    read_start,
)

TIMEOUT_SECONDS = 10.0
PARAGRAPH = "\n\n"
_GSM = frozenset(
    "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    "ÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà"
)
_GSM_OF_TWO = frozenset("\f^{}\\[~]|€")
"""GSM characters that count as two."""
PLACE = re.compile(r"\{(to|text|sender|id)\}")
BUSY = frozenset({408, 425, 429})
UNAUTHORIZED = frozenset({401, 403, 404, 405})
"""A configuration error, not the message's: it is retried until the settings are corrected."""


class TextSender:
    """Connection to a provider for one run; no client where the channel is not configured."""

    def __init__(self, context: Context[Settings], provider: TextProvider | None) -> None:
        self._public_url = context.settings.public_url
        self._provider = provider
        self._client: httpx.AsyncClient | None = None

    async def send(self, delivery: ClaimedDelivery) -> Outcome:
        """Send a message through the provider."""
        provider = self._provider
        if provider is None:
            return Outcome(Result.SUPPRESSED, "the channel is not configured")
        if delivery.address is None:
            return Outcome(Result.UNVERIFIED, "the person has not verified an address yet")
        to = read_phone(delivery.address)
        if to is None:
            return Outcome(Result.FAILED, "the person has no phone number that could be called")
        values = {
            "to": to,
            "text": render_text(delivery, self._public_url),
            "sender": provider.sender,
            "id": str(delivery.id),
        }
        headers = {name: value.get_secret_value() for name, value in provider.headers.items()}
        try:
            async with self._opened().stream(
                provider.method,
                str(provider.url),
                json=_fill(provider.body, values),
                headers={"Idempotency-Key": str(delivery.id), **headers},
            ) as answer:
                return await _outcome(answer)
        except (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout) as error:
            return Outcome(Result.POSTPONED, _reason(error), is_unavailable=True)
        except httpx.HTTPError as error:
            return Outcome(Result.UNANSWERED, _reason(error), is_unavailable=True)

    async def close(self) -> None:
        """Close the connection."""
        if self._client is not None:
            await self._client.aclose()

    def _opened(self) -> httpx.AsyncClient:
        """Created at first use: loading the CA certificates takes time."""
        if self._client is None:
            self._client = httpx.AsyncClient(timeout=TIMEOUT_SECONDS, follow_redirects=False)
        return self._client


def render_text(delivery: ClaimedDelivery, public_url: str) -> str:
    """Return the text message: its own text or the first paragraph of the body.

    Every 70 Arabic characters are billed as a message.
    """
    language, text = delivery.message.localize(delivery.locale)
    said = f"{getattr(delivery.product, language)}: {text.sms or text.body.partition(PARAGRAPH)[0]}"
    return f"{said}\n{public_url}{delivery.link}" if delivery.link else said


def count_segments(text: str) -> int:
    """Count the billed messages of a text: 160 GSM or 70 other characters each, fewer in a
    concatenated one (3GPP TS 23.038 and 23.040).
    """
    if all(letter in _GSM or letter in _GSM_OF_TWO for letter in text):
        length, alone, joined = sum(1 + (letter in _GSM_OF_TWO) for letter in text), 160, 153
    else:
        length, alone, joined = len(text.encode("utf-16-le")) // 2, 70, 67
    return 1 if length <= alone else -(-length // joined)


def _fill(value: Any, values: dict[str, str]) -> Any:
    match value:
        case str():
            return PLACE.sub(lambda place: values[place[1]], value)
        case dict():
            return {name: _fill(each, values) for name, each in value.items()}
        case list():
            return [_fill(each, values) for each in value]
    return value


async def _outcome(answer: httpx.Response) -> Outcome:
    if answer.is_success:
        return Outcome(Result.SENT)
    reason = f"HTTP {answer.status_code}: {await read_start(answer)}"
    if answer.status_code in BUSY or answer.is_server_error:
        return Outcome(
            Result.POSTPONED,
            reason,
            is_unavailable=True,
            pause=parse_retry_after(answer.headers.get("Retry-After")),
        )
    if answer.status_code in UNAUTHORIZED or answer.is_redirect:
        return Outcome(Result.POSTPONED, reason, is_unavailable=True)
    return Outcome(Result.FAILED, reason)


def _reason(error: httpx.HTTPError) -> str:
    return f"{type(error).__name__}: {error}"[:500]
