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

# New candidates may set alerts before they pass the gates.
CandidateDep = Annotated[Principal, guard(ProfileType.CANDIDATE, exempt=ALL_GATES)]


@router.get("", responses=problems(*AUTH_PROBLEMS))
async def list_alerts(session: Session, actor: CandidateDep) -> list[AlertRead]:
    """List the candidate's alerts, newest first."""
    return await queries.list_alerts(session, actor.user_id)


@router.post("", responses=problems(*AUTH_PROBLEMS, AlertLimit, Invalid))
async def create_alert(session: Session, actor: CandidateDep, body: AlertCreate) -> AlertRead:
    """Set an alert for new batches of a training, by notification and mail. Idempotent. An alert
    for all cities replaces those for single cities, and vice versa."""
    return await service.create_alert(session, actor.user_id, body)


@router.delete("/{alert_id}", status_code=204, responses=problems(*AUTH_PROBLEMS))
async def delete_alert(session: Session, actor: CandidateDep, alert_id: UUID) -> None:
    """Delete an alert."""
    await service.delete_alert(session, actor.user_id, alert_id)
