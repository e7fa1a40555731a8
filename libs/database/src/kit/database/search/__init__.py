"""Searching names and titles in Arabic and English: one folding for what is stored and asked.

The folding is the database's function `search_fold`, which a service's migration makes with
`search.migration`. A generated column holds the folded text, so that it follows whoever writes
the row, and what somebody types is folded by the same function.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from kit.database.db import AsyncSession, is_among
from kit.database.pages import COUNTED, PageMeta, PageQuery, fetch_page, first_keys, rows_of
from sqlalchemy import (
    ARRAY,
    Column,
    ColumnElement,
    CompoundSelect,
    Computed,
    Index,
    MetaData,
    Select,
    SQLColumnExpression,
    String,
    Table,
    Text,
    Uuid,
    and_,
    any_,
    bindparam,
    case,
    false,
    func,
    or_,
    select,
    true,
    union_all,
)
from sqlalchemy.dialects.postgresql import array
from sqlmodel import Field

MAX_WORDS = 6
SOUGHT = 1_000
"""So many rows are counted of a search: whoever finds more of them types another word. Of what many
have no keys are gathered behind them."""
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
    if not (words := words_of(text)):
        return None
    # Constants, because PostgreSQL estimates the frequency of a word from its statistics.
    code = array([func.search_fold(_constant((text or "").strip()))])
    is_kind, has_code = _DOCUMENTS.kind == _constant(kind), _DOCUMENTS.codes.op("@>")(code)
    is_code = select(true()).where(is_kind, has_code).correlate(None).exists()
    has_words = (_DOCUMENTS.text.like(func.search_pattern(_constant(word))) for word in words)
    found = select(_DOCUMENTS.id).where(is_kind, or_(has_code, and_(~is_code, *has_words)))
    return column.in_(found.correlate(None))


def _constant(value: str) -> ColumnElement[str]:
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
    """The condition that each word of what somebody typed is found, wherever and in any order, in
    one of the columns, which hold folded text. Without a word it is true.

    Signs are meant as they stand. The first six words count; Arabic ones without their article.
    """
    return _contains([func.search_pattern(word) for word in words_of(text)], columns)


def walks_by_words(text: str | None, *columns: SQLColumnExpression[str]) -> ColumnElement[bool]:
    """The same for a list that is read in its order, whatever the words, until a page is full."""
    return _contains([_made_once(word) for word in words_of(text)], columns)


def meets_words(text: str | None, *columns: SQLColumnExpression[str]) -> ColumnElement[bool]:
    """The same where many rows are known to have the words, so that a page is soon full. PostgreSQL
    assumes as much where no index serves: else it would gather them all for one page."""
    words = [select(func.search_fold(word)).scalar_subquery() for word in words_of(text)]
    met = (or_(*(func.strpos(column, word) > 0 for column in columns)) for word in words)
    return and_(true(), *met)


def _contains(
    patterns: Iterable[ColumnElement[str]], columns: Sequence[SQLColumnExpression[str]]
) -> ColumnElement[bool]:
    found = (or_(*(column.like(pattern) for column in columns)) for pattern in patterns)
    return and_(true(), *found)


def _made_once(word: str) -> ColumnElement[str]:
    """A pattern that is made by a statement of its own, and not for each row. PostgreSQL then plans
    without knowing the word, as it does anyhow where a statement is prepared for long."""
    return select(func.search_pattern(word)).scalar_subquery()


def keys_found(
    rows: Select[Any],
    key: SQLColumnExpression[Any],
    text: str | None,
    people: SQLColumnExpression[str],
    *others: SQLColumnExpression[str],
    whole: Sequence[SQLColumnExpression[str]] = (),
    most: int = SOUGHT,
) -> CompoundSelect[Any]:
    """The keys of a list's rows that `contains_words` holds for, where the columns are those of
    several tables; of more than `most` that many and some more, whichever are met first. Some may
    come twice. There is a word in the text.

    `rows` are joined and narrowed down. Each column is looked for by its own index, and no further
    than so many rows: what many have is not gathered. A row has all words in the column of
    `people`, or one of them in one of the `others`. What stands in one of the unique columns
    `whole`, in capital ASCII letters, is meant alone: others that have a part of it nobody looks
    for.
    """
    named, *elsewhere = _parts_found(rows, key, text, people, *others, whole=whole, most=most)
    return union_all(named, *elsewhere)


def _parts_found(
    rows: Select[Any],
    key: SQLColumnExpression[Any],
    text: str | None,
    people: SQLColumnExpression[str],
    *others: SQLColumnExpression[str],
    whole: Sequence[SQLColumnExpression[str]],
    most: int,
) -> list[Select[Any]]:
    """The keys of `keys_found` that have all words in the column of `people`, and then those of
    each other place."""
    words = words_of(text)
    may_be_whole = len(words) == 1 and words[0].isascii()
    exact = [column == words[0].upper() for column in whole if may_be_whole]
    unknown = [~select(true()).where(each).correlate(None).exists() for each in exact]
    patterns = [_made_once(word) for word in words]
    each_in_others = (or_(*map(column.like, patterns)) for column in others)
    # Whoever has a single word has all.
    in_all = _contains(patterns if len(words) > 1 else [], [people, *others])
    parts = [
        and_(*map(people.like, patterns), *unknown),
        *exact,
        *(and_(part, in_all, *unknown) for part in each_in_others),
    ]
    return [first_keys(rows.where(part), key, most).correlate(None) for part in parts]


def is_found(key: SQLColumnExpression[Any], keys: CompoundSelect[Any]) -> ColumnElement[bool]:
    """The condition that a row's key is one of `keys_found`, for a statement that is all there is,
    as a file's."""
    # As one array, made before all else: in a join PostgreSQL, which does not know how few keys
    # there are, may read the list from its beginning and look for each row among them.
    return key == any_(func.array(keys.scalar_subquery()))


async def find_page(
    session: AsyncSession,
    listed: Select[Any],
    page: PageQuery,
    key: SQLColumnExpression[Any],
    text: str | None,
    people: SQLColumnExpression[str],
    *others: SQLColumnExpression[str],
    whole: Sequence[SQLColumnExpression[str]] = (),
    gathered: Select[Any] | None = None,
) -> tuple[list[Any], PageMeta]:
    """`fetch_page` of what is searched in a list as by `keys_found`, in two queries. Of more than
    `SOUGHT` rows the list is walked in its order, in which what many have is soon met. `gathered`
    is the same list for fewer, ordered so that they are read by their keys alone."""
    if not words_of(text):
        return await fetch_page(session, listed, page, key=key)
    named, *elsewhere = _parts_found(listed, key, text, people, *others, whole=whole, most=SOUGHT)
    met = union_all(
        named.add_columns(true()), *(each.add_columns(false()) for each in elsewhere)
    ).subquery()
    met_key, is_named = met.c
    found = select(met_key, func.bool_and(is_named).label("is_named")).group_by(met_key).subquery()
    counted, all_named = func.count(), func.bool_and(found.c.is_named)
    keys = case((counted <= SOUGHT, func.array_agg(found.c[0])))
    total, among, are_named = (await session.execute(select(counted, keys, all_named))).one()
    if total > SOUGHT:
        # Names are looked for elsewhere in vain: then nothing else is read of the rows either.
        chosen = listed.where(meets_words(text, people, *(() if are_named else others)))
    else:
        chosen = (listed if gathered is None else gathered).where(is_among(key, among or []))
    rows = await session.execute(rows_of(chosen, page, key))
    return list(rows.all()), page.capped_meta(total, SOUGHT)


def counted_of(text: str | None) -> int:
    """As far as a list is counted that may be searched, for `fetch_page`: what is found has to be
    compared with each word, which takes longer than to count it."""
    return SOUGHT if words_of(text) else COUNTED


def words_of(text: str | None) -> list[str]:
    """The first words of what was typed, each to be found; Arabic ones without the article, a
    mobile number in the form in which all of its forms are found."""
    typed = (text or "").translate(_DIGITS)
    typed = _MOBILE.sub(lambda found: re.sub(r"[\s-]", "", found[1]), typed)
    return [_ARTICLE.sub("", word) for word in typed.split()[:MAX_WORDS]]
