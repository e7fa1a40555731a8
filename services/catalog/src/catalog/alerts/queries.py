"""Read a user's alerts."""

from uuid import UUID

from kit.database.db import AsyncSession
from sqlalchemy import ColumnElement, select
from sqlmodel import col

from catalog.alerts.models import TrainingAlert
from catalog.alerts.schemas import AlertedTraining, AlertRead
from catalog.places.models import City
from catalog.places.schemas import PlaceName
from catalog.replicas.models import Organization
from catalog.trainings.models import Training
from catalog.trainings.queries import IS_PUBLIC


async def list_alerts(session: AsyncSession, user_id: UUID) -> list[AlertRead]:
    """List a user's alerts, newest first."""
    return await _read(session, col(TrainingAlert.user_id) == user_id)


async def get_alert(
    session: AsyncSession, user_id: UUID, training_id: UUID, city_id: UUID | None
) -> AlertRead:
    """Return the user's existing alert for a training and city."""
    (alert,) = await _read(
        session,
        col(TrainingAlert.user_id) == user_id,
        col(TrainingAlert.training_id) == training_id,
        col(TrainingAlert.city_id).is_not_distinct_from(city_id),
    )
    return alert


async def _read(session: AsyncSession, *where: ColumnElement[bool]) -> list[AlertRead]:
    rows = await session.execute(
        select(TrainingAlert, Training, City, IS_PUBLIC.label("public"))
        .join(Training, col(Training.id) == col(TrainingAlert.training_id))
        .join(Organization, col(Organization.id) == col(Training.organization_id))
        .outerjoin(City, col(City.id) == col(TrainingAlert.city_id))
        .where(*where)
        .order_by(col(TrainingAlert.created_at).desc(), col(TrainingAlert.id))
    )
    return [_alert(alert, training, city, public) for alert, training, city, public in rows]


def _alert(alert: TrainingAlert, training: Training, city: City | None, public: bool) -> AlertRead:
    return AlertRead(
        id=alert.id,
        training=AlertedTraining(
            id=training.id, title_en=training.title_en, title_ar=training.title_ar, public=public
        ),
        city=PlaceName.model_validate(city, from_attributes=True) if city else None,
        created_at=alert.created_at,
    )
