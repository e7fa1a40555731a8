from datetime import datetime
from typing import Annotated
from uuid import UUID

from contracts import ProfileType
from kit.domain.fields import InputModel
from pydantic import BaseModel, Field

from identity.accounts.accounts.schemas import TermsVersion
from identity.sign_in.passwords.schemas import Password

InvitationToken = Annotated[str, Field(max_length=100)]
"""Secret of the link."""


class InvitationLink(InputModel):
    token: InvitationToken


class InvitationRead(BaseModel):
    user_id: UUID
    """User who must be signed in to answer, unless `chooses_password` is true."""
    profile_type: ProfileType
    organization_name_en: str | None
    """Inviting organization; null for the platform."""
    organization_name_ar: str | None
    name_en: str
    name_ar: str
    username: str
    email: str
    phone: str
    chooses_password: bool
    """True for a new user, who accepts with a password instead of signing in."""
    expires_at: datetime


class InvitationAnswer(InvitationLink):
    """An acceptance. New users set a password and accept the terms; other users send neither."""

    password: Password | None = None
    accept_terms: bool = False
    terms_version: TermsVersion | None = None
