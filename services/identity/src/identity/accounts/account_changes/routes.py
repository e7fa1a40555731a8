"""Public routes for the holder of a link. Its secret is sent in bodies, which are not logged."""

from fastapi import APIRouter
from kit.core.errors import problems
from kit.database.db import DatabaseDep, Session

from identity.accounts.account_changes import service
from identity.accounts.account_changes.errors import (
    ChangeEnded,
    ChangeExpired,
    ChangeNotFound,
    DetailTaken,
)
from identity.accounts.account_changes.schemas import ChangeLink, ChangeRead

LINK_PROBLEMS = (ChangeNotFound, ChangeEnded, ChangeExpired)

router = APIRouter(prefix="/auth/account-change", tags=["auth"])


@router.post("", responses=problems(*LINK_PROBLEMS))
async def get_account_change(body: ChangeLink, session: Session) -> ChangeRead:
    """List the sign-in details that another person changed."""
    return await service.get_change(session, body.token)


@router.post("/revert", status_code=204, responses=problems(*LINK_PROBLEMS, DetailTaken))
async def revert_account_change(body: ChangeLink, database: DatabaseDep) -> None:
    """Restore the former details, end all sessions and require a new password."""
    await service.revert_change(database, body.token)
