from uuid import UUID

from kit.domain.fields import InputModel
from pydantic import ConfigDict, Field


class PaymentAccept(InputModel):
    """Charge to settle and the reviewer's reason."""

    model_config = ConfigDict(str_strip_whitespace=True)

    charge_id: UUID
    """The payment's own charge, or another one its payer owes."""
    reason: str = Field(min_length=1, max_length=500)
    """Kept in the audit trail; the payer does not see it."""
