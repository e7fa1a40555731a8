from collections.abc import Sequence
from uuid import UUID

from kit.core.errors import Invalid
from kit.database import db
from kit.database.db import AsyncSession
from kit.messaging import audit
from kit.security.auth import Principal
from sqlalchemy import delete, select
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from enrollment.bulk_enrollments.importing.service import SelectedPerson, create_for_selected
from enrollment.replicas.models import Profile
from enrollment.requirements import queries
from enrollment.requirements.errors import RoleNotFound
from enrollment.requirements.models import JobRole, JobRolePerson, JobRoleTraining
from enrollment.requirements.schemas import RenewalCreate, RenewalRead, RoleRead, RoleWrite


async def create_role(
    session: AsyncSession, organization_id: UUID, body: RoleWrite
) -> list[RoleRead]:
    """Add a job role and return all roles.

    Raises `Invalid` for a training without batches.
    """
    role = JobRole(organization_id=organization_id, name_en=body.name_en, name_ar=body.name_ar)
    session.add(role)
    await session.flush()
    await _set_trainings(session, role.id, body.training_ids)
    return await queries.list_roles(session, organization_id)


async def update_role(
    session: AsyncSession, organization_id: UUID, role_id: UUID, body: RoleWrite
) -> list[RoleRead]:
    """Change a job role and return all roles.

    Raises `RoleNotFound`, and `Invalid` for a training without batches.
    """
    role = await _lock_role(session, organization_id, role_id)
    role.name_en = body.name_en
    role.name_ar = body.name_ar
    await _set_trainings(session, role_id, body.training_ids)
    await session.flush()
    return await queries.list_roles(session, organization_id)


async def delete_role(session: AsyncSession, organization_id: UUID, role_id: UUID) -> None:
    """Delete a job role, also from its people.

    Raises `RoleNotFound`.
    """
    await session.delete(await _lock_role(session, organization_id, role_id))


async def add_people(
    session: AsyncSession, organization_id: UUID, role_id: UUID, profile_ids: Sequence[UUID]
) -> list[RoleRead]:
    """Assign a role; people who have it keep it.

    Raises `RoleNotFound`, and `Invalid` for people outside the organization.
    """
    await _lock_role(session, organization_id, role_id)
    people = await _find_people(session, organization_id, profile_ids)
    await session.execute(
        insert(JobRolePerson.__table__)  # type: ignore[attr-defined]
        .values(
            [
                {"role_id": role_id, "candidate_profile_id": each, "candidate_user_id": user_id}
                for each, user_id in sorted((id_, person.user_id) for id_, person in people.items())
            ]
        )
        .on_conflict_do_nothing()
    )
    _record(session, organization_id, role_id, {"people_added": len(people)})
    return await queries.list_roles(session, organization_id)


async def remove_people(
    session: AsyncSession, organization_id: UUID, role_id: UUID, profile_ids: Sequence[UUID]
) -> list[RoleRead]:
    """Remove a role; people without it are ignored.

    Raises `RoleNotFound`.
    """
    await _lock_role(session, organization_id, role_id)
    await session.execute(
        delete(JobRolePerson).where(
            col(JobRolePerson.role_id) == role_id,
            col(JobRolePerson.candidate_profile_id).in_(profile_ids),
        )
    )
    _record(session, organization_id, role_id, {"people_removed": len(set(profile_ids))})
    return await queries.list_roles(session, organization_id)


async def create_renewal(
    session: AsyncSession,
    actor: Principal,
    organization_id: UUID,
    body: RenewalCreate,
    key: str | None,
) -> RenewalRead:
    """Start a bulk enrollment of the organization's people in a batch.

    Raises `BatchUnknown`, `KeyReused`, and `Invalid` for people outside the organization.
    """
    ids = list(dict.fromkeys(body.candidate_profile_ids))
    people = await _find_people(session, organization_id, ids)
    chosen = [SelectedPerson(each, people[each].name_en, people[each].name_ar) for each in ids]
    bulk_id = await create_for_selected(session, actor, body.batch_id, chosen, body.locale, key)
    return RenewalRead(bulk_enrollment_id=bulk_id)


async def _find_people(
    session: AsyncSession, organization_id: UUID, profile_ids: Sequence[UUID]
) -> dict[UUID, Profile]:
    """Return the organization's people by profile.

    Raises `Invalid` for people outside it.
    """
    found = await session.scalars(
        select(Profile).where(
            col(Profile.id).in_(profile_ids), queries.is_of_organization(organization_id)
        )
    )
    people = {each.id: each for each in found}
    for place, profile_id in enumerate(profile_ids):
        if profile_id not in people:
            raise Invalid.field(
                f"candidate_profile_ids.{place}",
                "candidate.not_found",
                "We couldn't find this candidate.",
            )
    return people


async def _lock_role(session: AsyncSession, organization_id: UUID, role_id: UUID) -> JobRole:
    role = await db.lock(
        session,
        JobRole,
        col(JobRole.id) == role_id,
        col(JobRole.organization_id) == organization_id,
    )
    if role is None:
        raise RoleNotFound
    return role


async def _set_trainings(
    session: AsyncSession, role_id: UUID, training_ids: Sequence[UUID]
) -> None:
    known = {each.id for each in await queries.list_trainings(session, set(training_ids))}
    for place, training_id in enumerate(training_ids):
        if training_id not in known:
            raise Invalid.field(
                f"training_ids.{place}",
                "training.without_batches",
                "This training has no batches. Add one first.",
            )
    await session.execute(delete(JobRoleTraining).where(col(JobRoleTraining.role_id) == role_id))
    if known:
        rows = [{"role_id": role_id, "training_id": each} for each in sorted(known)]
        await session.execute(insert(JobRoleTraining.__table__).values(rows))  # type: ignore[attr-defined]


def _record(
    session: AsyncSession, organization_id: UUID, role_id: UUID, after: dict[str, int]
) -> None:
    audit.record(
        session, "job_role", role_id, {"people": None}, after, organization_id=organization_id
    )
