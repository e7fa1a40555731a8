"""Amounts and times in both languages."""

from datetime import date, datetime

from babel.dates import format_date, format_datetime
from babel.numbers import format_decimal, get_currency_precision, get_currency_symbol
from kit.days import RIYADH

from notifications.texts.models import Bilingual


def money(minor: int, currency: str) -> Bilingual:
    """An amount in minor units, such as `SAR 1,150.00`."""
    digits = get_currency_precision(currency)
    pattern = "#,##0" + ("." + "0" * digits if digits else "")
    amount = format_decimal(minor / 10**digits, format=pattern, locale="en")
    symbol = get_currency_symbol(currency, locale="ar").strip("\u200f\u200e").rstrip(".")
    return Bilingual(en=f"{currency} {amount}", ar=f"{amount} {symbol}")


def moment(time: datetime) -> Bilingual:
    """A date with its time of day in Riyadh, where the trainings are held."""
    return Bilingual(
        en=format_datetime(time, "d MMMM y, h:mm a", tzinfo=RIYADH, locale="en"),
        ar=format_datetime(time, "d MMMM y، h:mm a", tzinfo=RIYADH, locale="ar"),
    )


def day(value: date) -> Bilingual:
    """A date, such as `3 May 2027`."""
    return Bilingual(
        en=format_date(value, "d MMMM y", locale="en"),
        ar=format_date(value, "d MMMM y", locale="ar"),
    )
