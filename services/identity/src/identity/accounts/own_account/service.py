from kit.database.constraints import as_field_problems
from kit.database.db import AsyncSession
from kit.security.auth import Principal

from identity.accounts.accounts.errors import TAKEN
from identity.accounts.accounts.models import FIELDS
from identity.accounts.accounts.queries import lock_own_account
from identity.accounts.accounts.schemas import SignedIn
from identity.accounts.accounts.service import change_user_fields, publish_changes
from identity.accounts.numbers.service import change_numbers
from identity.accounts.own_account.schemas import UserUpdate
from identity.sign_in.signing.service import Keys
from identity.sign_in.tokens.service import build_sign_in_response


async def update_me(
    session: AsyncSession, keys: Keys, actor: Principal, changes: UserUpdate
) -> SignedIn:
    """Update the caller's account.

    Rejects a number that is fixed or taken, and removing the last one. Raises `TokenInvalid`,
    `Invalid`.
    """
    account = await lock_own_account(session, actor)
    user = account.user
    others = changes.model_dump(exclude_unset=True, exclude={*FIELDS.values(), "passport_country"})
    change_user_fields(user, others)
    is_identified = await change_numbers(
        session, account, changes.numbers(), changes.passport_country
    )
    with as_field_problems(TAKEN):
        await session.flush()
    await publish_changes(session, account, principal=is_identified)
    return build_sign_in_response(account, keys, actor.session_id)
