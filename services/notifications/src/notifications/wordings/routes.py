"""Wordings of messages, for admins of the settings."""

from typing import Annotated

from contracts import Permission, ProfileType
from fastapi import APIRouter, Query
from kit.core.errors import Invalid, problems
from kit.database.db import Session
from kit.database.pages import Paging
from kit.security.auth import AUTH_PROBLEMS, Principal, guard

from notifications.texts.models import Kind
from notifications.wordings import queries, service
from notifications.wordings.errors import WordingStale
from notifications.wordings.schemas import (
    WordingDetail,
    WordingFilter,
    WordingPage,
    WordingUpdate,
)

router = APIRouter(
    prefix="/notifications/wordings", tags=["wordings"], responses=problems(*AUTH_PROBLEMS)
)

AdminDep = Annotated[
    Principal, guard(ProfileType.ADMIN, permissions=[Permission.MANAGE_APPLICATION_SETTINGS])
]


@router.get("")
async def list_wordings(
    session: Session, _: AdminDep, page: Paging, filters: Annotated[WordingFilter, Query()]
) -> WordingPage:
    """List every kind of message, by subject."""
    return await queries.list_wordings(session, filters, page)


@router.get("/{kind}")
async def get_wording(session: Session, _: AdminDep, kind: Kind) -> WordingDetail:
    """Return the wording of a kind, with its placeholders and versions."""
    return await queries.get_wording(session, kind)


@router.put("/{kind}", responses=problems(Invalid, WordingStale, *AUTH_PROBLEMS))
async def update_wording(
    session: Session, actor: AdminDep, kind: Kind, body: WordingUpdate
) -> WordingDetail:
    """Change the wording of a kind, from its next message on."""
    return await service.update_wording(session, actor, kind, body)
