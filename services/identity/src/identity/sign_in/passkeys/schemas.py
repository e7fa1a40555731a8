from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from kit.domain.fields import InputModel, PlainText
from pydantic import BaseModel, StringConstraints

from identity.sign_in.passkeys.models import NAME_LENGTH

PasskeyName = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=NAME_LENGTH),
    PlainText,
]


class PasskeyRead(BaseModel):
    id: UUID
    name: str
    created_at: datetime
    last_used_at: datetime | None


class PasskeyOptions(BaseModel):
    """Options for the browser's WebAuthn API: `PublicKeyCredentialCreationOptionsJSON` or
    `PublicKeyCredentialRequestOptionsJSON` of WebAuthn Level 3.
    """

    options: dict[str, Any]


class PasskeyCreate(InputModel):
    """The authenticator's `RegistrationResponseJSON` of WebAuthn Level 3."""

    name: PasskeyName
    credential: dict[str, Any]


class PasskeyUpdate(InputModel):
    name: PasskeyName


class PasskeyLogin(InputModel):
    """The authenticator's `AuthenticationResponseJSON` of WebAuthn Level 3."""

    credential: dict[str, Any]
