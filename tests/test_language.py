"""Docstrings, comments and names use plain English and the field's terms."""

import pytest

from deploy.local import language
from deploy.local.language import Text, count_words, is_banned_name, split_sentences


@pytest.fixture(scope="module")
def total() -> language.Measurement:
    """Measure all folders once."""
    return language.add_up(language.measure())


@pytest.mark.parametrize("rule", language.LIMITS)
def test_violations_stay_below_the_limit(total: language.Measurement, rule: str) -> None:
    assert total.docstrings > 1000
    listed = "\n".join(f"{text.place}: {text.text}" for text in total.found[rule])
    assert total.share(rule) <= language.LIMITS[rule], listed


def test_adrs_are_short_and_have_the_standard_parts() -> None:
    assert language.find_adr_problems() == []


def measure(text: str, *, is_docstring: bool = True) -> set[str]:
    measurement = language.Measurement()
    measurement.add(Text("here", text, is_docstring))
    return {rule for rule, found in measurement.found.items() if found}


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("Lock the rows until the transaction ends.", set()),
        ("What the rows are.", {"first words"}),
        ("Whether the row is locked.", {"first words"}),
        ("Whatever comes.", {"phrases"}),
        ("Sign the credentials anew.", {"phrases"}),
        ("Return " + "one " * 19 + "row.", {"long sentences"}),
        ("Return a row. It is locked. " * 10, set()),
    ],
)
def test_finds_violations(text: str, rules: set[str]) -> None:
    assert measure(text) == rules


def test_comments_only_have_banned_phrases() -> None:
    assert measure("What nobody reads.", is_docstring=False) == {"phrases"}
    assert measure("When the lock is free.", is_docstring=False) == set()


def test_sentences_end_at_full_stops_and_list_items() -> None:
    assert len(split_sentences("One row (e.g. a bill). Two rows:\n- a\n- b")) == 4
    assert count_words("The `a b c` of 2 – rows") == 5


def test_code_blocks_are_no_sentences() -> None:
    assert split_sentences("Run it:\n\n    make up\n") == ["Run it:"]


@pytest.mark.parametrize(
    "name", ["PaymentHeld", "on_payment_held", "batch_fact", "FACTS", "test_is_told", "wantedKeys"]
)
def test_finds_banned_names_in_every_spelling(name: str) -> None:
    assert is_banned_name(name)


@pytest.mark.parametrize("name", ["artifact", "factory", "HOLDS_SEAT", "held", "Retold", "stirrup"])
def test_accepts_similar_names(name: str) -> None:
    assert not is_banned_name(name)


@pytest.mark.parametrize("folder", language.FOLDERS)
def test_no_name_is_banned(folder: str) -> None:
    assert language.find_banned_names(language.list_files(folder)) == []
