"""What the service has of a person. What was owed, paid and given back is kept for accounting; the
card that paid is not."""

from uuid import UUID

from kit.personal_data import Person, Personal
from sqlalchemy import ColumnElement, Select, select
from sqlmodel import col

from payments.charges.models import Charge
from payments.payments.models import Payment
from payments.refunds.models import Refund
from payments.replicas.models import Payer


def _of_payment(person: Person) -> ColumnElement[bool]:
    return col(Payment.charge_id).in_(_charges(person))


def _of_refund(person: Person) -> ColumnElement[bool]:
    return col(Refund.charge_id).in_(_charges(person))


def _charges(person: Person) -> Select[UUID]:
    own = col(Charge.payer_user_id) == person.user_id
    return select(col(Charge.id)).where(own)


PERSONAL = (
    Personal(Charge, "charges", lambda person: col(Charge.payer_user_id) == person.user_id),
    Personal(
        Payment,
        "payments",
        _of_payment,
        without=frozenset({"client_secret", "intention_id", "integration_id"}),
        erased={"card_brand": None, "card_last4": None},
    ),
    Personal(
        Refund,
        "refunds",
        _of_refund,
        without=frozenset({"request_key", "requested_by", "note", "error"}),
        erased={"note": None},
    ),
    Personal(Payer, "profiles", lambda person: col(Payer.user_id) == person.user_id),
)
