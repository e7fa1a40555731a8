"""Volume prices: seats of a batch cost less from 10, and again from 50, if taken together."""

from sqlalchemy import ColumnElement, SQLColumnExpression, case, func
from sqlmodel import col

from enrollment.replicas.models import Batch

FIRST_TIER = 10
SECOND_TIER = 50


def build_seat_price(seats: SQLColumnExpression[int]) -> ColumnElement[int]:
    """Build the price of one seat, in minor units, for this number taken together."""
    from_10 = func.coalesce(col(Batch.price_10_minor), col(Batch.price_minor))
    return case(
        (seats >= SECOND_TIER, func.coalesce(col(Batch.price_50_minor), from_10)),
        (seats >= FIRST_TIER, from_10),
        else_=col(Batch.price_minor),
    )
