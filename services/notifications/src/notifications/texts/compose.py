"""Fills the texts of `en.toml` and `ar.toml`.

A text has a `title` and a `body`, and may have an `action` (the button of the mail) and a
`reason` (a paragraph that is added when the values have one).
"""

import tomllib
from importlib.resources import files
from typing import cast

from contracts.enrollment import EnrollmentResult
from contracts.values import is_known

from notifications.texts.models import (
    LANGUAGES,
    Bilingual,
    Kind,
    Language,
    Message,
    Text,
    Value,
    Values,
)


def _load(language: Language) -> dict[str, dict[str, str]]:
    text = files("notifications.texts").joinpath(f"{language}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


TEXTS = {language: _load(language) for language in LANGUAGES}


def compose(kind: Kind, values: Values) -> Message:
    """The message of a kind; `KeyError` when a value that its text names is missing."""
    return Message(en=_fill("en", kind, values), ar=_fill("ar", kind, values))


def phrase(name: str) -> Bilingual:
    """One of the short texts in the section `phrases`."""
    return Bilingual(en=TEXTS["en"]["phrases"][name], ar=TEXTS["ar"]["phrases"][name])


def result_of(result: EnrollmentResult) -> Bilingual:
    """How an enrollment ended, in words; empty for a result that this process does not know."""
    return phrase(f"result_{result}") if is_known(result) else Bilingual("", "")


def _fill(language: Language, kind: Kind, values: Values) -> Text:
    text = TEXTS[language][kind]
    filled = {name: _in(language, value) for name, value in values.items()}
    paragraphs = [text["body"].format_map(filled)]
    if filled.get("reason") and "reason" in text:
        paragraphs.append(text["reason"].format_map(filled))
    return Text(
        title=text["title"].format_map(filled),
        body="\n\n".join(paragraphs),
        action=text.get("action"),
    )


def _in(language: Language, value: Value) -> str:
    return value if isinstance(value, str) else cast(str, getattr(value, language))
