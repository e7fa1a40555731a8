"""A second factor as its user sees it, and what changes it."""

from datetime import datetime
from typing import Annotated

from kit.domain.fields import CODE, InputModel
from pydantic import BaseModel, StringConstraints

from identity.accounts.accounts.schemas import SignedIn
from identity.sign_in.passwords.schemas import PresentedPassword

SecondFactorCode = Annotated[str, StringConstraints(strip_whitespace=True, max_length=40), CODE]
"""The six digits of the app, or a recovery code; spaces and hyphens do not matter."""


class SecondFactorRead(BaseModel):
    """Whether a password alone signs the caller in."""

    since: datetime | None
    """When it was turned on; null when it is off."""
    recovery_codes: int
    """How many are left."""
    enforced: bool
    """It cannot be turned off: the platform asks the caller for it."""


class PasswordConfirmation(InputModel):
    """The own password, so that an open browser alone changes nothing."""

    password: PresentedPassword


class SecondFactorSetup(BaseModel):
    """What an authenticator app needs. It is shown once."""

    secret: str
    """In base 32, to be typed."""
    uri: str
    """The same as an `otpauth:` address, for a QR code."""


class SecondFactorConfirmation(InputModel):
    """The first code of the app, which shows that it has the secret."""

    code: SecondFactorCode


class RecoveryCodes(BaseModel):
    """Codes that take the place of the app's, each once. They are shown once."""

    recovery_codes: list[str]


class SecondFactorConfirmed(SignedIn, RecoveryCodes):
    """The second factor is on; the token knows of it."""


class SecondFactorRemoval(PasswordConfirmation):
    """The proof that turning it off takes."""

    code: SecondFactorCode
