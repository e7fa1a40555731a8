from datetime import datetime
from typing import Annotated

from kit.domain.fields import CODE, InputModel
from pydantic import BaseModel, StringConstraints

from identity.accounts.accounts.schemas import SignedIn
from identity.sign_in.passwords.schemas import PresentedPassword

SecondFactorCode = Annotated[str, StringConstraints(strip_whitespace=True, max_length=40), CODE]
"""Six digits of the app, or a recovery code; spaces and hyphens are ignored."""


class SecondFactorRead(BaseModel):
    """State of the caller's second factor."""

    since: datetime | None
    """Time at which it was turned on; null if off."""
    recovery_codes: int
    """Number of unused recovery codes."""
    enforced: bool
    """True if the policy requires it, so it cannot be turned off."""


class PasswordConfirmation(InputModel):
    """The caller's password, so that an unattended browser is not enough."""

    password: PresentedPassword


class SecondFactorSetup(BaseModel):
    """The secret for an authenticator app, shown once."""

    secret: str
    """Base32, for manual entry."""
    uri: str
    """`otpauth:` URI with the same secret, for a QR code."""


class SecondFactorConfirmation(InputModel):
    """The app's first code, which proves that it has the secret."""

    code: SecondFactorCode


class RecoveryCodes(BaseModel):
    """One-time replacements for the app's codes, shown once."""

    recovery_codes: list[str]


class SecondFactorConfirmed(SignedIn, RecoveryCodes):
    """The second factor is on; the token reflects it."""


class SecondFactorRemoval(PasswordConfirmation):
    """Password and code, required to turn it off."""

    code: SecondFactorCode
