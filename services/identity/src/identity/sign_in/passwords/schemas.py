"""What changing a password takes."""

from typing import Annotated

from kit.domain.fields import AS_TYPED, PASSWORD, InputModel
from kit.domain.people import Email
from pydantic import BaseModel, Field

from identity.sign_in.otps.schemas import OtpSent, ResetCode

Password = Annotated[str, Field(max_length=1000), PASSWORD]
"""A new one, checked by `passwords.rules`."""
PresentedPassword = Annotated[str, Field(min_length=1, max_length=1000), AS_TYPED]
"""One that is compared with a hash, for `hashes.service.verify_password`."""


class PasswordRule(BaseModel):
    """One rule. `message` is English; the app translates `code`."""

    code: str
    message: str


class PasswordRules(BaseModel):
    """What a password must be like."""

    min_length: int
    max_length: int
    rules: list[PasswordRule]


class PasswordDictionaries(BaseModel):
    """What passwords are judged by."""

    words: dict[str, str]
    """By the dictionary's name: its words in the order of their frequency, between spaces."""
    keyboards: dict[str, dict[str, list[str | None]]]
    """By the layout's name: each key's neighbours, by direction."""
    signs: dict[str, list[str]]
    """By letter: the signs that may stand for it."""


class ResetOtpRequest(InputModel):
    """Whose password was forgotten."""

    email: Email


class ResetOtpSent(OtpSent):
    """A code was sent, if there is somebody to send it to."""

    digits: int
    """How long it is: 6, or 12 while many ask for codes of the address."""
    request: str
    """To be handed in with the code; only whoever has it can try the code."""


class ResetOtpVerify(InputModel):
    """The code that was sent to the address, and what was answered to whoever asked for it."""

    request: str = Field(max_length=100)
    code: ResetCode


class ResetTokenRead(BaseModel):
    """What the right code is exchanged for; valid for ten minutes and one use."""

    reset_token: str


class PasswordReset(InputModel):
    """The new password."""

    reset_token: str = Field(max_length=100)
    password: Password


class PasswordChange(InputModel):
    """The present and the new password."""

    current_password: PresentedPassword
    password: Password
