"""Changing the own account."""

from kit.auth import Principal
from kit.db import AsyncSession
from kit.errors import Invalid

from identity.accounts.errors import taken_is_a_field_error
from identity.accounts.models import FIELDS
from identity.accounts.schemas import SignedIn, UserUpdate
from identity.accounts.service import lock_own_account, publish_changes, signed_in
from identity.numbers.change import change_numbers
from identity.signing.keys import Keys


async def update_me(
    session: AsyncSession, keys: Keys, actor: Principal, changes: UserUpdate
) -> SignedIn:
    """Change the caller's data. Raises `Invalid` when a number is fixed or another account's.

    Somebody who has identified themselves cannot take that back.
    """
    account = await lock_own_account(session, actor)
    user = account.user
    was_identified = user.identified
    others = changes.model_dump(exclude_unset=True, exclude=set(FIELDS.values()))
    for field, value in others.items():
        setattr(user, field, value)
    await change_numbers(session, account, changes.numbers())
    if was_identified and not user.identified:
        raise Invalid.field(
            "civil_number",
            "identification.required",
            "A civil number or a passport number is needed.",
        )
    with taken_is_a_field_error():
        await session.flush()
    await publish_changes(session, account, principal=user.identified != was_identified)
    return signed_in(account, keys, actor.session_id)
