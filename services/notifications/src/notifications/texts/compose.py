"""What people are told, in both languages: the texts of `en.toml` and `ar.toml`, filled in.

A text has a `title` and a `body`, and may have an `action` (the button of the mail) and a
`reason` (a paragraph that is added when the values have one).
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from enum import StrEnum
from importlib.resources import files
from typing import Literal, cast

from babel.dates import format_datetime
from babel.numbers import format_decimal, get_currency_precision, get_currency_symbol
from pydantic import BaseModel, ConfigDict

Language = Literal["en", "ar"]
LANGUAGES: tuple[Language, ...] = ("en", "ar")
SAUDI_TIME = timezone(timedelta(hours=3))
"""Where the trainings are held; it has no summer time."""


class Kind(StrEnum):
    """What a message is about; the name of its section in the texts."""

    WELCOME = "welcome"
    OTP_VERIFICATION = "otp_verification"
    OTP_PASSWORD_RESET = "otp_password_reset"  # noqa: S105
    SIGN_UP_ATTEMPTED = "sign_up_attempted"
    ENROLLMENT_REQUESTED = "enrollment_requested"
    ENROLLMENT_ACCEPTED = "enrollment_accepted"
    ENROLLMENT_HELD = "enrollment_held"
    ENROLLMENT_PROMOTED_REQUEST = "enrollment_promoted_request"
    ENROLLMENT_PROMOTED_HELD = "enrollment_promoted_held"
    ENROLLMENT_PROMOTED = "enrollment_promoted"
    ENROLLMENT_CONFIRMED = "enrollment_confirmed"
    ENROLLMENT_REJECTED = "enrollment_rejected"
    ENROLLMENT_WAITLISTED = "enrollment_waitlisted"
    ENROLLMENT_EXPIRED = "enrollment_expired"
    ENROLLMENT_CANCELLED = "enrollment_cancelled"
    CHARGE_PAID = "charge_paid"
    CHARGE_REFUNDED = "charge_refunded"
    PAYMENT_FAILED = "payment_failed"
    PAYMENT_FAILED_SEAT = "payment_failed_seat"
    PAYMENT_HELD = "payment_held"
    REFUND_FAILED = "refund_failed"
    ORGANIZATION_APPROVED = "organization_approved"
    ORGANIZATION_REJECTED = "organization_rejected"
    ORGANIZATION_RETURNED = "organization_returned"
    STAFF_APPROVED = "staff_approved"
    STAFF_REJECTED = "staff_rejected"
    STAFF_RETURNED = "staff_returned"
    NUMBER_ASKED = "number_asked"
    NUMBER_CLAIMED = "number_claimed"
    NUMBER_CASE_WAITS = "number_case_waits"
    NUMBER_MORE_REQUESTED = "number_more_requested"
    NUMBER_GRANTED = "number_granted"
    NUMBER_LOST = "number_lost"
    NUMBER_REFUSED = "number_refused"
    NUMBER_KEPT = "number_kept"


class Text(BaseModel):
    """A message in one language."""

    model_config = ConfigDict(frozen=True)

    title: str
    body: str
    """Paragraphs, with an empty line between them."""
    action: str | None = None


class Message(BaseModel):
    """A message in both languages."""

    model_config = ConfigDict(frozen=True)

    en: Text
    ar: Text

    def in_language(self, locale: str) -> tuple[Language, Text]:
        """The text for a person's locale: Arabic for `ar` and its regions, else English."""
        language: Language = "ar" if locale.lower().partition("-")[0] == "ar" else "en"
        return language, self.ar if language == "ar" else self.en


@dataclass(frozen=True, slots=True)
class Bilingual:
    """A value that reads differently in each language."""

    en: str
    ar: str


Value = str | Bilingual
Values = Mapping[str, Value]


def _load(language: Language) -> dict[str, dict[str, str]]:
    text = files(__name__).joinpath(f"{language}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


TEXTS = {language: _load(language) for language in LANGUAGES}


def compose(kind: Kind, values: Values) -> Message:
    """The message of a kind; `KeyError` when a value that its text names is missing."""
    return Message(en=_fill("en", kind, values), ar=_fill("ar", kind, values))


def phrase(name: str) -> Bilingual:
    """One of the short texts in the section `phrases`."""
    return Bilingual(en=TEXTS["en"]["phrases"][name], ar=TEXTS["ar"]["phrases"][name])


def _fill(language: Language, kind: Kind, values: Values) -> Text:
    text = TEXTS[language][kind]
    said = {name: _in(language, value) for name, value in values.items()}
    paragraphs = [text["body"].format_map(said)]
    if said.get("reason") and "reason" in text:
        paragraphs.append(text["reason"].format_map(said))
    return Text(
        title=text["title"].format_map(said),
        body="\n\n".join(paragraphs),
        action=text.get("action"),
    )


def _in(language: Language, value: Value) -> str:
    return value if isinstance(value, str) else cast(str, getattr(value, language))


def money(minor: int, currency: str) -> Bilingual:
    """An amount in minor units, such as `SAR 1,150.00`."""
    digits = get_currency_precision(currency)
    pattern = "#,##0" + ("." + "0" * digits if digits else "")
    amount = format_decimal(minor / 10**digits, format=pattern, locale="en")
    symbol = get_currency_symbol(currency, locale="ar").strip("\u200f\u200e").rstrip(".")
    return Bilingual(en=f"{currency} {amount}", ar=f"{amount} {symbol}")


def moment(time: datetime) -> Bilingual:
    """A date with its time of day in Saudi Arabia."""
    return Bilingual(
        en=format_datetime(time, "d MMMM y, h:mm a", tzinfo=SAUDI_TIME, locale="en"),
        ar=format_datetime(time, "d MMMM y، h:mm a", tzinfo=SAUDI_TIME, locale="ar"),
    )
