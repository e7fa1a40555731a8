"""Reads job roles, an organization's people, and the requirement matrix.

A certificate counts if the organization issued it or enrolled its holder in bulk. Others are
private to the holder.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from contracts.catalog import BatchStatus
from contracts.enrollment import CertificateStatus
from kit.database.db import AsyncSession
from kit.database.pages import ListQuery, PageQuery
from kit.database.search import contains_words
from kit.security.auth import NotAllowed, Principal
from sqlalchemy import (
    ColumnElement,
    Select,
    Subquery,
    case,
    exists,
    func,
    literal,
    or_,
    select,
    tuple_,
)
from sqlalchemy.dialects.postgresql import distinct_on
from sqlmodel import col

from enrollment.bulk_enrollments.models import BulkEnrollment
from enrollment.certificates.models import Certificate, CertificateState
from enrollment.certificates.rules import STATE_CONDITIONS
from enrollment.enrollments.models import Enrollment
from enrollment.replicas.models import Batch, Profile
from enrollment.requirements.models import JobRole, JobRolePerson, JobRoleTraining
from enrollment.requirements.schemas import (
    MatrixFilter,
    OrganizationPeople,
    OrganizationPerson,
    PeopleFilter,
    RequiredTraining,
    RequirementCell,
    RequirementMatrix,
    RequirementRow,
    RequirementState,
    RoleRead,
)

_STATES = {
    CertificateState.VALID: RequirementState.VALID,
    CertificateState.EXPIRING: RequirementState.EXPIRING,
    CertificateState.EXPIRED: RequirementState.EXPIRED,
}
_PERSON: tuple[Any, ...] = (
    col(Profile.id).label("candidate_profile_id"),
    col(Profile.name_en),
    col(Profile.name_ar),
    col(Profile.username),
    col(Profile.image_url),
)
_TRAINING: tuple[Any, ...] = (
    col(Batch.training_id).label("id"),
    col(Batch.title_en),
    col(Batch.title_ar),
)
_TRAININGS = (
    select(*_TRAINING)
    .ext(distinct_on(col(Batch.training_id)))
    .order_by(col(Batch.training_id), col(Batch.starts_at).desc())
)
"""Trainings with the title of their newest batch."""


def get_organization(actor: Principal) -> UUID:
    """Return the caller's organization.

    Raises `NotAllowed` if there is none.
    """
    if actor.scope is None:
        raise NotAllowed
    return actor.scope


async def list_roles(session: AsyncSession, organization_id: UUID) -> list[RoleRead]:
    """List the organization's roles by name."""
    people = (
        select(func.count())
        .where(col(JobRolePerson.role_id) == col(JobRole.id))
        .correlate(JobRole)
        .scalar_subquery()
    )
    rows = await session.execute(
        select(JobRole, people.label("people"))
        .where(col(JobRole.organization_id) == organization_id)
        .order_by(col(JobRole.name_en), col(JobRole.id))
    )
    asked = await session.execute(
        select(col(JobRoleTraining.role_id), col(JobRoleTraining.training_id))
        .join(JobRole, col(JobRole.id) == col(JobRoleTraining.role_id))
        .where(col(JobRole.organization_id) == organization_id)
    )
    of_role: dict[UUID, set[UUID]] = defaultdict(set)
    for role_id, training_id in asked:
        of_role[role_id].add(training_id)
    titles = await list_trainings(session, set().union(*of_role.values()))
    return [
        RoleRead(
            id=row.JobRole.id,
            name_en=row.JobRole.name_en,
            name_ar=row.JobRole.name_ar,
            trainings=[each for each in titles if each.id in of_role[row.JobRole.id]],
            people=row.people,
        )
        for row in rows
    ]


async def list_trainings(session: AsyncSession, ids: set[UUID]) -> list[RequiredTraining]:
    """List these trainings by title, without those that have no batch."""
    return await _read_trainings(session, _TRAININGS.where(col(Batch.training_id).in_(ids)))


async def list_offered_trainings(session: AsyncSession) -> list[RequiredTraining]:
    """List all trainings with a batch, by title."""
    return await _read_trainings(session, _TRAININGS.where(col(Batch.status) != BatchStatus.DRAFT))


async def _read_trainings(session: AsyncSession, statement: Select[Any]) -> list[RequiredTraining]:
    rows = await session.execute(statement)
    found = [RequiredTraining.model_validate(row, from_attributes=True) for row in rows]
    return sorted(found, key=lambda each: (each.title_en, each.id))


def is_of_organization(organization_id: UUID) -> ColumnElement[bool]:
    """Tell if a `Profile` has enrolled with the organization or was enrolled by it in bulk."""
    return exists().where(
        col(Enrollment.candidate_profile_id) == col(Profile.id), _is_its(organization_id)
    )


def _is_its(organization_id: UUID) -> ColumnElement[bool]:
    of_its_bulk = select(col(BulkEnrollment.id)).where(
        col(BulkEnrollment.organization_id) == organization_id
    )
    return or_(
        col(Enrollment.organization_id) == organization_id,
        col(Enrollment.bulk_enrollment_id).in_(of_its_bulk),
    )


async def list_people(
    session: AsyncSession, organization_id: UUID, filters: PeopleFilter, page: PageQuery
) -> OrganizationPeople:
    """List an organization's people with their roles, by name."""
    conditions = [is_of_organization(organization_id)]
    if filters.role_id:
        conditions.append(_has_role(organization_id, filters.role_id))
    query = _people_query(conditions, filters.search, page)
    rows, meta = await query.fetch(session, select(*_PERSON), col(Profile.id))
    roles = await _list_roles_of(session, organization_id, rows)
    return OrganizationPeople(
        data=[
            OrganizationPerson(**row._asdict(), role_ids=roles[row.candidate_profile_id])
            for row in rows
        ],
        meta=meta,
    )


def _people_query(conditions: list[ColumnElement[bool]], search: str, page: PageQuery) -> ListQuery:
    return ListQuery(
        filters=conditions,
        sort=[col(Profile.name_en), col(Profile.id)],
        search=contains_words(search, col(Profile.search)),
        page=page,
    )


def _has_role(organization_id: UUID, role_id: UUID | None = None) -> ColumnElement[bool]:
    conditions = [
        col(JobRolePerson.candidate_profile_id) == col(Profile.id),
        col(JobRole.organization_id) == organization_id,
    ]
    if role_id:
        conditions.append(col(JobRole.id) == role_id)
    return exists(
        select(col(JobRolePerson.role_id))
        .join(JobRole, col(JobRole.id) == col(JobRolePerson.role_id))
        .where(*conditions)
    )


async def _list_roles_of(
    session: AsyncSession, organization_id: UUID, people: Sequence[Any]
) -> dict[UUID, list[UUID]]:
    rows = await session.execute(
        select(col(JobRolePerson.candidate_profile_id), col(JobRolePerson.role_id))
        .join(JobRole, col(JobRole.id) == col(JobRolePerson.role_id))
        .where(
            col(JobRole.organization_id) == organization_id,
            col(JobRolePerson.candidate_profile_id).in_(
                [row.candidate_profile_id for row in people]
            ),
        )
        .order_by(col(JobRole.name_en), col(JobRole.id))
    )
    roles: dict[UUID, list[UUID]] = defaultdict(list)
    for profile_id, role_id in rows:
        roles[profile_id].append(role_id)
    return roles


async def get_matrix(
    session: AsyncSession, organization_id: UUID, filters: MatrixFilter, page: PageQuery
) -> RequirementMatrix:
    """Return a page of people with roles and the state of each required training."""
    cells = _cells(organization_id, filters)
    conditions = [_has_role(organization_id, filters.role_id)]
    if filters.state:
        in_state = select(cells.c.candidate_profile_id).where(cells.c.state.in_(filters.state))
        conditions.append(col(Profile.id).in_(in_state))
    query = _people_query(conditions, filters.search, page)
    rows, meta = await query.fetch(session, select(*_PERSON), col(Profile.id))
    shown = [row.candidate_profile_id for row in rows]
    found = await session.execute(select(cells).where(cells.c.candidate_profile_id.in_(shown)))
    of_person: dict[UUID, list[RequirementCell]] = defaultdict(list)
    for each in found:
        of_person[each.candidate_profile_id].append(
            RequirementCell.model_validate(each, from_attributes=True)
        )
    counted = await session.execute(
        select(cells.c.state, func.count().label("cells")).group_by(cells.c.state)
    )
    counts = {row.state: row.cells for row in counted}
    asked = await session.scalars(select(cells.c.training_id).distinct())
    roles = await _list_roles_of(session, organization_id, rows)
    return RequirementMatrix(
        data=[
            RequirementRow(
                **row._asdict(),
                role_ids=roles[row.candidate_profile_id],
                cells=of_person[row.candidate_profile_id],
            )
            for row in rows
        ],
        meta=meta,
        trainings=await list_trainings(session, set(asked)),
        counts={state: counts.get(state.value, 0) for state in RequirementState},
    )


def select_cells(organization_id: UUID, filters: MatrixFilter) -> Select[Any]:
    """Select each cell with its person and training, for the export."""
    cells = _cells(organization_id, filters)
    title = (
        select(col(Batch.training_id), col(Batch.title_en), col(Batch.title_ar))
        .ext(distinct_on(col(Batch.training_id)))
        .order_by(col(Batch.training_id), col(Batch.starts_at).desc())
        .subquery()
    )
    statement = (
        select(
            *_PERSON,
            title.c.title_en.label("training_en"),
            title.c.title_ar.label("training_ar"),
            cells.c.state,
            cells.c.number,
            cells.c.expires_on,
        )
        .select_from(cells)
        .join(Profile, col(Profile.id) == cells.c.candidate_profile_id)
        .outerjoin(title, title.c.training_id == cells.c.training_id)
        .where(contains_words(filters.search, col(Profile.search)))
        .order_by(col(Profile.name_en), col(Profile.id), title.c.title_en)
    )
    return statement.where(cells.c.state.in_(filters.state)) if filters.state else statement


def _cells(organization_id: UUID, filters: MatrixFilter) -> Subquery:
    """Select required trainings by person, with the certificate that is valid longest."""
    asked = (
        select(col(JobRolePerson.candidate_profile_id), col(JobRoleTraining.training_id))
        .join(JobRole, col(JobRole.id) == col(JobRolePerson.role_id))
        .join(JobRoleTraining, col(JobRoleTraining.role_id) == col(JobRole.id))
        .where(col(JobRole.organization_id) == organization_id)
        .distinct()
    )
    if filters.role_id:
        asked = asked.where(col(JobRole.id) == filters.role_id)
    if filters.training_id:
        asked = asked.where(col(JobRoleTraining.training_id) == filters.training_id)
    needed = asked.subquery("needed")
    state = case(
        *((STATE_CONDITIONS[each], literal(named.value)) for each, named in _STATES.items()),
        else_=literal(RequirementState.MISSING.value),
    )
    best = (
        select(
            col(Certificate.candidate_profile_id),
            col(Certificate.training_id),
            col(Certificate.number),
            col(Certificate.expires_on),
            state.label("state"),
        )
        .join(Enrollment, col(Enrollment.id) == col(Certificate.enrollment_id))
        .where(
            col(Certificate.status) == CertificateStatus.ISSUED,
            tuple_(col(Certificate.candidate_profile_id), col(Certificate.training_id)).in_(
                select(needed.c.candidate_profile_id, needed.c.training_id)
            ),
            _is_its(organization_id),
        )
        .ext(distinct_on(col(Certificate.candidate_profile_id), col(Certificate.training_id)))
        .order_by(
            col(Certificate.candidate_profile_id),
            col(Certificate.training_id),
            col(Certificate.expires_on).desc().nulls_first(),
        )
        .subquery("best")
    )
    return (
        select(
            needed.c.candidate_profile_id,
            needed.c.training_id,
            func.coalesce(best.c.state, literal(RequirementState.MISSING.value)).label("state"),
            best.c.number,
            best.c.expires_on,
        )
        .select_from(needed)
        .outerjoin(
            best,
            (best.c.candidate_profile_id == needed.c.candidate_profile_id)
            & (best.c.training_id == needed.c.training_id),
        )
        .subquery("cells")
    )
