from kit.core.errors import Conflict, FieldProblem, Invalid, NotFound


class BulkEnrollmentNotFound(NotFound):
    """The bulk enrollment does not exist or belongs to another organization."""

    code = "bulk_enrollment.not_found"
    default_detail = "We couldn't find this bulk enrollment."


class BulkRefused(Conflict):
    """The state does not allow the action."""

    code = "bulk_enrollment.invalid_state"
    default_detail = "You can't do this at the current stage of the bulk enrollment."


class NothingToConfirm(Conflict):
    """No row is valid."""

    code = "bulk_enrollment.no_valid_rows"
    default_detail = "None of the rows is valid. Correct at least one."


class SeatsShort(Conflict):
    """Too few seats; `fields` has the number that fits, by batch code."""

    code = "bulk_enrollment.not_enough_seats"
    default_detail = (
        "There aren't enough seats for everyone. Use the waiting list or skip some rows."
    )


class TotalChanged(Conflict):
    """The total differs from the confirmed one; `fields` has the current `total_minor`."""

    code = "bulk_enrollment.total_changed"
    default_detail = "The total has changed. Review it, then confirm."

    @classmethod
    def with_total(cls, total_minor: int) -> "TotalChanged":
        """Build the error with the current total in minor units."""
        message = f"The total is now {total_minor}."
        return cls(fields=[FieldProblem(field="total_minor", code=cls.code, message=message)])


class AcceptanceNeeded(Conflict):
    """The batch's organization accepts candidates, so others cannot buy prepaid seats."""

    code = "batch.requires_acceptance"
    default_detail = (
        "The organization must approve each person, so you can't buy seats without names."
    )


class SeatsFree(Conflict):
    """Free seats cannot be reserved without names."""

    code = "batch.free_of_charge"
    default_detail = (
        "This batch is free, so there's nothing to pay in advance. Enroll people when you know "
        "their names."
    )


class TestModeMismatch(Conflict):
    """Test clients cannot do this, or only tests can be paid this way."""

    code = "bulk_enrollment.not_in_tests"
    default_detail = "This isn't available for tests, or is available only for tests."


class KeyReused(Invalid):
    """The `Idempotency-Key` was used for another body."""

    code = "idempotency_key.reused"
    default_detail = "This idempotency key was already used for a different request."
