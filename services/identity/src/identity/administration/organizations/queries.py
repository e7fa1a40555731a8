from typing import Any
from uuid import UUID

from contracts import ContentType, ProfileType
from kit.database.db import AsyncSession
from kit.database.pages import WHOLE_LIST, ListQuery, Page, PageQuery, Sorting
from kit.database.search import contains_words
from kit.domain.timezone import filter_days
from sqlalchemy import ColumnElement, Row, ScalarSelect, Select, and_, exists, func, select
from sqlmodel import col

from identity.accounts.accounts.models import Profile
from identity.accounts.accounts.queries import is_decoy_organization, is_organization_member
from identity.accounts.media.service import image_url
from identity.accounts.profiles.schemas import Place
from identity.administration.organizations.schemas import (
    OrganizationDetail,
    OrganizationFilter,
    OrganizationRow,
    OrganizationSort,
)
from identity.organizations.documents.models import ProfileDocument
from identity.organizations.documents.queries import IS_CURRENT
from identity.organizations.documents.rules import has_status
from identity.organizations.documents.schemas import DocumentStatus
from identity.organizations.onboarding.errors import OrganizationNotFound
from identity.organizations.onboarding.queries import load_organization_data, read_organization_data
from identity.organizations.organizations.models import Organization, OrganizationAddress
from identity.organizations.submissions.queries import list_submissions

_SORTING = Sorting(
    {
        OrganizationSort.CREATED: col(Organization.created_at),
        OrganizationSort.NAME_EN: col(Organization.name_en),
        OrganizationSort.NAME_AR: col(Organization.name_ar),
    },
    id=col(Organization.id),
)


async def list_organizations(
    session: AsyncSession, page: PageQuery, filters: OrganizationFilter, sort: OrganizationSort
) -> Page[OrganizationRow]:
    """List the matching organizations, without those of decoys, in two queries."""
    query = _query(filters, sort, page)
    rows, meta = await query.fetch(session, _rows(), col(Organization.id))
    return Page(data=[_read(row) for row in rows], meta=meta)


def select_organizations(filters: OrganizationFilter, sort: OrganizationSort) -> Select[Any]:
    """Select each `Organization` with its `OrganizationAddress` and `expired_documents`."""
    return _query(filters, sort).select_all(_rows())


def _query(
    filters: OrganizationFilter, sort: OrganizationSort, page: PageQuery = WHOLE_LIST
) -> ListQuery:
    return ListQuery(
        filters=[~is_decoy_organization(), *_conditions(filters)],
        sort=_SORTING.by(sort),
        search=contains_words(filters.search, col(Organization.search)),
        page=page,
    )


def _rows() -> Select[Any]:
    address = col(OrganizationAddress.organization_id) == col(Organization.id)
    return (
        select(Organization, OrganizationAddress)
        .add_columns(_count_expired().label("expired_documents"))
        .outerjoin(OrganizationAddress, address)
    )


def _conditions(filters: OrganizationFilter) -> list[ColumnElement[bool]]:
    found: list[ColumnElement[bool]] = []
    if filters.status:
        found.append(col(Organization.status).in_(filters.status))
    if filters.suspended is not None:
        is_suspended = col(Organization.suspended_at).is_not(None)
        found.append(is_suspended if filters.suspended else ~is_suspended)
    if filters.documents is not None:
        found.append(exists().where(_OWN, has_status(filters.documents)))
    if filters.state_id is not None:
        found.append(col(OrganizationAddress.state_id) == filters.state_id)
    found += filter_days(
        col(Organization.created_at), filters.registered_from, filters.registered_to
    )
    return found


_OWN = and_(col(ProfileDocument.owner_id) == col(Organization.id), IS_CURRENT)


def _count_expired() -> ScalarSelect[int]:
    return (
        select(func.count())
        .where(_OWN, has_status(DocumentStatus.EXPIRED))
        .correlate(Organization)
        .scalar_subquery()
    )


def _read(row: Row[Any]) -> OrganizationRow:
    organization: Organization = row.Organization
    return OrganizationRow(
        **organization.model_dump(include=set(OrganizationRow.model_fields)),
        image_url=image_url(organization.image_key),
        state=get_region(row.OrganizationAddress),
        suspended=organization.suspended_at is not None,
        expired_documents=row.expired_documents,
    )


def get_region(address: OrganizationAddress | None) -> Place | None:
    """Return the region of an organization's address."""
    if address is None or address.state_id is None:
        return None
    assert address.state_en
    assert address.state_ar
    return Place(id=address.state_id, name_en=address.state_en, name_ar=address.state_ar)


async def get_organization(session: AsyncSession, organization_id: UUID) -> OrganizationDetail:
    """Return an organization with its documents, member counts and submissions.

    Raises `OrganizationNotFound`.
    """
    organization: Organization | None = await session.scalar(
        select(Organization).where(
            col(Organization.id) == organization_id, ~is_decoy_organization()
        )
    )
    if organization is None:
        raise OrganizationNotFound
    people = await _count_people(session, organization_id)
    return OrganizationDetail(
        **read_organization_data(await load_organization_data(session, organization)),
        staff=people.get(ProfileType.STAFF, 0),
        trainers=people.get(ProfileType.TRAINER, 0),
        submissions=await list_submissions(session, ContentType.ORGANIZATION, organization_id),
        created_at=organization.created_at,
    )


async def _count_people(session: AsyncSession, organization_id: UUID) -> dict[ProfileType, int]:
    rows = await session.execute(
        select(col(Profile.type), func.count())
        .where(is_organization_member(organization_id))
        .group_by(col(Profile.type))
    )
    return {row[0]: row[1] for row in rows.all()}
