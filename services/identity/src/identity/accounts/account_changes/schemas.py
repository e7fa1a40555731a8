"""Reverts as the holder of the link sees them."""

from datetime import datetime
from typing import Annotated

from kit.domain.fields import InputModel
from pydantic import BaseModel, Field


class ChangeLink(InputModel):
    """The secret of the link."""

    token: Annotated[str, Field(max_length=100)]


class ChangeRead(BaseModel):
    """A change that can be reverted."""

    email: str
    """The address of before, which the link was sent to."""
    fields: list[str]
    changed_at: datetime
    expires_at: datetime
