from kit.domain.fields import InputModel
from pydantic import Field

from identity.sign_in.passwords.schemas import PresentedPassword
from identity.sign_in.proofs.schemas import LoginName


class LoginRequest(InputModel):
    """Credentials. The name is a username, email address, civil number or phone number."""

    username: LoginName
    password: PresentedPassword
    proof: str | None = Field(default=None, max_length=4000)
    """ALTCHA payload for a challenge of this name, required after a `proof.required` error."""
