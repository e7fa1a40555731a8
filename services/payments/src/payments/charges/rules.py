"""Charge lines and their value added tax (VAT).

VAT is calculated per line from price times quantity and rounded half up to minor units. A charge's
VAT is the sum of its lines' VAT, so net and VAT always add up.
"""

from dataclasses import dataclass

from contracts.enrollment import ChargeLine


@dataclass(frozen=True, slots=True)
class Vat:
    """VAT rate in percent (0 for none), and a flag for prices that include it."""

    percent: int = 0
    included: bool = True

    def calculate_amount(self, price_minor: int) -> int:
        """Return the amount owed for a price, including VAT."""
        if self.included:
            return price_minor
        return price_minor + divide_half_up(price_minor * self.percent, 100)

    def calculate_included_vat(self, amount_minor: int) -> int:
        """Return the VAT included in a gross amount."""
        return divide_half_up(amount_minor * self.percent, 100 + self.percent)


class TaxedLine(ChargeLine):
    """A line with its calculated amounts."""

    vat_percent: int
    net_minor: int
    vat_minor: int
    amount_minor: int
    """Net amount plus VAT."""


def add_vat(line: ChargeLine, vat: Vat) -> TaxedLine:
    """Return the line with its net amount, VAT and total."""
    price = line.quantity * line.unit_minor
    amount = vat.calculate_amount(price)
    tax = vat.calculate_included_vat(amount) if vat.included else amount - price
    return TaxedLine(
        **line.model_dump(include=set(ChargeLine.model_fields)),
        vat_percent=vat.percent,
        net_minor=amount - tax,
        vat_minor=tax,
        amount_minor=amount,
    )


def divide_half_up(dividend: int, divisor: int) -> int:
    """Divide non-negative integers, rounding half up."""
    return (2 * dividend + divisor) // (2 * divisor)
