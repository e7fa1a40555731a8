"""Search of names, titles and codes in Arabic and English.

The database function `search_fold` normalizes stored text and search words. `contains_words` uses
the generated column `search` of one table; `matches` uses documents of several tables, which
triggers write. Migrations use `search.migration`.
"""

import re
from typing import Any, Literal

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
    any_,
    bindparam,
    func,
    or_,
    select,
    text,
    true,
)
from sqlalchemy.dialects.postgresql import array
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import Field

MAX_WORDS = 6
# Remove the article and its prefix, since the stored text may lack them. At least three letters
# must remain.
_ARTICLE = re.compile("^(?:[وفبك]?ال|لل)(?=[ء-ي]{3})")
# A Saudi mobile number, or its beginning, in any common form: 05…, 5…, 966…, 00966… or +966…. It is
# stored as +9665…, so the search uses the common part: 5 and the digits after it.
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


def lock_kind(kind: str, mode: Literal["", "_shared"] = "") -> str:
    """Build the call that locks a kind of document until the transaction ends."""
    return f"pg_advisory_xact_lock{mode}(hashtext('search_documents'), hashtext('{kind}'))"


async def lock_documents(session: AsyncSession, kind: str) -> None:
    """Lock a kind before inserting many rows that documents of it are made from.

    Waits for transactions that insert rows of the other source (`migration.Source.in_any_order`).
    """
    await session.execute(text(f"SELECT {lock_kind(kind, '_shared')}"))


_DOCUMENTS = search_documents(MetaData()).c


def matches(
    column: SQLColumnExpression[Any], kind: str, text: str | None
) -> ColumnElement[bool] | None:
    """Build the condition that the column is the id of a document that has every word.

    Without a word there is no condition. Text that is the code of a document finds this code only.
    """
    if not (words := split_words(text)):
        return None
    is_kind = _DOCUMENTS.kind == _constant(kind)
    code = array([func.search_fold(_constant((text or "").strip()))])
    coded = select(_DOCUMENTS.id).where(is_kind, _DOCUMENTS.codes.op("@>")(code)).correlate(None)
    # PostgreSQL estimates `codes` far too high; an array and a count hide that from the plan.
    has_code = _DOCUMENTS.id == any_(func.array(coded.scalar_subquery()))
    is_code = select(func.count()).select_from(coded.subquery()).scalar_subquery() > 0
    has_words = (_DOCUMENTS.text.like(func.search_pattern(_constant(word))) for word in words)
    found = select(_DOCUMENTS.id).where(is_kind, or_(has_code, and_(~is_code, *has_words)))
    return column.in_(found.correlate(None))


def _constant(value: str) -> ColumnElement[str]:
    # Literals let PostgreSQL estimate the frequency of a word from its statistics.
    return bindparam(None, value, literal_execute=True, unique=True)


def search_field(*columns: str) -> Any:
    """Build the generated column `search`: the folded text of the row's columns.

    Write a nullable column as `coalesce(phone, '')`.
    """
    text = " || ' ' || ".join(columns)
    computed = Computed(f"search_fold({text})", persisted=True)
    return Field(default=None, sa_column=Column("search", Text, computed, nullable=False))


def search_index(table: str) -> Index:
    """Build the trigram index for conditions on a table's `search`."""
    return Index(
        f"ix_{table}_search",
        "search",
        postgresql_using="gin",
        postgresql_ops={"search": "gin_trgm_ops"},
    )


def contains_words(text: str | None, *columns: SQLColumnExpression[str]) -> ColumnElement[bool]:
    """Build the condition that each word occurs in one of the columns of folded text.

    It is true without words. Wildcards are escaped. Only the first six words count, Arabic ones
    without their article.
    """
    patterns = [func.search_pattern(_constant(word)) for word in split_words(text)]
    return and_(true(), *(or_(*(column.like(each) for column in columns)) for each in patterns))


def split_words(text: str | None) -> list[str]:
    """Return the first search words, Arabic ones without the article, mobile numbers in their
    common form.
    """
    typed = (text or "").translate(_DIGITS)
    typed = _MOBILE.sub(lambda found: re.sub(r"[\s-]", "", found[1]), typed)
    return [_ARTICLE.sub("", word) for word in typed.split()[:MAX_WORDS]]
