from typing import Annotated

from kit.domain.fields import AS_TYPED, PASSWORD, InputModel
from kit.domain.people import Email
from pydantic import BaseModel, Field

from identity.sign_in.otps.schemas import OtpSent, ResetCode

Password = Annotated[str, Field(max_length=1000), PASSWORD]
"""A new password, checked by `passwords.rules`."""
PresentedPassword = Annotated[str, Field(min_length=1, max_length=1000), AS_TYPED]
"""A password to compare with a hash by `hashes.service.verify_password`."""


class PasswordRule(BaseModel):
    """A rule. `message` is English; the app translates `code`."""

    code: str
    message: str


class PasswordRules(BaseModel):
    min_length: int
    max_length: int
    rules: list[PasswordRule]


class PasswordDictionaries(BaseModel):
    """Dictionaries of the strength check."""

    words: dict[str, str]
    """Space-separated words by dictionary, most frequent first."""
    keyboards: dict[str, dict[str, list[str | None]]]
    """Neighbours of each key by direction, by keyboard layout."""
    signs: dict[str, list[str]]
    """Substitution characters by letter."""


class ResetOtpRequest(InputModel):
    email: Email


class ResetOtpSent(OtpSent):
    """A code was sent if an account has the address."""

    digits: int
    """Length of the code: 6, or 12 while many codes are requested for the address."""
    request: str
    """Token to send with the code, so that only the requester can try it."""


class ResetOtpVerify(InputModel):
    """The code, with the token from the response to its request."""

    request: str = Field(max_length=100)
    code: ResetCode


class ResetTokenRead(BaseModel):
    """A reset token, valid for ten minutes and one use."""

    reset_token: str


class PasswordReset(InputModel):
    reset_token: str = Field(max_length=100)
    password: Password


class PasswordChange(InputModel):
    current_password: PresentedPassword
    password: Password
