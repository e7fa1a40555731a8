"""Amounts and times in both languages, written as the app writes them: a test of each compares
its own with `frontend/src/lib/format/samples.json`."""

from datetime import date, datetime

from babel.dates import format_date, format_datetime
from babel.numbers import format_decimal, get_currency_precision, get_currency_symbol
from kit.domain.timezone import RIYADH

from notifications.texts.models import Bilingual


def money(minor: int, currency: str) -> Bilingual:
    """An amount in minor units, such as `SAR 1,150` or `SAR 1,250.50`."""
    precision = get_currency_precision(currency)
    is_whole = minor % 10**precision == 0
    pattern = "#,##0" if is_whole else "#,##0." + "0" * precision
    amount = format_decimal(minor / 10**precision, format=pattern, locale="en")
    symbol = get_currency_symbol(currency, locale="ar").strip("\u200f\u200e").rstrip(".")
    return Bilingual(en=f"{currency} {amount}", ar=f"{amount} {symbol}")


def moment(time: datetime) -> Bilingual:
    """A date with its time of day in Riyadh, where the trainings are held."""
    return Bilingual(
        en=format_datetime(time, "d MMM y, h:mm a", tzinfo=RIYADH, locale="en_GB"),
        ar=format_datetime(time, "d MMM y، h:mm a", tzinfo=RIYADH, locale="ar"),
    )


def day(value: date) -> Bilingual:
    """A date, such as `3 Dec 2026`."""
    return Bilingual(
        en=format_date(value, "d MMM y", locale="en_GB"),
        ar=format_date(value, "d MMM y", locale="ar"),
    )


def month(value: date) -> Bilingual:
    """A month, such as `December 2026`."""
    return Bilingual(
        en=format_date(value, "MMMM y", locale="en_GB"),
        ar=format_date(value, "MMMM y", locale="ar"),
    )
