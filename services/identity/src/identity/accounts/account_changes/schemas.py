from datetime import datetime
from typing import Annotated

from kit.domain.fields import InputModel
from pydantic import BaseModel, Field


class ChangeLink(InputModel):
    """The secret of a revert link."""

    token: Annotated[str, Field(max_length=100)]


class ChangeRead(BaseModel):
    """A change that can be reverted."""

    email: str
    """Former address, to which the link was sent."""
    fields: list[str]
    changed_at: datetime
    expires_at: datetime
