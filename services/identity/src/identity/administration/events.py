"""The events about users whom admins add."""

from contracts.identity import UserInvited
from kit.db import new_id

from identity.accounts.models import User


def user_invited(user: User) -> UserInvited:
    """The user is to be asked to choose a password."""
    return UserInvited(
        invitation_id=new_id(),
        user_id=user.id,
        username=user.username,
        email=user.email,
        name_en=user.name_en,
        name_ar=user.name_ar,
        locale=user.locale,
    )
