"""Plan registration fees.

The settings group is locked first to serialize changes, and its version orders the events.
"""

from uuid import UUID

from kit.core.errors import Invalid, NotFound
from kit.database.constraints import as_field_problems
from kit.database.db import AsyncSession
from kit.domain.timezone import today
from kit.security.auth import Principal

from catalog.fees.errors import FeeInEffect
from catalog.fees.queries import get_fee
from catalog.fees.schemas import FeeCreate, FeeRead, FeeUpdate
from catalog.settings.models import RegistrationFee
from catalog.settings.queries import FEES, find_fee
from catalog.settings.service import check_day, lock_groups, publish_settings
from catalog.trainings.errors import StaleEdit


async def create_fee(session: AsyncSession, actor: Principal, body: FeeCreate) -> FeeRead:
    """Plan a fee. One that begins today replaces another that began today.

    Raises `Invalid` for a past day, or one that has a fee already.
    """
    check_day("valid_from", body.valid_from)
    await lock_groups(session, actor, {FEES})
    fee = await find_fee(session, body.profile_type, body.valid_from)
    if fee is None:
        fee = RegistrationFee(**body.model_dump())
    elif body.valid_from > today():
        raise Invalid.field("valid_from", "field.taken", "Another fee starts on this day.")
    else:
        fee.sqlmodel_update(body.model_dump())
        fee.version += 1
    fee.updated_by = actor.user_id
    session.add(fee)
    await publish_settings(session)
    return await get_fee(session, fee.id)


async def update_fee(
    session: AsyncSession, actor: Principal, fee_id: UUID, body: FeeUpdate
) -> FeeRead:
    """Change a fee that is not in effect yet.

    Raises `NotFound`, `FeeInEffect`, `StaleEdit`, and `Invalid` for a past day, or one that has a
    fee already.
    """
    check_day("valid_from", body.valid_from)
    fee = await _lock_planned(session, actor, fee_id)
    if fee.version != body.version:
        raise StaleEdit
    fee.sqlmodel_update(body.model_dump(exclude={"version"}))
    fee.version += 1
    fee.updated_by = actor.user_id
    with as_field_problems():
        await session.flush()
    await publish_settings(session)
    return await get_fee(session, fee_id)


async def delete_fee(session: AsyncSession, actor: Principal, fee_id: UUID) -> None:
    """Delete a fee that is not in effect yet.

    Raises `NotFound`, `FeeInEffect`.
    """
    await session.delete(await _lock_planned(session, actor, fee_id))
    await publish_settings(session)


async def _lock_planned(session: AsyncSession, actor: Principal, fee_id: UUID) -> RegistrationFee:
    await lock_groups(session, actor, {FEES})
    fee = await session.get(RegistrationFee, fee_id)
    if fee is None:
        raise NotFound
    if fee.valid_from <= today():
        raise FeeInEffect
    return fee
