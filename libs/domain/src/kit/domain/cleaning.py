"""Cleaning of input text: remove artefacts of keyboards, copying and Unicode.

Each kind of input has one function. `fields` uses them in field types, `cells` for spreadsheets,
`clean_request` for requests; the app's `lib/clean.ts` does the same. Only the standard library is
imported, since `kit.spreadsheets.cells` runs in a sandbox.
"""

import re
import unicodedata

_INVISIBLE = "\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff"
"""Soft hyphens, zero-width spaces, direction marks and byte order marks."""
_JOINERS = "\u200c\u200d\ufe00-\ufe0f\U000e0100-\U000e01ef"
"""Joiners and variation selectors, which shape emoji and Persian words."""
_HIDDEN_IN_RICH_TEXT = re.compile(f"[{_INVISIBLE}]")
_HIDDEN = re.compile(f"[{_INVISIBLE}{_JOINERS}]")
_SPACES = str.maketrans(dict.fromkeys("\u00a0\u2007\u202f", " "))
"""No-break spaces."""
_DASHES = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"))
_DIGITS = str.maketrans("٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹", "0123456789" * 2)
_SEPARATORS = re.compile(r"[\s-]+")


def clean_rich_text(text: str) -> str:
    """Clean formatted text, keeping joiners and variation selectors."""
    return _clean(text, _HIDDEN_IN_RICH_TEXT)


def clean_text(text: str) -> str:
    """Clean free text: normalize to NFC, drop invisible characters, fold spaces."""
    return _clean(text, _HIDDEN)


def clean_name(text: str) -> str:
    """Clean a person's name: as text, with plain hyphens and single spaces."""
    return " ".join(clean_text(text).translate(_DASHES).split())


def clean_code(text: str) -> str:
    """Clean a code, phone number or email address: in NFKC, with plain hyphens and digits."""
    if text.isascii():
        return text.strip()
    plain = unicodedata.normalize("NFKC", clean_text(text))
    return plain.translate(_DASHES).translate(_DIGITS).strip()


def clean_number(text: str) -> str:
    """Clean a number of a card or a one-time code: as a code, without spaces and hyphens."""
    return _SEPARATORS.sub("", clean_code(text))


def normalize_password(text: str) -> str:
    """Normalize a password to NFC without removing characters."""
    return unicodedata.normalize("NFC", text)


def _clean(text: str, hidden: re.Pattern[str]) -> str:
    if text.isascii():
        return text
    return unicodedata.normalize("NFC", hidden.sub("", text)).translate(_SPACES)
