"""Search of names, titles and codes in Arabic and English.

The database's function `search_fold` folds both the stored text and the typed words. Words of one
table's columns are in its generated column `search` (`contains_words`); words of several tables are
in search documents, which triggers write (`matches`). Migrations use `search.migration`.
"""

import re
from typing import Any

from sqlalchemy import (
    ARRAY,
    Column,
    ColumnElement,
    Computed,
    Index,
    MetaData,
    SQLColumnExpression,
    String,
    Table,
    Text,
    Uuid,
    and_,
    bindparam,
    func,
    or_,
    select,
    true,
)
from sqlalchemy.dialects.postgresql import array
from sqlmodel import Field

MAX_WORDS = 6
# With its article, and perhaps a particle before that, a word would not be found where the text
# has it without. What is left must be long enough to mean something.
_ARTICLE = re.compile("^(?:[وفبك]?ال|لل)(?=[ء-ي]{3})")
# A Saudi mobile number, or its beginning, as people write it: 05…, 5…, 966…, 00966… or +966…, in
# groups perhaps. It is stored as +9665…, so what all forms share is searched: 5 and what follows.
_MOBILE = re.compile(r"(?<!\S)(?:(?:\+|00)?966[\s-]?0?|0)(5\d(?:[\s-]?\d){0,7})(?!\S)")
_DIGITS = str.maketrans("٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹", "0123456789" * 2)


def search_documents(metadata: MetaData) -> Table:
    """Add a service's table of search documents to its metadata.

    Triggers write it: see `migration.create_documents`.
    """
    return Table(
        "search_documents",
        metadata,
        Column("kind", String(40), primary_key=True),
        Column("id", Uuid, primary_key=True),
        Column("text", Text, nullable=False),
        Column("codes", ARRAY(Text), nullable=False),
        Index(
            "ix_search_documents_text",
            "text",
            "codes",
            postgresql_using="gin",
            postgresql_ops={"text": "gin_trgm_ops"},
        ),
    )


_DOCUMENTS = search_documents(MetaData()).c


def matches(
    column: SQLColumnExpression[Any], kind: str, text: str | None
) -> ColumnElement[bool] | None:
    """Build the condition that the column is the id of a document that has every word.

    Without a word there is no condition. Text that is the code of a document finds this code only.
    """
    if not (words := split_words(text)):
        return None
    code = array([func.search_fold(_constant((text or "").strip()))])
    is_kind, has_code = _DOCUMENTS.kind == _constant(kind), _DOCUMENTS.codes.op("@>")(code)
    is_code = select(true()).where(is_kind, has_code).correlate(None).exists()
    has_words = (_DOCUMENTS.text.like(func.search_pattern(_constant(word))) for word in words)
    found = select(_DOCUMENTS.id).where(is_kind, or_(has_code, and_(~is_code, *has_words)))
    return column.in_(found.correlate(None))


def _constant(value: str) -> ColumnElement[str]:
    # PostgreSQL estimates the frequency of a word that it knows from its statistics.
    return bindparam(None, value, literal_execute=True, unique=True)


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
    """Build the condition that each word is in one of the columns, which hold folded text.

    Without a word it is true. Signs are meant as they stand. The first six words count; Arabic ones
    without their article.
    """
    patterns = [func.search_pattern(_constant(word)) for word in split_words(text)]
    return and_(true(), *(or_(*(column.like(each) for column in columns)) for each in patterns))


def split_words(text: str | None) -> list[str]:
    """The first words of what was typed, each to be found; Arabic ones without the article, a
    mobile number in the form in which all of its forms are found."""
    typed = (text or "").translate(_DIGITS)
    typed = _MOBILE.sub(lambda found: re.sub(r"[\s-]", "", found[1]), typed)
    return [_ARTICLE.sub("", word) for word in typed.split()[:MAX_WORDS]]
