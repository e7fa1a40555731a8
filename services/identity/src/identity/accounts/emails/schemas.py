"""What changing the own address takes."""

from kit.domain.fields import InputModel
from kit.domain.people import Email

from identity.sign_in.passwords.schemas import PresentedPassword


class EmailChange(InputModel):
    """Another address for the own account."""

    email: Email
    password: PresentedPassword | None = None
    """The present one. Whoever has not proven an address yet need not give it."""
