from kit.domain.fields import InputModel
from pydantic import BaseModel, Field

from identity.sign_in.second_factors.schemas import SecondFactorCode


class SecondFactorStep(BaseModel):
    """A token to continue a sign-in after the right password."""

    challenge: str
    """Token to send with the code."""
    expires_in: int
    """Remaining lifetime in seconds."""


class SecondFactorAsked(BaseModel):
    """The user is not signed in yet: the account has a second factor."""

    second_factor: SecondFactorStep


class SecondFactorLogin(InputModel):
    challenge: str = Field(max_length=100)
    code: SecondFactorCode
