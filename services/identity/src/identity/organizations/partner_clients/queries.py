from collections.abc import Iterable
from typing import Any
from uuid import UUID

from kit.database.db import AsyncSession
from kit.database.pages import ListQuery, Page, PageQuery, Sorting
from kit.security.auth import Principal
from sqlalchemy import Row, Select, case, func, select
from sqlalchemy.orm import aliased
from sqlmodel import col

from identity.organizations.partner_clients.errors import PartnerClientNotFound
from identity.organizations.partner_clients.models import PartnerClient, PartnerSecret
from identity.organizations.partner_clients.schemas import (
    TYPES_BY_PERMISSION,
    GrantableRead,
    PartnerClientRead,
    PartnerClientSort,
    PartnerClientStatus,
    PartnerPermission,
)

_SORTING = Sorting(
    {
        PartnerClientSort.CREATED: col(PartnerClient.created_at),
        PartnerClientSort.NAME: col(PartnerClient.name),
    },
    id=col(PartnerClient.id),
)
_PLAIN = [name for name in PartnerClientRead.model_fields if name in PartnerClient.model_fields]


async def list_clients(
    session: AsyncSession, actor: Principal, page: PageQuery, sort: PartnerClientSort
) -> Page[PartnerClientRead]:
    """List the clients of the caller's organization in two queries."""
    query = ListQuery([], _SORTING.by(sort), page=page)
    rows, meta = await query.fetch(session, _rows(actor), col(PartnerClient.id))
    return Page(data=[_read(row, actor) for row in rows], meta=meta)


async def get_client(session: AsyncSession, actor: Principal, client_id: UUID) -> PartnerClientRead:
    """Return a client of the caller's organization.

    Raises `PartnerClientNotFound`.
    """
    row = (await session.execute(_rows(actor).where(col(PartnerClient.id) == client_id))).first()
    if row is None:
        raise PartnerClientNotFound
    return _read(row, actor)


def list_grantable(actor: Principal) -> list[GrantableRead]:
    """List all client permissions, with those that the caller may grant."""
    return [
        GrantableRead(slug=each, grantable=has_permissions(actor, [each]))
        for each in PartnerPermission
    ]


def has_permissions(actor: Principal, permissions: Iterable[str]) -> bool:
    """Return True if the caller has all these permissions."""
    own = actor.profile_type
    return all(own in TYPES_BY_PERMISSION[PartnerPermission(each)] for each in permissions)


def _rows(actor: Principal) -> Select[Any]:
    present, previous = aliased(PartnerSecret), aliased(PartnerSecret)
    is_present = (col(present.client_id) == col(PartnerClient.id)) & col(present.ends_at).is_(None)
    still_good = (
        select(func.max(col(previous.ends_at)))
        .where(col(previous.client_id) == col(PartnerClient.id), col(previous.ends_at) > func.now())
        .scalar_subquery()
    )
    status = case(
        (col(PartnerClient.revoked_at).is_not(None), PartnerClientStatus.REVOKED.value),
        (col(PartnerClient.expires_at) <= func.now(), PartnerClientStatus.EXPIRED.value),
        else_=PartnerClientStatus.ACTIVE.value,
    )
    return (
        select(
            PartnerClient,
            col(present.created_at).label("secret_created_at"),
            still_good.label("previous_secret_ends_at"),
            status.label("status"),
        )
        .join(present, is_present)
        .where(col(PartnerClient.organization_id) == actor.scope)
    )


def _read(row: Row[Any], actor: Principal) -> PartnerClientRead:
    client: PartnerClient = row.PartnerClient
    return PartnerClientRead(
        **client.model_dump(include=set(_PLAIN)),
        status=row.status,
        secret_created_at=row.secret_created_at,
        previous_secret_ends_at=row.previous_secret_ends_at,
        can_rotate=has_permissions(actor, client.permissions),
    )
