from typing import Annotated

from kit.domain.fields import NUMBER, InputModel
from pydantic import BaseModel, StringConstraints

Code = Annotated[str, StringConstraints(pattern=r"^[0-9]{6}$"), NUMBER]


class OtpVerify(InputModel):
    code: Code


ResetCode = Annotated[str, StringConstraints(pattern=r"^([0-9]{6}|[0-9]{12})$"), NUMBER]


class OtpSent(BaseModel):
    """A code was sent if the recipient exists."""

    resend_in: int
    """Seconds until another one may be requested."""
    expires_in: int
    """Seconds until this one expires."""
