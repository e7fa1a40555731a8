"""Fill the texts of `en.toml` and `ar.toml`, or an administrator's wordings.

A text has a `title` and a `body`, and may have shorter texts for `push` and `sms`. An `action` is
the mail's button, and a `reason` a paragraph for values with a reason.
"""

import re
import tomllib
from collections.abc import Mapping
from datetime import date, datetime
from importlib.resources import files
from types import MappingProxyType
from typing import cast

from babel.dates import format_date, format_datetime
from babel.numbers import format_decimal, get_currency_precision, get_currency_symbol
from contracts.enrollment import EnrollmentResult
from contracts.values import is_known
from kit.domain.timezone import RIYADH

from notifications.texts.models import (
    LANGUAGES,
    OTP_KINDS,
    PARTS,
    Bilingual,
    Kind,
    Language,
    Message,
    Text,
    Value,
    Values,
    Wording,
)


def format_money(minor: int, currency: str) -> Bilingual:
    """Format an amount in minor units, such as `SAR 1,150` or `SAR 1,250.50`."""
    precision = get_currency_precision(currency)
    is_whole = minor % 10**precision == 0
    pattern = "#,##0" if is_whole else "#,##0." + "0" * precision
    amount = format_decimal(minor / 10**precision, format=pattern, locale="en")
    symbol = get_currency_symbol(currency, locale="ar").strip("\u200f\u200e").rstrip(".")
    return Bilingual(en=f"{currency} {amount}", ar=f"{amount} {symbol}")


def format_moment(time: datetime) -> Bilingual:
    """Format a date with its time in Riyadh, where trainings take place."""
    return Bilingual(
        en=format_datetime(time, "d MMM y, h:mm a", tzinfo=RIYADH, locale="en_GB"),
        ar=format_datetime(time, "d MMM y، h:mm a", tzinfo=RIYADH, locale="ar"),
    )


def format_day(value: date) -> Bilingual:
    """Format a date, such as `3 Dec 2026`."""
    return Bilingual(
        en=format_date(value, "d MMM y", locale="en_GB"),
        ar=format_date(value, "d MMM y", locale="ar"),
    )


def format_month(value: date) -> Bilingual:
    """Format a month, such as `December 2026`."""
    return Bilingual(
        en=format_date(value, "MMMM y", locale="en_GB"),
        ar=format_date(value, "MMMM y", locale="ar"),
    )


VARIABLE = re.compile(r"\{([a-z_]+)\}")
"""Placeholder; any other brace is plain text."""
Overrides = Mapping[tuple[Kind, Language], Wording]
"""Administrators' wordings, which override packaged texts."""


def _load(language: Language) -> dict[str, dict[str, str]]:
    text = files("notifications.texts").joinpath(f"{language}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


TEXTS = {language: _load(language) for language in LANGUAGES}
PACKAGED: Overrides = {
    (kind, language): Wording(**TEXTS[language][kind]) for kind in Kind for language in LANGUAGES
}
SAMPLES = {
    name: Bilingual(en=sample, ar=TEXTS["ar"]["samples"][name])
    for name, sample in TEXTS["en"]["samples"].items()
}
"""Sample values for previews."""
ESSENTIAL = {
    **dict.fromkeys(OTP_KINDS.values(), "code"),
    Kind.INQUIRY_ANSWERED: "answer",
    Kind.GROUP_MESSAGE: "text",
}
"""Placeholders that every text of the kind must contain."""


def compose(kind: Kind, values: Values, given: Overrides = MappingProxyType({})) -> Message:
    """Compose the message of a kind; wordings in `given` override packaged texts.

    Raises `KeyError` for a missing value.
    """
    return Message(
        en=_compose_text("en", kind, values, given), ar=_compose_text("ar", kind, values, given)
    )


def get_text(kind: Kind, language: Language, given: Overrides) -> Wording:
    """Return the text of a kind; parts in `given` override packaged ones."""
    packaged, own = PACKAGED[kind, language], given.get((kind, language), Wording())
    return Wording(**{part: getattr(own, part) or getattr(packaged, part) for part in PARTS})


def list_variables(kind: Kind, part: str) -> list[str]:
    """List the placeholders allowed in a part of a kind's text.

    Those are the ones in the packaged title and body, which every message fills; `reason` has more.
    """
    packaged = PACKAGED[kind, "en"]
    texts = [packaged.title, packaged.body, packaged.reason if part == "reason" else None]
    return list(dict.fromkeys(VARIABLE.findall(" ".join(text for text in texts if text))))


def get_phrase(name: str) -> Bilingual:
    """Return a short text of the section `phrases`."""
    return Bilingual(en=TEXTS["en"]["phrases"][name], ar=TEXTS["ar"]["phrases"][name])


def format_result(result: EnrollmentResult) -> Bilingual:
    """Return an enrollment's result in words; empty for results of newer releases."""
    return get_phrase(f"result_{result}") if is_known(result) else Bilingual("", "")


def _compose_text(language: Language, kind: Kind, values: Values, given: Overrides) -> Text:
    wording = get_text(kind, language, given)
    filled = {name: _localize(language, value) for name, value in values.items()}
    paragraphs = [wording.body]
    if filled.get("reason"):
        paragraphs.append(wording.reason)
    return Text(
        title=fill_text(wording.title or "", filled),
        body="\n\n".join(fill_text(text, filled) for text in paragraphs if text),
        action=fill_text(wording.action, filled) if wording.action else None,
        push=fill_text(wording.push, filled) if wording.push else None,
        sms=fill_text(wording.sms, filled) if wording.sms else None,
    )


def fill_text(text: str, values: Mapping[str, str]) -> str:
    """Fill placeholders once; values are inserted verbatim."""
    return VARIABLE.sub(lambda named: values[named[1]], text)


def _localize(language: Language, value: Value) -> str:
    return value if isinstance(value, str) else cast(str, getattr(value, language))
