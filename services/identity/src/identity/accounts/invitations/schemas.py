"""Invitations as whoever has the link sees and answers them."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from contracts import ProfileType
from kit.domain.fields import InputModel
from pydantic import BaseModel, Field

from identity.accounts.accounts.schemas import TermsVersion
from identity.sign_in.passwords.schemas import Password

InvitationToken = Annotated[str, Field(max_length=100)]
"""The secret of the link."""


class InvitationLink(InputModel):
    """What the link carries."""

    token: InvitationToken


class InvitationRead(BaseModel):
    """Who is invited to what."""

    user_id: UUID
    """Who must be signed in to answer, unless a password is chosen."""
    profile_type: ProfileType
    organization_name_en: str | None
    """Who invites; null for the platform."""
    organization_name_ar: str | None
    name_en: str
    name_ar: str
    username: str
    email: str
    phone: str
    chooses_password: bool
    """A new person, who accepts with a password. Others accept signed in."""
    expires_at: datetime


class InvitationAnswer(InvitationLink):
    """The acceptance. A new person gives both of the rest, as at sign-up; others neither."""

    password: Password | None = None
    accept_terms: bool = False
    terms_version: TermsVersion | None = None
