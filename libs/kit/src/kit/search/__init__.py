"""Searching names and titles in Arabic and English: one folding for what is stored and asked.

The folding is the database's function `search_fold`, which a service's migration makes with
`kit.search.migration`. A generated column holds the folded text, so that it follows whoever writes
the row, and what somebody types is folded by the same function.
"""

import re
from typing import Any

from sqlalchemy import (
    Column,
    ColumnElement,
    Computed,
    Index,
    SQLColumnExpression,
    Text,
    and_,
    func,
    or_,
    true,
)
from sqlmodel import Field

MAX_WORDS = 6
# With its article, and perhaps a particle before that, a word would not be found where the text
# has it without. What is left must be long enough to mean something.
_ARTICLE = re.compile("^(?:[وفبك]?ال|لل)(?=[ء-ي]{3})")
# A Saudi mobile number, or its beginning, as people write it: 05…, 5…, 966…, 00966… or +966…, in
# groups perhaps. It is stored as +9665…, so what all forms share is searched: 5 and what follows.
_MOBILE = re.compile(r"(?<!\S)(?:(?:\+|00)?966[\s-]?0?|0)(5\d(?:[\s-]?\d){0,7})(?!\S)")
_DIGITS = str.maketrans("٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹", "0123456789" * 2)


def search_field(*columns: str) -> Any:
    """The field `search` of a table: the folded text of the row's columns.

    A column that may be NULL is named with its `coalesce(phone, '')`.
    """
    text = " || ' ' || ".join(columns)
    computed = Computed(f"search_fold({text})", persisted=True)
    return Field(default=None, sa_column=Column("search", Text, computed, nullable=False))


def search_index(table: str) -> Index:
    """The trigram index that makes the conditions on a table's `search` quick."""
    return Index(
        f"ix_{table}_search",
        "search",
        postgresql_using="gin",
        postgresql_ops={"search": "gin_trgm_ops"},
    )


def contains_words(text: str | None, *columns: SQLColumnExpression[str]) -> ColumnElement[bool]:
    """The condition that each word of what somebody typed is found, wherever and in any order, in
    one of the columns, which hold folded text. Without a word it is true.

    Signs are meant as they stand. The first six words count; Arabic ones without their article.
    """
    return and_(
        true(),
        *(
            or_(*(column.like(func.search_pattern(word)) for column in columns))
            for word in words_of(text)
        ),
    )


def words_of(text: str | None) -> list[str]:
    """The first words of what was typed, each to be found; Arabic ones without the article, a
    mobile number in the form in which all of its forms are found."""
    typed = (text or "").translate(_DIGITS)
    typed = _MOBILE.sub(lambda found: re.sub(r"[\s-]", "", found[1]), typed)
    return [_ARTICLE.sub("", word) for word in typed.split()[:MAX_WORDS]]
