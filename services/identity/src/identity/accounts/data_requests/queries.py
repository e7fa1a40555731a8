from uuid import UUID

from contracts.personal_data import COLLECTED
from kit.database.db import AsyncSession
from kit.messaging.envelope import get_publisher
from kit.security.auth import Principal
from sqlalchemy import ColumnElement, ScalarSelect, func, select
from sqlalchemy.orm import aliased
from sqlmodel import col

from identity.accounts.data_requests.errors import DataFileNotFound
from identity.accounts.data_requests.models import DataPart, DataRequest, DataRequestStatus
from identity.accounts.data_requests.schemas import DataRequestRead

OWN = "identity"
SERVICES = frozenset({OWN, *(get_publisher(kind.type) for kind in COLLECTED)})
"""Services that answer."""
SHOWN = 5
"""Number of listed requests, newest first."""


async def list_own_requests(session: AsyncSession, actor: Principal) -> list[DataRequestRead]:
    """List the caller's latest requests in one query."""
    rows = await session.execute(
        select(DataRequest, _count_answered())
        .where(col(DataRequest.user_id) == actor.user_id)
        .order_by(col(DataRequest.created_at).desc(), col(DataRequest.id).desc())
        .limit(SHOWN)
    )
    return [_read(request, answered) for request, answered in rows.all()]


async def get_own_key(session: AsyncSession, actor: Principal, request_id: UUID) -> str:
    """Return the key of the archive of the caller's request.

    Raises `DataFileNotFound`.
    """
    found = await session.scalar(
        select(col(DataRequest.key)).where(
            col(DataRequest.id) == request_id,
            col(DataRequest.user_id) == actor.user_id,
            col(DataRequest.status) == DataRequestStatus.READY,
            col(DataRequest.expires_at) > func.now(),
        )
    )
    if found is None:
        raise DataFileNotFound
    return found


def is_complete() -> ColumnElement[bool]:
    """Build the condition that every service has sent all parts."""
    return _count_answered() == len(SERVICES)


def _count_answered() -> ScalarSelect[int]:
    first, every = aliased(DataPart), aliased(DataPart)
    of_request = col(first.request_id) == col(DataRequest.id)
    received = (
        select(func.count())
        .where(
            col(every.request_id) == col(first.request_id), col(every.service) == col(first.service)
        )
        .scalar_subquery()
    )
    whole = select(func.count()).where(
        of_request, col(first.part) == 1, col(first.parts) == received
    )
    return whole.correlate(DataRequest).scalar_subquery()


def _read(request: DataRequest, answered: int) -> DataRequestRead:
    collecting = request.status is DataRequestStatus.COLLECTING
    return DataRequestRead(
        **request.model_dump(exclude={"user_id", "key"}),
        answered=answered if collecting else len(SERVICES),
        services=len(SERVICES),
    )
