"""What changing the own address takes."""

from pydantic import BaseModel, Field

from identity.accounts.fields import Email


class EmailChange(BaseModel):
    """Another address for the own account."""

    email: Email
    password: str | None = Field(default=None, min_length=1, max_length=1000)
    """The present one. Whoever has not proven an address yet need not give it."""
