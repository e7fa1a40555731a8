"""Routes of the alerts of candidates for new dates of a training."""

from typing import Annotated
from uuid import UUID

from contracts import ProfileType
from fastapi import APIRouter
from kit.core.errors import Invalid, problems
from kit.database.db import Session
from kit.security.auth import ALL_GATES, AUTH_PROBLEMS, Principal, guard

from catalog.alerts import queries, service
from catalog.alerts.errors import AlertLimit
from catalog.alerts.schemas import AlertCreate, AlertRead

router = APIRouter(prefix="/trainings/alerts", tags=["alerts"])

# Somebody new is told of what they signed up for.
CandidateDep = Annotated[Principal, guard(ProfileType.CANDIDATE, exempt=ALL_GATES)]


@router.get("", responses=problems(*AUTH_PROBLEMS))
async def list_alerts(session: Session, actor: CandidateDep) -> list[AlertRead]:
    """All of the candidate's alerts, the newest first."""
    return await queries.list_alerts(session, actor.user_id)


@router.post("", responses=problems(*AUTH_PROBLEMS, AlertLimit, Invalid))
async def create_alert(session: Session, actor: CandidateDep, body: AlertCreate) -> AlertRead:
    """Be told of each new batch of a training, by notification and mail; the same alert twice is
    one. One for all cities takes the place of those for single cities, and the other way round."""
    return await service.create_alert(session, actor.user_id, body)


@router.delete("/{alert_id}", status_code=204, responses=problems(*AUTH_PROBLEMS))
async def delete_alert(session: Session, actor: CandidateDep, alert_id: UUID) -> None:
    """Be told no more."""
    await service.delete_alert(session, actor.user_id, alert_id)
