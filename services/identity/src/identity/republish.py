"""Republish the current state as events, for new or damaged replicas."""

from collections.abc import AsyncIterator

from contracts import ApprovalStatus, ContentType, Event, ProfileType
from kit.database.db import AsyncSession
from sqlalchemy import select
from sqlmodel import col

from identity.accounts.accounts.events import profile_updated
from identity.accounts.accounts.models import Profile, ProfileStatus, User
from identity.accounts.accounts.queries import is_decoy_organization
from identity.accounts.numbers.cases.events import number_case_changed
from identity.accounts.numbers.models import UNDECIDED, NumberCase
from identity.administration.roles.events import admin_roles_updated, role_updated
from identity.administration.roles.models import Role
from identity.administration.roles.queries import list_profile_roles, map_permissions
from identity.organizations.organizations.events import organization_updated
from identity.organizations.organizations.models import Organization, OrganizationAddress
from identity.organizations.submissions.events import organization_submitted, staff_submitted
from identity.organizations.submissions.queries import find_state, get_snapshot

BATCH = 500
UNPUBLISHED = (ProfileStatus.INVITED, ProfileStatus.DECLINED)
"""Profiles that are not published yet."""


async def republish(session: AsyncSession) -> AsyncIterator[tuple[Event, int]]:
    """Yield organizations, profiles, roles, their assignments, and open submissions and cases,
    without decoys.
    """
    organizations = await session.stream(
        select(Organization, OrganizationAddress)
        .outerjoin(
            OrganizationAddress, col(OrganizationAddress.organization_id) == col(Organization.id)
        )
        .where(~is_decoy_organization())
        .order_by(col(Organization.id))
        .execution_options(yield_per=BATCH)
    )
    async for organization, address in organizations:
        yield organization_updated(organization, address), organization.version
        if organization.status is ApprovalStatus.SUBMITTED:
            snapshot = await get_snapshot(session, ContentType.ORGANIZATION, organization.id)
            state_id = await find_state(session, organization.id)
            yield organization_submitted(organization, snapshot, state_id), organization.version
    profiles = await session.stream(
        select(User, Profile)
        .join(Profile, col(Profile.user_id) == col(User.id))
        .where(col(User.decoy).is_(False), col(Profile.status).not_in(UNPUBLISHED))
        .order_by(col(Profile.id))
        .execution_options(yield_per=BATCH)
    )
    async for user, profile in profiles:
        yield profile_updated(user, profile), profile.version
        if _waits(profile):
            snapshot = await get_snapshot(session, ContentType.STAFF, profile.id)
            state_id = await find_state(session, profile.organization_id)
            yield staff_submitted(user, profile, snapshot, state_id), profile.version
    roles = (await session.scalars(select(Role).order_by(col(Role.id)))).all()
    allowed = await map_permissions(session, [role.id for role in roles])
    for role in roles:
        yield role_updated(role, allowed.get(role.id, ())), role.version
    async for pair in _republish_admin_roles(session):
        yield pair
    cases = await session.stream_scalars(
        select(NumberCase)
        .where(col(NumberCase.status).in_(UNDECIDED))
        .order_by(col(NumberCase.id))
        .execution_options(yield_per=BATCH)
    )
    async for case in cases:
        yield number_case_changed(case, None), case.version


async def _republish_admin_roles(session: AsyncSession) -> AsyncIterator[tuple[Event, int]]:
    """Yield the roles of each admin, even if empty: a replica may have roles that were revoked."""
    is_admin = col(Profile.type) == ProfileType.ADMIN
    admins = (
        await session.scalars(select(Profile).where(is_admin).order_by(col(Profile.id)))
    ).all()
    held = await list_profile_roles(session, [admin.id for admin in admins])
    for admin in admins:
        role_ids = [role.id for role in held.get(admin.id, [])]
        yield admin_roles_updated(admin.id, admin.user_id, role_ids), admin.version


def _waits(profile: Profile) -> bool:
    """Return True if a staff profile awaits its decision and was not removed."""
    is_submitted = profile.approval_status is ApprovalStatus.SUBMITTED
    is_removed = profile.status is ProfileStatus.REMOVED
    return profile.type is ProfileType.STAFF and is_submitted and not is_removed
