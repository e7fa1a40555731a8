"""What the second step of signing in takes and gives."""

from kit.domain.fields import InputModel
from pydantic import BaseModel, Field

from identity.sign_in.second_factors.schemas import SecondFactorCode


class SecondFactorStep(BaseModel):
    """What goes on with a sign-in whose password was right."""

    challenge: str
    """To be handed in with the code."""
    expires_in: int
    """Seconds that are left for it."""


class SecondFactorAsked(BaseModel):
    """Nobody is signed in yet: the account has a second factor."""

    second_factor: SecondFactorStep


class SecondFactorLogin(InputModel):
    """The second step of signing in."""

    challenge: str = Field(max_length=100)
    code: SecondFactorCode
