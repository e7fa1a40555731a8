from contracts.identity import SignUpAttempted, UserRegistered
from kit.database.db import new_id

from identity.accounts.accounts.models import User


def user_registered(user: User) -> UserRegistered:
    return UserRegistered(
        user_id=user.id,
        username=user.username,
        email=user.email,
        phone=user.phone,
        name_en=user.name_en,
        name_ar=user.name_ar,
        locale=user.locale,
    )


def sign_up_attempted(owner: User) -> SignUpAttempted:
    """Announce that another person signed up with this account's address."""
    return SignUpAttempted(
        attempt_id=new_id(),
        user_id=owner.id,
        email=owner.email,
        name_en=owner.name_en,
        name_ar=owner.name_ar,
        locale=owner.locale,
    )
