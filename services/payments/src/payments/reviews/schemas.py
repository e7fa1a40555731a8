"""A decision as the API takes it."""

from uuid import UUID

from kit.domain.fields import InputModel
from pydantic import ConfigDict, Field


class PaymentAccept(InputModel):
    """What the money counts for."""

    model_config = ConfigDict(str_strip_whitespace=True)

    charge_id: UUID
    """The payment's own charge, or another one that its payer owes."""
    reason: str = Field(min_length=1, max_length=500)
    """For the audit trail; the payer does not see it."""
