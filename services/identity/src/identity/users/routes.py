"""Routes of the own account."""

from typing import Annotated

from fastapi import APIRouter
from kit.auth import Principal
from kit.client import Network
from kit.db import Session
from kit.errors import Forbidden, Unauthorized, problems

from identity.accounts.guards import OwnTransactions, SigningKeys, own_account
from identity.accounts.schemas import SignedIn, UserUpdate
from identity.numbers.attempts import TooManyNumbers, count_given
from identity.users import service

router = APIRouter(prefix="/users", tags=["users"])


@router.put("/me", responses=problems(Unauthorized, Forbidden, TooManyNumbers))
async def update_me(
    body: UserUpdate,
    session: Session,
    database: OwnTransactions,
    keys: SigningKeys,
    actor: Annotated[Principal, own_account],
    network: Network,
) -> SignedIn:
    """Change the own account; what is left out stays. The token in the answer knows of it.

    A few other civil or passport numbers an hour can be given, and none in place of one that is
    fixed: see `POST /users/me/number-cases`.
    """
    await count_given(database, keys, actor.user_id, network, body.numbers())
    return await service.update_me(session, keys, actor, body)
