"""Read wordings, for composing messages and for admins."""

from collections.abc import Collection
from uuid import UUID

from kit.database.db import AsyncSession
from kit.database.pages import PageQuery
from kit.database.search import contains_words
from sqlalchemy import ARRAY, Text, column, func, literal, select
from sqlalchemy.dialects.postgresql import distinct_on
from sqlmodel import col

from notifications.replicas.models import Contact
from notifications.replicas.queries import map_contacts
from notifications.texts.models import (
    LANGUAGES,
    PARTS,
    Kind,
    Message,
    Subject,
    Values,
    Wording,
    get_subject,
)
from notifications.texts.service import (
    PACKAGED,
    SAMPLES,
    Overrides,
    compose,
    get_text,
    list_variables,
)
from notifications.wordings.models import WordingVersion
from notifications.wordings.schemas import (
    Author,
    Variable,
    WordingDetail,
    WordingFilter,
    WordingPage,
    WordingRow,
    WordingTexts,
    WordingVersionRead,
)

MAX_VERSIONS = 50
"""Number of versions listed per kind."""


async def map_overrides(session: AsyncSession, kinds: Collection[Kind]) -> Overrides:
    """Map kinds to their wordings.

    Read for every message, so that a change applies at once in every worker.
    """
    return _build_overrides(await _map_latest_versions(session, kinds))


async def get_message(session: AsyncSession, kind: Kind, values: Values) -> Message:
    """Compose the message of a kind. Raises `KeyError` for a missing value."""
    return compose(kind, values, await map_overrides(session, [kind]))


async def list_wordings(
    session: AsyncSession, filters: WordingFilter, page: PageQuery
) -> WordingPage:
    """List kinds, by subject and in order of declaration."""
    newest = await _map_latest_versions(session, [*Kind])
    given = _build_overrides(newest)
    kinds = [
        kind
        for subject in Subject
        for kind in Kind
        if get_subject(kind) is subject
        and filters.subject in (None, subject)
        and filters.changed in (None, _is_changed(newest.get(kind)))
    ]
    if filters.search:
        found = await _search(session, kinds, given, filters.search)
        kinds = [kind for kind in kinds if kind in found]
    shown = kinds[page.offset : page.offset + page.page_size]
    people = await _map_authors(session, [newest[kind] for kind in shown if kind in newest])
    rows = [_row(kind, newest.get(kind), given, people) for kind in shown]
    return WordingPage(data=rows, meta=page.meta(len(kinds)))


async def get_wording(session: AsyncSession, kind: Kind) -> WordingDetail:
    """Return a kind's wording, its placeholders and its earlier versions."""
    found = await session.scalars(
        select(WordingVersion)
        .where(col(WordingVersion.kind) == kind)
        .order_by(col(WordingVersion.version).desc())
        .limit(MAX_VERSIONS)
    )
    versions = list(found)
    people = await _map_authors(session, versions)
    anywhere = list_variables(kind, "body")
    return WordingDetail(
        kind=kind,
        subject=get_subject(kind),
        version=versions[0].version if versions else 0,
        texts=_get_texts(versions[0] if versions else None),
        packaged=WordingTexts.model_validate(
            {language: PACKAGED[kind, language] for language in LANGUAGES}
        ),
        variables=[
            Variable(
                name=name,
                sample_en=SAMPLES[name].en,
                sample_ar=SAMPLES[name].ar,
                only_in_reason=name not in anywhere,
            )
            for name in list_variables(kind, "reason")
        ],
        versions=[
            WordingVersionRead(
                version=each.version,
                texts=_get_texts(each),
                author=_build_author(each.author_id, people),
                created_at=each.created_at,
            )
            for each in versions
        ],
    )


async def _map_latest_versions(
    session: AsyncSession, kinds: Collection[Kind]
) -> dict[Kind, WordingVersion]:
    found = await session.scalars(
        select(WordingVersion)
        .where(col(WordingVersion.kind).in_(kinds))
        .order_by(col(WordingVersion.kind), col(WordingVersion.version).desc())
        .ext(distinct_on(col(WordingVersion.kind)))
    )
    return {row.kind: row for row in found}


def _build_overrides(versions: dict[Kind, WordingVersion]) -> Overrides:
    return {
        (kind, language): Wording(**version.texts[language])
        for kind, version in versions.items()
        for language in LANGUAGES
        if language in version.texts
    }


async def _search(
    session: AsyncSession, kinds: list[Kind], given: Overrides, search: str
) -> set[Kind]:
    """Return the kinds whose texts contain the words, normalized as in every search."""
    texts = [
        " ".join(
            text
            for language in LANGUAGES
            for part in PARTS
            if (text := getattr(get_text(kind, language, given), part))
        )
        for kind in kinds
    ]
    listed = (
        func.unnest(literal(kinds, ARRAY(Text)), literal(texts, ARRAY(Text)))
        .table_valued(column("kind", Text), column("text", Text))
        .render_derived()
    )
    found = await session.scalars(
        select(listed.c.kind).where(contains_words(search, func.search_fold(listed.c.text)))
    )
    return {Kind(kind) for kind in found}


async def _map_authors(
    session: AsyncSession, versions: Collection[WordingVersion]
) -> dict[UUID, Contact]:
    return await map_contacts(session, {version.author_id for version in versions})


def _row(
    kind: Kind, version: WordingVersion | None, given: Overrides, people: dict[UUID, Contact]
) -> WordingRow:
    return WordingRow(
        kind=kind,
        subject=get_subject(kind),
        title_en=get_text(kind, "en", given).title or "",
        title_ar=get_text(kind, "ar", given).title or "",
        changed=_is_changed(version),
        changed_at=version.created_at if version else None,
        changed_by=_build_author(version.author_id, people) if version else None,
    )


def _is_changed(version: WordingVersion | None) -> bool:
    return bool(version and version.texts)


def _get_texts(version: WordingVersion | None) -> WordingTexts:
    texts = version.texts if version else {}
    return WordingTexts.model_validate(
        {language: texts.get(language, {}) for language in LANGUAGES}, extra="ignore"
    )


def _build_author(user_id: UUID, people: dict[UUID, Contact]) -> Author:
    contact = people.get(user_id)
    return Author(
        user_id=user_id,
        name_en=contact.name_en if contact else None,
        name_ar=contact.name_ar if contact else None,
    )
