"""What signing in takes."""

from pydantic import BaseModel, Field

from identity.proofs.schemas import LoginName


class LoginRequest(BaseModel):
    """Credentials. The name is a username, email address, civil number or phone number."""

    username: LoginName
    password: str = Field(min_length=1, max_length=1000)
    proof: str | None = Field(default=None, max_length=4000)
    """ALTCHA's payload for a challenge of this name, when an attempt without one was refused."""
