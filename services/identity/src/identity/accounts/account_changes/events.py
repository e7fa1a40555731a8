from contracts.identity import SignInDetailsChanged

from identity.accounts.account_changes.models import AccountChange
from identity.accounts.accounts.models import User


def sign_in_details_changed(change: AccountChange, user: User, token: str) -> SignInDetailsChanged:
    return SignInDetailsChanged(
        change_id=change.id,
        user_id=user.id,
        email=change.email,
        name_en=user.name_en,
        name_ar=user.name_ar,
        locale=user.locale,
        token=token,
        expires_at=change.expires_at,
    )
