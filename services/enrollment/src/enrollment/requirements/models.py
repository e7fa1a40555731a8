from datetime import datetime
from uuid import UUID

from kit.database.db import new_id, timestamp
from sqlalchemy import Index
from sqlmodel import Field

from enrollment.tables import Table


class JobRole(Table, table=True):
    """A job role in an organization, such as forklift driver."""

    __tablename__ = "job_roles"
    __table_args__ = (Index("ix_job_roles_organization", "organization_id", "name_en", "id"),)

    id: UUID = Field(default_factory=new_id, primary_key=True)
    organization_id: UUID
    name_en: str
    name_ar: str
    created_at: datetime = timestamp(default_now=True)


class JobRoleTraining(Table, table=True):
    """Requires a certificate of the training for the role."""

    __tablename__ = "job_role_trainings"

    role_id: UUID = Field(primary_key=True, foreign_key="job_roles.id", ondelete="CASCADE")
    training_id: UUID = Field(primary_key=True)


class JobRolePerson(Table, table=True):
    """Assigns a role to a person; people may have several."""

    __tablename__ = "job_role_people"
    __table_args__ = (Index("ix_job_role_people_candidate", "candidate_profile_id"),)

    role_id: UUID = Field(primary_key=True, foreign_key="job_roles.id", ondelete="CASCADE")
    candidate_profile_id: UUID = Field(primary_key=True)
    candidate_user_id: UUID
