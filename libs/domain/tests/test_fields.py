"""Types of input fields."""

from typing import Annotated

import pytest
from kit.domain.fields import Day, KeepsDirection, PlainText
from pydantic import TypeAdapter, ValidationError

NAME = TypeAdapter(Annotated[str, PlainText])


@pytest.mark.parametrize(
    "name", ["<script>", "a > b", "two\nlines", "a\x7fb", "\u202eqwer", "a\u2028b", "\u2067a"]
)
def test_a_name_that_other_pages_could_take_for_markup_is_refused(name: str) -> None:
    with pytest.raises(ValidationError) as refused:
        NAME.validate_python(name)
    assert refused.value.errors()[0]["type"] == "text.markup"


@pytest.mark.parametrize("name", ["O'Neil & Sons (1/2)", "أكاديمية الخليج اللوجستية", "Ärzte"])
def test_every_other_name_passes(name: str) -> None:
    assert NAME.validate_python(name) == name


def test_a_text_mixes_languages_but_turns_nothing_after_it() -> None:
    text = TypeAdapter(Annotated[str, KeepsDirection])
    mixed = "رافعة Toyota 8FG\nto be returned by \u2066٣ مارس\u2069"
    assert text.validate_python(mixed) == mixed
    for sign in map(chr, range(0x202A, 0x202F)):
        with pytest.raises(ValidationError) as refused:
            text.validate_python(f"a{sign}b")
        assert refused.value.errors()[0]["type"] == "text.direction"


def test_a_hijri_date_is_refused_with_its_gregorian_date() -> None:
    with pytest.raises(ValidationError) as refused:
        TypeAdapter(Day).validate_python("1447-05-12")
    (problem,) = refused.value.errors()
    assert (problem["type"], "2025-11-03" in problem["msg"]) == ("date.hijri", True)
