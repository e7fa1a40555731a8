"""Routes of the own account."""

from typing import Annotated

from fastapi import APIRouter
from kit.auth import Principal
from kit.db import Session
from kit.errors import Forbidden, Unauthorized, problems

from identity.dependencies import SigningKeys, own_account
from identity.users import service
from identity.users.schemas import SignedIn, UserUpdate

router = APIRouter(prefix="/users")


@router.put("/me", responses=problems(Unauthorized, Forbidden))
async def update_me(
    body: UserUpdate,
    session: Session,
    keys: SigningKeys,
    actor: Annotated[Principal, own_account],
) -> SignedIn:
    """Change the own account; what is left out stays. The token in the answer knows of it."""
    return await service.update_me(session, keys, actor, body)
