"""Texts are complete in both languages."""

import json
import string
from datetime import UTC, date, datetime

import pytest
from notifications.texts.models import INVITATION_KINDS, LANGUAGES, PARTS, Bilingual, Kind, Wording
from notifications.texts.service import (
    ESSENTIAL,
    PACKAGED,
    SAMPLES,
    TEXTS,
    Overrides,
    compose,
    format_day,
    format_moment,
    format_money,
    list_variables,
)

from deploy.local.layout import ROOT

PUSHED = 178
"""Characters of a push on a locked phone."""
NEVER_PUSHED = {
    Kind.SIGN_UP_ATTEMPTED,
    Kind.SIGN_IN_DETAILS_CHANGED,
    Kind.INQUIRY_RECEIVED,
    *INVITATION_KINDS,
}


def placeholders(text: str) -> set[str]:
    """Return the placeholders in a text."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


class TestTexts:
    def test_every_kind_has_a_text_in_both_languages_and_nothing_else_does(self) -> None:
        for texts in TEXTS.values():
            assert set(texts) == {*Kind, "phrases", "samples"}

    @pytest.mark.parametrize("kind", [*Kind, "phrases", "samples"])
    def test_both_languages_have_the_same_parts_and_want_the_same_values(self, kind: str) -> None:
        english, arabic = TEXTS["en"][kind], TEXTS["ar"][kind]
        assert set(english) == set(arabic)
        for part, text in english.items():
            assert placeholders(text) == placeholders(arabic[part]), part
        if kind not in {"phrases", "samples"}:
            assert {"title", "body"} <= set(english) <= set(PARTS)

    def test_each_value_has_a_sample_for_previews(self) -> None:
        named = {name for kind in Kind for name in list_variables(kind, "reason")}
        assert named == set(SAMPLES)

    @pytest.mark.parametrize("kind", Kind)
    def test_what_is_pushed_is_short_and_names_what_the_text_has(self, kind: Kind) -> None:
        message = compose(kind, {**SAMPLES, "reason": ""})
        for language in LANGUAGES:
            packaged, text = TEXTS[language][kind], message.localize(language)[1]
            short = packaged.get("push", "") + packaged.get("sms", "")
            assert placeholders(short) <= set(list_variables(kind, "push"))
            assert kind in NEVER_PUSHED or len(text.push or text.body) <= PUSHED

    def test_all_that_a_message_is_of_no_use_without_is_in_the_packaged_body(self) -> None:
        for kind, name in ESSENTIAL.items():
            assert f"{{{name}}}" in (PACKAGED[kind, "en"].body or "")


class TestCompose:
    def test_a_value_is_neither_looked_into_nor_filled_in_turn(self) -> None:
        given: Overrides = {
            (Kind.WELCOME, "en"): Wording(body="{username.__class__} {username!r} {username}")
        }
        message = compose(Kind.WELCOME, {"username": "{product}", "product": "Itqan"}, given)
        assert message.en.body == "{username.__class__} {username!r} {product}"

    def test_values_are_filled_in_as_they_are(self) -> None:
        message = compose(Kind.WELCOME, {"username": "{huda}", "product": "{x}"})
        assert "Your account {huda} is ready" in message.en.body

    def test_a_missing_value_is_an_error(self) -> None:
        with pytest.raises(KeyError):
            compose(Kind.WELCOME, {})

    @pytest.mark.parametrize(
        ("locale", "language"), [("ar", "ar"), ("ar-SA", "ar"), ("en", "en"), ("fr", "en")]
    )
    def test_the_language_follows_the_locale(self, locale: str, language: str) -> None:
        message = compose(Kind.WELCOME, {"username": "huda", "product": "Itqan"})
        assert message.localize(locale)[0] == language


class TestMoment:
    def test_is_written_in_saudi_time(self) -> None:
        said = format_moment(datetime(2026, 12, 6, 21, 30, tzinfo=UTC))
        assert said.en == "7 Dec 2026, 12:30 am"
        assert said.ar == "7 ديسمبر 2026، 12:30 ص"


class TestMoney:
    @pytest.mark.parametrize(
        ("minor", "currency", "text"),
        [(115_000, "SAR", "SAR 1,150"), (5, "SAR", "SAR 0.05"), (1234, "JPY", "JPY 1,234")],
    )
    def test_minor_units_become_an_amount(self, minor: int, currency: str, text: str) -> None:
        assert format_money(minor, currency).en == text


def test_dates_and_amounts_are_written_as_in_the_app() -> None:
    file = ROOT / "frontend" / "src" / "lib" / "format" / "samples.json"
    samples = json.loads(file.read_text("utf-8"))
    for said, *texts in samples["days"]:
        assert format_day(date.fromisoformat(said)) == Bilingual(*texts)
    for said, *texts in samples["moments"]:
        assert format_moment(datetime.fromisoformat(said)) == Bilingual(*texts)
    for said, *texts in samples["money"]:
        assert format_money(said, "SAR") == Bilingual(*texts)
