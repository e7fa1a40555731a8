from kit.core.errors import Conflict, FieldProblem, Invalid, NotFound


class BulkEnrollmentNotFound(NotFound):
    """The bulk enrollment does not exist or belongs to another organization."""

    code = "bulk_enrollment.not_found"
    default_detail = "This bulk enrollment does not exist."


class BulkRefused(Conflict):
    """The state does not allow the action."""

    code = "bulk_enrollment.invalid_state"
    default_detail = "This is not possible in the present state of the bulk enrollment."


class NothingToConfirm(Conflict):
    """No row is valid."""

    code = "bulk_enrollment.no_valid_rows"
    default_detail = "No row is valid."


class SeatsShort(Conflict):
    """Too few seats; `fields` has the number that fits, by batch code."""

    code = "bulk_enrollment.not_enough_seats"
    default_detail = "There are not enough seats. Confirm with the waiting list for the others."


class TotalChanged(Conflict):
    """The total differs from the confirmed one; `fields` has the current `total_minor`."""

    code = "bulk_enrollment.total_changed"
    default_detail = "The total has changed. Look at it again before you confirm."

    @classmethod
    def to(cls, total_minor: int) -> "TotalChanged":
        """Build the error with the current total in minor units."""
        message = f"It is {total_minor} now."
        return cls(fields=[FieldProblem(field="total_minor", code=cls.code, message=message)])


class AcceptanceNeeded(Conflict):
    """The batch's organization accepts candidates, so others cannot buy prepaid seats."""

    code = "batch.requires_acceptance"
    default_detail = "The batch's organization accepts each person: seats cannot be bought."


class SeatsFree(Conflict):
    """Free seats cannot be reserved without names."""

    code = "batch.free_of_charge"
    default_detail = "The batch is free: enroll its people when you know them."


class NotInTests(Conflict):
    """Test clients cannot do this, or only tests can be paid this way."""

    code = "bulk_enrollment.not_in_tests"
    default_detail = "This is not possible for a test, or for a test alone."


class KeyReused(Invalid):
    """The `Idempotency-Key` was used for another body."""

    code = "idempotency_key.reused"
    default_detail = "This Idempotency-Key was used for something else."
