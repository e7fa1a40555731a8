from typing import Annotated, Any

from kit.domain.fields import CODE, InputModel
from pydantic import BaseModel, StringConstraints

LoginName = Annotated[
    str, StringConstraints(strip_whitespace=True, to_lower=True, min_length=1, max_length=254), CODE
]
"""A username, email address, civil number or phone number, as typed."""


class ChallengeRequest(InputModel):
    """The entered sign-in name, to which the proof is bound."""

    username: LoginName


class Challenge(BaseModel):
    """An ALTCHA challenge: find the counter whose derived key begins with `keyPrefix`."""

    parameters: dict[str, Any]
    signature: str
