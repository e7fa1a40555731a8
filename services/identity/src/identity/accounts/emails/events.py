from contracts.identity import EmailChanged
from kit.database.db import new_id

from identity.accounts.accounts.models import User


def email_changed(user: User, former: str) -> EmailChanged:
    return EmailChanged(
        change_id=new_id(),
        user_id=user.id,
        email=former,
        name_en=user.name_en,
        name_ar=user.name_ar,
        locale=user.locale,
    )
