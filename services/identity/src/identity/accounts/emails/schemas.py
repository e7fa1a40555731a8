from kit.domain.fields import InputModel
from kit.domain.people import Email

from identity.sign_in.passwords.schemas import PresentedPassword


class EmailChange(InputModel):
    """A new address for the caller's account."""

    email: Email
    password: PresentedPassword | None = None
    """Current password, required once the account's address is verified."""
