from fastapi import APIRouter
from kit.core.errors import Forbidden, Unauthorized, problems
from kit.core.remote_address import Network
from kit.database.db import AsyncSession, DatabaseDep
from kit.web.idempotency import renew_on_retry

from identity.accounts.accounts.rules import AccountOwnerDep
from identity.accounts.accounts.schemas import SignedIn
from identity.accounts.numbers.errors import TooManyNumbers
from identity.accounts.numbers.service import judge_numbers
from identity.accounts.own_account import service
from identity.accounts.own_account.schemas import UserUpdate
from identity.sign_in.revocations.service import KeysDep
from identity.sign_in.tokens.service import renew_sign_in_response

router = APIRouter(prefix="/users", tags=["users"])


@router.put("/me", responses=problems(Unauthorized, Forbidden, TooManyNumbers))
@renew_on_retry(renew_sign_in_response)
async def update_me(
    body: UserUpdate,
    database: DatabaseDep,
    keys: KeysDep,
    actor: AccountOwnerDep,
    network: Network,
) -> SignedIn:
    """Update the caller's account; omitted fields stay. The returned token has the new claims.

    Other civil or passport numbers are limited to a few attempts an hour. Fixed ones need `POST
    /users/me/number-cases`.
    """

    async def update(session: AsyncSession) -> SignedIn:
        return await service.update_me(session, keys, actor, body)

    return await judge_numbers(
        database, keys, actor.user_id, network, body.numbers(), body.passport_country, update
    )
