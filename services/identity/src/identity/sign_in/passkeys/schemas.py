"""Passkeys as their user sees them, and what browsers and authenticators say."""

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
    """A passkey of the caller."""

    id: UUID
    name: str
    created_at: datetime
    last_used_at: datetime | None


class PasskeyOptions(BaseModel):
    """What the browser hands to the authenticator: `PublicKeyCredentialCreationOptionsJSON`, or
    `PublicKeyCredentialRequestOptionsJSON`, of WebAuthn Level 3."""

    options: dict[str, Any]


class PasskeyCreate(InputModel):
    """What the authenticator has made: `RegistrationResponseJSON` of WebAuthn Level 3."""

    name: PasskeyName
    credential: dict[str, Any]


class PasskeyUpdate(InputModel):
    """What its user calls it from now on."""

    name: PasskeyName


class PasskeyLogin(InputModel):
    """What the authenticator has signed: `AuthenticationResponseJSON` of WebAuthn Level 3."""

    credential: dict[str, Any]
