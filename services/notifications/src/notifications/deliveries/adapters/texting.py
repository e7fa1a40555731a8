"""The channels of text messages: one HTTP request to a provider for each."""

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
    asked_rest,
    beginning_of,
)

TIMEOUT_SECONDS = 10.0
PARAGRAPH = "\n\n"
_GSM = frozenset(
    "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    "ÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà"
)
_GSM_OF_TWO = frozenset("\f^{}\\[~]|€")
"""These count twice."""
PLACE = re.compile(r"\{(to|text|sender|id)\}")
BUSY = frozenset({408, 425, 429})
UNAUTHORIZED = frozenset({401, 403, 404, 405})
"""Our settings are wrong, not the message: it waits until they are mended."""


class TextSender:
    """One run's connection to a provider; None of it where the channel is not configured."""

    def __init__(self, context: Context[Settings], provider: TextProvider | None) -> None:
        self._public_url = context.settings.public_url
        self._provider = provider
        self._client: httpx.AsyncClient | None = None

    async def send(self, delivery: ClaimedDelivery) -> Outcome:
        """Ask the provider to send it."""
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
            "text": text_of(delivery, self._public_url),
            "sender": provider.sender,
            "id": str(delivery.id),
        }
        headers = {name: value.get_secret_value() for name, value in provider.headers.items()}
        try:
            async with self._opened().stream(
                provider.method,
                str(provider.url),
                json=_filled(provider.body, values),
                headers={"Idempotency-Key": str(delivery.id), **headers},
            ) as answer:
                return await _outcome(answer)
        except (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout) as error:
            return Outcome(Result.POSTPONED, _reason(error), is_away=True)
        except httpx.HTTPError as error:
            return Outcome(Result.UNANSWERED, _reason(error), is_away=True)

    async def close(self) -> None:
        """End the connection."""
        if self._client is not None:
            await self._client.aclose()

    def _opened(self) -> httpx.AsyncClient:
        """Made when the first is sent: reading the certificates of the world takes its time."""
        if self._client is None:
            self._client = httpx.AsyncClient(timeout=TIMEOUT_SECONDS, follow_redirects=False)
        return self._client


def text_of(delivery: ClaimedDelivery, public_url: str) -> str:
    """What stands in a text message: a text of its own or the first paragraph alone, since each 70
    letters of Arabic cost as much as a message."""
    language, text = delivery.message.in_language(delivery.locale)
    said = f"{getattr(delivery.product, language)}: {text.sms or text.body.partition(PARAGRAPH)[0]}"
    return f"{said}\n{public_url}{delivery.link}" if delivery.link else said


def segments_of(text: str) -> int:
    """As how many messages a text is sent and paid: 160 letters of the GSM alphabet or 70 of any
    other fill one, and each of several holds some less (3GPP TS 23.038 and 23.040)."""
    if all(letter in _GSM or letter in _GSM_OF_TWO for letter in text):
        length, alone, joined = sum(1 + (letter in _GSM_OF_TWO) for letter in text), 160, 153
    else:
        length, alone, joined = len(text.encode("utf-16-le")) // 2, 70, 67
    return 1 if length <= alone else -(-length // joined)


def _filled(value: Any, values: dict[str, str]) -> Any:
    match value:
        case str():
            return PLACE.sub(lambda place: values[place[1]], value)
        case dict():
            return {name: _filled(each, values) for name, each in value.items()}
        case list():
            return [_filled(each, values) for each in value]
    return value


async def _outcome(answer: httpx.Response) -> Outcome:
    if answer.is_success:
        return Outcome(Result.SENT)
    reason = f"HTTP {answer.status_code}: {await beginning_of(answer)}"
    if answer.status_code in BUSY or answer.is_server_error:
        return Outcome(
            Result.POSTPONED,
            reason,
            is_away=True,
            pause=asked_rest(answer.headers.get("Retry-After")),
        )
    if answer.status_code in UNAUTHORIZED or answer.is_redirect:
        return Outcome(Result.POSTPONED, reason, is_away=True)
    return Outcome(Result.FAILED, reason)


def _reason(error: httpx.HTTPError) -> str:
    return f"{type(error).__name__}: {error}"[:500]
