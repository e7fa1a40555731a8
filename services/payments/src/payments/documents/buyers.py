"""Who is named as the buyer on a document."""

from contracts.identity import OrganizationAddress
from pydantic import BaseModel, ConfigDict


class Buyer(BaseModel):
    """Who buys, as known on the day of the issue; without names where the payer is not known.

    Documents of before 23 November 2026 have names only.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    name_en: str = ""
    name_ar: str = ""
    tax_number: str | None = None
    """Of an organization that is registered for VAT."""
    address: OrganizationAddress | None = None

    @property
    def is_registered(self) -> bool:
        """Whether what is sold to it is a standard invoice, and not a simplified one."""
        return self.tax_number is not None
