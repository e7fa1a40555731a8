"""What a charge is made of, and its value added tax (VAT).

The tax is counted for each line, from the price times the quantity, and rounded half up to minor
units; that of a charge is the sum of its lines'. So whatever the rate, net and tax of a line come
to its amount, and the lines to that of the charge.
"""

from dataclasses import dataclass

from contracts.enrollment import ChargeLine


@dataclass(frozen=True, slots=True)
class Vat:
    """A rate in per cent, 0 where there is no tax, and whether prices include it."""

    percent: int = 0
    included: bool = True

    def amount_of(self, price_minor: int) -> int:
        """What is owed at a price: the price itself, or with the tax that is added to it."""
        if self.included:
            return price_minor
        return price_minor + half_up(price_minor * self.percent, 100)

    def within(self, amount_minor: int) -> int:
        """The tax in an amount that has it within."""
        return half_up(amount_minor * self.percent, 100 + self.percent)


class TaxedLine(ChargeLine):
    """A line with what it comes to."""

    vat_percent: int
    net_minor: int
    vat_minor: int
    amount_minor: int
    """Net and tax."""


def taxed(line: ChargeLine, vat: Vat) -> TaxedLine:
    """The line with its tax."""
    price = line.quantity * line.unit_minor
    amount = vat.amount_of(price)
    tax = vat.within(amount) if vat.included else amount - price
    return TaxedLine(
        **line.model_dump(include=set(ChargeLine.model_fields)),
        vat_percent=vat.percent,
        net_minor=amount - tax,
        vat_minor=tax,
        amount_minor=amount,
    )


def half_up(dividend: int, divisor: int) -> int:
    """A quotient that is not negative, rounded half up."""
    return (2 * dividend + divisor) // (2 * divisor)
