from typing import Annotated
from uuid import UUID

from contracts.permissions import Permission
from contracts.profiles import ProfileType
from fastapi import APIRouter, Depends, Query
from kit.core.errors import Invalid, TooManyRequests, problems
from kit.database.db import DatabaseDep, Session
from kit.database.pages import Paging
from kit.security.auth import AUTH_PROBLEMS, Principal, guard
from kit.spreadsheets.exports import FILE, ExportQuery, TooManyRows
from starlette.responses import StreamingResponse

from enrollment.bulk_enrollments.errors import KeyReused
from enrollment.bulk_enrollments.routes import Key
from enrollment.replicas.errors import BatchUnknown
from enrollment.requirements import queries, service
from enrollment.requirements.errors import RoleNotFound
from enrollment.requirements.export import export_matrix
from enrollment.requirements.schemas import (
    MatrixFilter,
    OrganizationPeople,
    PeopleFilter,
    RenewalCreate,
    RenewalRead,
    RequiredTraining,
    RequirementMatrix,
    RolePeople,
    RoleRead,
    RoleWrite,
)

router = APIRouter(prefix="/requirements", tags=["requirements"])

ActorDep = Annotated[
    Principal, guard(ProfileType.ORGANIZATION, permissions=[Permission.VIEW_CANDIDATES])
]


EnrollingDep = Annotated[
    Principal, guard(ProfileType.ORGANIZATION, permissions=[Permission.CREATE_BULK_ENROLLMENTS])
]


async def _organization(actor: ActorDep) -> UUID:
    return queries.get_organization(actor)


OrganizationDep = Annotated[UUID, Depends(_organization)]
"""Organization of the caller."""


@router.get("/roles", responses=problems(*AUTH_PROBLEMS))
async def list_job_roles(
    session: Session, _: ActorDep, organization_id: OrganizationDep
) -> list[RoleRead]:
    """List job roles with their required trainings and number of people."""
    return await queries.list_roles(session, organization_id)


@router.post("/roles", status_code=201, responses=problems(*AUTH_PROBLEMS, Invalid))
async def create_job_role(
    session: Session, _: ActorDep, organization_id: OrganizationDep, body: RoleWrite
) -> list[RoleRead]:
    """Add a job role; return all roles."""
    return await service.create_role(session, organization_id, body)


@router.put("/roles/{role_id}", responses=problems(*AUTH_PROBLEMS, RoleNotFound, Invalid))
async def update_job_role(
    session: Session,
    _: ActorDep,
    organization_id: OrganizationDep,
    role_id: UUID,
    body: RoleWrite,
) -> list[RoleRead]:
    """Change a job role and its required trainings; return all roles."""
    return await service.update_role(session, organization_id, role_id, body)


@router.delete(
    "/roles/{role_id}", status_code=204, responses=problems(*AUTH_PROBLEMS, RoleNotFound)
)
async def delete_job_role(
    session: Session, _: ActorDep, organization_id: OrganizationDep, role_id: UUID
) -> None:
    """Delete a job role, also from its people."""
    await service.delete_role(session, organization_id, role_id)


@router.post("/roles/{role_id}/people", responses=problems(*AUTH_PROBLEMS, RoleNotFound, Invalid))
async def add_role_people(
    session: Session,
    _: ActorDep,
    organization_id: OrganizationDep,
    role_id: UUID,
    body: RolePeople,
) -> list[RoleRead]:
    """Assign a role to people of the organization."""
    return await service.add_people(session, organization_id, role_id, body.candidate_profile_ids)


@router.post("/roles/{role_id}/people/remove", responses=problems(*AUTH_PROBLEMS, RoleNotFound))
async def remove_role_people(
    session: Session,
    _: ActorDep,
    organization_id: OrganizationDep,
    role_id: UUID,
    body: RolePeople,
) -> list[RoleRead]:
    """Remove a role from people."""
    return await service.remove_people(
        session, organization_id, role_id, body.candidate_profile_ids
    )


@router.post(
    "/renewals",
    status_code=201,
    responses=problems(*AUTH_PROBLEMS, Invalid, BatchUnknown, KeyReused),
)
async def create_renewal(
    session: Session,
    actor: EnrollingDep,
    organization_id: OrganizationDep,
    body: RenewalCreate,
    idempotency_key: Key = None,
) -> RenewalRead:
    """Start a bulk enrollment of the organization's people in a batch, without identity numbers.

    It is checked, confirmed and paid like any other.
    """
    return await service.create_renewal(session, actor, organization_id, body, idempotency_key)


@router.get("/trainings", responses=problems(*AUTH_PROBLEMS))
async def list_offered_trainings(session: Session, _: ActorDep) -> list[RequiredTraining]:
    """List trainings that a role may require, by title."""
    return await queries.list_offered_trainings(session)


@router.get("/people", responses=problems(*AUTH_PROBLEMS))
async def list_requirement_people(
    session: Session,
    _: ActorDep,
    organization_id: OrganizationDep,
    filters: Annotated[PeopleFilter, Query()],
    page: Paging,
) -> OrganizationPeople:
    """List people who enrolled with the organization or were enrolled by it, with their roles."""
    return await queries.list_people(session, organization_id, filters, page)


@router.get("/matrix", responses=problems(*AUTH_PROBLEMS))
async def get_requirement_matrix(
    session: Session,
    _: ActorDep,
    organization_id: OrganizationDep,
    filters: Annotated[MatrixFilter, Query()],
    page: Paging,
) -> RequirementMatrix:
    """Get the matrix of people with roles and required trainings."""
    return await queries.get_matrix(session, organization_id, filters, page)


@router.get(
    "/matrix/export",
    response_class=StreamingResponse,
    responses=FILE | problems(*AUTH_PROBLEMS, TooManyRows, TooManyRequests),
)
async def export_requirement_matrix(
    database: DatabaseDep,
    actor: ActorDep,
    organization_id: OrganizationDep,
    filters: Annotated[MatrixFilter, Query()],
    file: Annotated[ExportQuery, Query()],
) -> StreamingResponse:
    """Export the matrix, one line for each person and training."""
    return await export_matrix(database, actor, organization_id, filters, file)
