from typing import Any, cast
from uuid import UUID

from kit.core.errors import NotFound
from kit.database.db import AsyncSession
from kit.database.pages import WHOLE_LIST, ListQuery, Page, PageQuery, Sorting
from kit.database.search import contains_words
from kit.domain.timezone import filter_days
from kit.security.auth import Principal
from sqlalchemy import ColumnElement, Row, Select, select
from sqlmodel import col

from identity.accounts.accounts.models import User
from identity.administration.audit.models import AuditEntry
from identity.administration.audit.schemas import (
    AuditChange,
    AuditEntryRead,
    AuditFilter,
    AuditSort,
    RecordChange,
)
from identity.organizations.organizations.models import Organization
from identity.organizations.partner_clients.models import PartnerClient

_OF_RECORD = 100
"""Maximum number of changes of one record that its organization sees."""
_SORTING = Sorting({AuditSort.RECORDED: col(AuditEntry.recorded_at)}, id=col(AuditEntry.id))


async def list_entries(
    session: AsyncSession, page: PageQuery, filters: AuditFilter, sort: AuditSort
) -> Page[AuditEntryRead]:
    query = _query(filters, sort, page)
    rows, meta = await query.fetch(session, _rows(), col(AuditEntry.id))
    return Page(data=[read_entry(row) for row in rows], meta=meta)


async def get_entry(session: AsyncSession, entry_id: UUID) -> AuditEntryRead:
    """Return one entry.

    Raises `NotFound`.
    """
    row = (await session.execute(_rows().where(col(AuditEntry.id) == entry_id))).first()
    if row is None:
        raise NotFound
    return read_entry(row)


async def list_changes(
    session: AsyncSession, actor: Principal, service: str, noun: str, record_id: UUID
) -> list[RecordChange]:
    """List the newest changes of a record of the caller's organization, or of any for an admin."""
    filters = AuditFilter(
        service=service, noun=noun, record_id=[str(record_id)], organization_id=actor.scope
    )
    listed = select_entries(filters, AuditSort.RECORDED_DESC).limit(_OF_RECORD)
    entries = [read_entry(row) for row in await session.execute(listed)]
    return [RecordChange.model_validate(entry, from_attributes=True) for entry in entries]


def select_entries(filters: AuditFilter, sort: AuditSort) -> Select[Any]:
    """Select each `AuditEntry` with its `User`, `Organization` and `PartnerClient`."""
    return _query(filters, sort).select_all(_rows())


def _query(filters: AuditFilter, sort: AuditSort, page: PageQuery = WHOLE_LIST) -> ListQuery:
    return ListQuery(
        filters=_conditions(filters),
        sort=_SORTING.by(sort),
        search=contains_words(filters.search, col(User.search)),
        page=page,
    )


def read_entry(row: Row[Any]) -> AuditEntryRead:
    """Build the response for an entry, with current names."""
    entry, user = row.AuditEntry, row.User
    organization, client = row.Organization, row.PartnerClient
    return AuditEntryRead(
        **entry.model_dump(exclude={"before", "after", "profile_id"}),
        client_name=client.name if client else None,
        username=user.username if user else None,
        user_name_en=user.name_en if user else None,
        user_name_ar=user.name_ar if user else None,
        organization_name_en=organization.name_en if organization else None,
        organization_name_ar=organization.name_ar if organization else None,
        changes=[
            AuditChange(field=field, before=entry.before.get(field), after=entry.after.get(field))
            for field in sorted(entry.before.keys() | entry.after.keys())
        ],
    )


def _rows() -> Select[Any]:
    statement = (
        select(AuditEntry, User, Organization, PartnerClient)
        .outerjoin(User, col(User.id) == col(AuditEntry.user_id))
        .outerjoin(Organization, col(Organization.id) == col(AuditEntry.organization_id))
        .outerjoin(PartnerClient, col(PartnerClient.id) == col(AuditEntry.client_id))
    )
    return cast(Select[Any], statement)


def _conditions(filters: AuditFilter) -> list[ColumnElement[bool]]:
    found: list[ColumnElement[bool]] = []
    for name in ("user_id", "organization_id", "service", "noun"):
        value = getattr(filters, name)
        if value is not None:
            found.append(getattr(AuditEntry, name) == value)
    if filters.record_id:
        found.append(col(AuditEntry.record_id).in_(filters.record_id))
    if filters.action:
        found.append(col(AuditEntry.action).in_(filters.action))
    found += filter_days(col(AuditEntry.recorded_at), filters.recorded_from, filters.recorded_to)
    return found
