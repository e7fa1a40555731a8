"""Which attempts are whose and which are found, as conditions on a list, and what they come to."""

import re
from collections.abc import Sequence
from typing import Any

from kit.database.pages import COUNTED, counted, first_rows
from kit.database.search import walks_by_words, words_of
from kit.database.tables import sum_money
from kit.security.auth import Principal
from sqlalchemy import (
    ColumnElement,
    Select,
    SQLColumnExpression,
    String,
    and_,
    case,
    func,
    literal_column,
    or_,
    select,
    true,
)
from sqlalchemy.orm import aliased
from sqlmodel import col

from payments.charges.models import Charge
from payments.charges.queries import own_registration, viewed_organization
from payments.config import Way
from payments.payments.models import NUMBERS, Payment, PaymentStatus
from payments.replicas.models import Payer

PAYS = col(Payer.profile_id) == col(Payment.payer_profile_id)
NUMBERED: tuple[ColumnElement[str], ...] = (
    func.lower(col(Charge.subject_code)),
    literal_column(f"({NUMBERS})", String),
)
"""What payments are searched by besides `Payer.search`, each as its index has it: ASCII, which
needs no folding but of its case."""
# Without those that folding leaves out or makes of others.
_LETTER = re.compile("[ب-غف-ي]")
# As `words_of` has it, whichever way it was typed.
_MOBILE = re.compile(r"5\d*", re.ASCII)
# Few codes have so many, if any.
_DIGITS = re.compile(r"\d{5,}", re.ASCII)
_BY_MONEY = col(Payment.way) != Way.ON_ACCOUNT
_SUCCEEDED = and_(col(Payment.status) == PaymentStatus.SUCCEEDED, _BY_MONEY)
SUMMED = (
    col(Payment.currency),
    case((_SUCCEEDED, col(Payment.amount_minor))).label("succeeded_minor"),
    case((_BY_MONEY, col(Payment.refunded_minor))).label("refunded_minor"),
)
"""What of a payment is added up."""
# Beside those that are joined for what is shown.
_PERSON, _THING = aliased(Payer), aliased(Charge)
_FEW = 2_500


def visible_parts(actor: Principal) -> Sequence[ColumnElement[bool]]:
    """`visible` for whoever sees an organization's payments, in parts: these, the actor's own of
    others, and its registration's. Each has an index, as one condition they have none; no payment
    is in two. Without such an organization there are no parts."""
    organization_id = viewed_organization(actor)
    if organization_id is None:
        return []
    is_of_organization = col(Payment.organization_id) == organization_id
    is_of_others = col(Payment.organization_id).is_distinct_from(organization_id)
    is_payer = col(Payment.payer_profile_id) == actor.profile_id
    parts = [is_of_organization, and_(is_payer, is_of_others)]
    if (registration := own_registration(actor)) is not None:
        is_of_registration = col(Payment.charge_id).in_(select(col(Charge.id)).where(registration))
        parts.append(and_(is_of_registration, ~is_payer, is_of_others))
    return parts


def is_spelt(search: str | None) -> bool:
    """Whether each word has an Arabic letter, so that payers alone can have it: there is none in
    what is numbered."""
    return all(_LETTER.search(word) for word in words_of(search))


def begins_mobile(search: str | None) -> ColumnElement[bool] | None:
    """The condition that a payer's mobile number begins with what may be the beginning of one;
    None for other words. It has an index on the order of numbers."""
    words = words_of(search)
    if len(words) != 1 or not _MOBILE.fullmatch(words[0]):
        return None
    phone, begins = col(Payer.phone), f"+966{words[0]}"
    # In the order of bytes, in which a colon is what follows the digits.
    return and_(phone.op("~>=~")(begins), phone.op("~<~")(f"{begins}:"))


def walks_by(search: str | None) -> ColumnElement[bool]:
    """The condition of a search for a list that is read in its order until a page is full; its
    `Payer` and `Charge` are joined."""
    payer = col(Payment.payer_profile_id), col(_PERSON.profile_id)
    is_called = walks_by_words(search, col(_PERSON.search))
    if is_spelt(search):
        # Whom few are called, many rows are walked for.
        return _is_one_of_few(*payer, is_called)
    if len(words_of(search)) > 1:
        return walks_by_words(search, col(Payer.search), *NUMBERED)
    charge = col(Payment.charge_id), col(_THING.id)
    has_code = walks_by_words(search, func.lower(col(_THING.subject_code)))
    (word,) = words_of(search)
    is_for = _is_one_of_few if _DIGITS.fullmatch(word) else _is_one
    _, numbers = NUMBERED
    return or_(
        walks_by_words(search, numbers), _is_one(*payer, is_called), is_for(*charge, has_code)
    )


def _is_one_of_few(
    key: SQLColumnExpression[Any], found: SQLColumnExpression[Any], condition: ColumnElement[bool]
) -> ColumnElement[bool]:
    """`_is_one`, but where few of the table's rows are meant they are gathered before. To gather
    many would take longer than to look at the row of each payment until a page is full."""
    few = select(found.label("id")).where(condition).limit(_FEW + 1).cte()
    return case(
        (
            select(func.count() <= _FEW).select_from(few).scalar_subquery(),
            key.in_(select(few.c.id)),
        ),
        else_=_is_one(key, found, condition),
    )


def _is_one(
    key: SQLColumnExpression[Any], found: SQLColumnExpression[Any], condition: ColumnElement[bool]
) -> ColumnElement[bool]:
    """Whether the row of another table that a payment names by this key is meant."""
    return select(condition).where(found == key).scalar_subquery()


def sums_of(rows: Select[Any]) -> Select[Any]:
    """How many payments a list of `SUMMED` has, and what they come to, by currency."""
    first = first_rows(rows).c
    return (
        select(
            first.currency,
            func.count().label("payments"),
            sum_money(first.succeeded_minor).label("succeeded_minor"),
            sum_money(first.refunded_minor).label("refunded_minor"),
        )
        .group_by(first.currency)
        .order_by(first.currency)
    )


def sums_of_few(listed: Select[Any]) -> Select[Any]:
    """`sums_of` with `all_payments`, which is all that is said of more than are counted: they are
    counted by an index, and each would have to be read to be added up."""
    how_many = counted(listed, col(Payment.id)).cte("how_many")
    (payments,) = how_many.c
    is_few = select(payments <= COUNTED).scalar_subquery()
    rows = listed.with_only_columns(*SUMMED, maintain_column_froms=True).where(is_few)
    sums = sums_of(rows).subquery()
    return (
        select(payments.label("all_payments"), *sums.c)
        .select_from(how_many)
        .outerjoin(sums, true())
        .order_by(sums.c.currency)
    )
