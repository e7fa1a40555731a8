"""Previews of wordings, for admins of the settings."""

from fastapi import APIRouter
from kit.core.errors import Invalid, TooManyRequests, problems
from kit.database.db import Session
from kit.security.auth import AUTH_PROBLEMS

from notifications.config import SettingsDep
from notifications.previews import service
from notifications.previews.schemas import Preview, PreviewRequest, SampleMail
from notifications.texts.models import Kind
from notifications.wordings.routes import AdminDep

router = APIRouter(prefix="/notifications/wordings/{kind}", tags=["wordings"])


@router.post("/preview", responses=problems(Invalid, *AUTH_PROBLEMS))
async def preview_wording(
    session: Session, settings: SettingsDep, actor: AdminDep, kind: Kind, body: PreviewRequest
) -> Preview:
    """Preview a wording filled with samples; nothing is saved or sent."""
    return await service.preview(session, actor, settings, kind, body)


@router.post("/sample-mails", responses=problems(Invalid, TooManyRequests, *AUTH_PROBLEMS))
async def send_sample_mail(
    session: Session, actor: AdminDep, kind: Kind, body: PreviewRequest
) -> SampleMail:
    """Mail a wording filled with samples to the caller."""
    return await service.send_sample(session, actor, kind, body)
