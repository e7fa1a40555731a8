"""Why something cannot be done with a bulk enrollment."""

from kit.core.errors import Conflict, FieldProblem, Invalid, NotFound


class BulkEnrollmentNotFound(NotFound):
    """There is none, or it is another organization's."""

    code = "bulk_enrollment.not_found"
    default_detail = "This bulk enrollment does not exist."


class BulkRefused(Conflict):
    """Its state does not allow it: it was confirmed, cancelled, or is being checked."""

    code = "bulk_enrollment.invalid_state"
    default_detail = "This is not possible in the present state of the bulk enrollment."


class NothingToConfirm(Conflict):
    """No row is valid."""

    code = "bulk_enrollment.no_valid_rows"
    default_detail = "No row is valid."


class SeatsShort(Conflict):
    """More people than seats: `fields` names each batch by its code, and how many fit."""

    code = "bulk_enrollment.not_enough_seats"
    default_detail = "There are not enough seats. Confirm with the waiting list for the others."


class TotalChanged(Conflict):
    """It costs something else than was shown: `fields` says what, at `total_minor`."""

    code = "bulk_enrollment.total_changed"
    default_detail = "The total has changed. Look at it again before you confirm."

    @classmethod
    def to(cls, total_minor: int) -> "TotalChanged":
        """With what it costs now, in minor units."""
        message = f"It is {total_minor} now."
        return cls(fields=[FieldProblem(field="total_minor", code=cls.code, message=message)])


class AcceptanceNeeded(Conflict):
    """Its organization decides about each person, so that nobody else buys seats without names."""

    code = "batch.requires_acceptance"
    default_detail = "The batch's organization accepts each person: seats cannot be bought."


class SeatsFree(Conflict):
    """Where nothing is to be paid, seats are not held for people without names."""

    code = "batch.free_of_charge"
    default_detail = "The batch is free: enroll its people when you know them."


class NotInTests(Conflict):
    """A test client cannot do it, or a bulk enrollment that is no test cannot be paid so."""

    code = "bulk_enrollment.not_in_tests"
    default_detail = "This is not possible for a test, or for a test alone."


class KeyReused(Invalid):
    """The `Idempotency-Key` was used for another body."""

    code = "idempotency_key.reused"
    default_detail = "This Idempotency-Key was used for something else."
