"""A challenge, as ALTCHA's libraries read it."""

from typing import Annotated, Any

from kit.domain.fields import CODE, InputModel
from pydantic import BaseModel, StringConstraints

LoginName = Annotated[
    str, StringConstraints(strip_whitespace=True, to_lower=True, min_length=1, max_length=254), CODE
]
"""A username, email address, civil number or phone number, as it is typed."""


class ChallengeRequest(InputModel):
    """What the proof is for: the name that is signed in with."""

    username: LoginName


class Challenge(BaseModel):
    """Work for a browser: find the counter whose derived key begins as `keyPrefix` says."""

    parameters: dict[str, Any]
    signature: str
