"""Summaries of trainings, the condition for public ones, their files and their lock."""

from typing import Any
from uuid import UUID

from contracts import ApprovalStatus
from kit.core.errors import NotFound
from kit.database import db
from kit.database.db import AsyncSession
from kit.security.auth import Principal
from sqlalchemy import ColumnElement, Select, Text, and_, cast, literal, select, true
from sqlalchemy.orm import aliased
from sqlmodel import col

from catalog.answers.queries import json_object
from catalog.categories.models import Category
from catalog.replicas.models import Organization
from catalog.tables import sort_by_name
from catalog.trainings.errors import AttachmentNotFound
from catalog.trainings.models import Training, TrainingAttachment, TrainingStatus

MAIN = aliased(Category, name="main")
"""Main category of a training's category, if any."""

IS_PUBLIC = and_(
    col(Training.status) == TrainingStatus.PUBLISHED,
    col(Organization.status) == ApprovalStatus.APPROVED,
    ~col(Organization.suspended),
)

BY_TITLE_EN = sort_by_name(col(Training.title_en))
BY_TITLE_AR = sort_by_name(col(Training.title_ar), "ar-x-icu")

_ADDRESS = literal("/api/v1/trainings/") + cast(col(Training.id), Text) + literal("/image?v=")
_CATEGORY = json_object(
    [
        col(Category.id),
        col(Category.slug),
        col(Category.name_en),
        col(Category.name_ar),
        col(Category.parent_id),
        col(MAIN.name_en).label("parent_name_en"),
        col(MAIN.name_ar).label("parent_name_ar"),
    ]
)
_ORGANIZATION = json_object(
    [
        col(Organization.id),
        col(Organization.name_en),
        col(Organization.name_ar),
        col(Organization.image_url),
    ]
)

SUMMARY: tuple[Any, ...] = (
    col(Training.id),
    col(Training.code),
    col(Training.title_en),
    col(Training.title_ar),
    col(Training.summary_en),
    col(Training.summary_ar),
    col(Training.level),
    col(Training.duration_hours),
    col(Training.certificate_valid_months),
    (_ADDRESS + col(Training.image_version)).label("image_url"),
    col(Training.status),
    _CATEGORY.label("category"),
    _ORGANIZATION.label("organization"),
)
"""Columns of a `TrainingSummary`, from the joins of `join_names`."""


def join_names(statement: Select[*tuple[Any, ...]]) -> Select[*tuple[Any, ...]]:
    """Join trainings with their organizations and categories.

    Each training has both, so that counts can skip the joins.
    """
    return (
        statement.outerjoin(Organization, col(Organization.id) == col(Training.organization_id))
        .outerjoin(Category, col(Category.id) == col(Training.category_id))
        .outerjoin(MAIN, col(MAIN.id) == col(Category.parent_id))
    )


async def lock_training(session: AsyncSession, actor: Principal, training_id: UUID) -> Training:
    """Lock a training that the actor may change. Another organization's is not found.

    Raises `NotFound`.
    """
    training = await db.lock(session, Training, col(Training.id) == training_id, is_in_scope(actor))
    if training is None:
        raise NotFound
    return training


def is_in_scope(actor: Principal) -> ColumnElement[bool]:
    """Match trainings that the actor may see in the dashboard."""
    scope = actor.scope
    return true() if scope is None else col(Training.organization_id) == scope


async def get_attachment(
    session: AsyncSession, training_id: UUID, attachment_id: UUID, *, actor: Principal | None
) -> TrainingAttachment:
    """Return a file of a published training, or with an actor, of any in their dashboard.

    Raises `AttachmentNotFound`.
    """
    allowed = IS_PUBLIC if actor is None else is_in_scope(actor)
    found = await session.scalar(
        select(TrainingAttachment)
        .join(Training, col(Training.id) == col(TrainingAttachment.training_id))
        .join(Organization, col(Organization.id) == col(Training.organization_id))
        .where(
            col(TrainingAttachment.id) == attachment_id, col(Training.id) == training_id, allowed
        )
    )
    if found is None:
        raise AttachmentNotFound
    return found
