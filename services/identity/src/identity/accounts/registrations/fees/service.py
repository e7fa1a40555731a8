from uuid import UUID

from contracts import PAYS_REGISTRATION, ProfileType
from kit.database.db import AsyncSession
from sqlalchemy import ColumnElement, and_, exists, select
from sqlmodel import col
from structlog import get_logger

from identity.accounts.accounts.models import Account, Profile
from identity.accounts.accounts.queries import lock_account
from identity.accounts.accounts.service import publish_changes
from identity.replicas.models import RegistrationCharge
from identity.replicas.service import upsert_registration_charge

log = get_logger(__name__)


async def update_registration(
    session: AsyncSession, *, charge_id: UUID, profile_id: UUID, paid: bool, version: int
) -> None:
    """Store the state of a registration charge, and open or close the profiles it covers.

    A payment by one user of an organization covers all its users. `version` orders the events of a
    charge. Older or repeated events do not change it, but still open profiles created later.
    """
    payer = await session.get(Profile, profile_id)
    if payer is None or payer.type not in PAYS_REGISTRATION:
        log.warning("charge of an unknown profile", charge=str(charge_id), profile=str(profile_id))
        return
    registered = _is_covered(payer)
    user_ids = await session.scalars(
        select(col(Profile.user_id)).where(registered).distinct().order_by(col(Profile.user_id))
    )
    accounts = [await lock_account(session, user_id) for user_id in user_ids.all()]
    await upsert_registration_charge(
        session, charge_id=charge_id, profile_id=profile_id, paid=paid, version=version
    )
    is_paid = await session.scalar(
        select(
            exists().where(
                col(RegistrationCharge.profile_id) == col(Profile.id),
                registered,
                col(RegistrationCharge.paid),
            )
        )
    )
    members = set(await session.scalars(select(col(Profile.id)).where(registered)))
    for account in accounts:
        await _update_paid(session, account, members, is_paid=bool(is_paid))


async def _update_paid(
    session: AsyncSession, account: Account, members: set[UUID], *, is_paid: bool
) -> None:
    profiles = [membership.profile for membership in account.memberships]
    changed = [p for p in profiles if p.id in members and p.paid != is_paid]
    for profile in changed:
        profile.paid = is_paid
    if changed:
        await publish_changes(session, account, principal=True)


def _is_covered(payer: Profile) -> ColumnElement[bool]:
    """Build the condition that the payer's registration fee covers a profile."""
    if payer.type is not ProfileType.ORGANIZATION:
        return col(Profile.id) == payer.id
    return and_(
        col(Profile.organization_id) == payer.organization_id,
        col(Profile.type) == ProfileType.ORGANIZATION,
    )
