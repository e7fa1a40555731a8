from kit.web.invariants.checks import Invariant

SEATS_ARE_COUNTED = Invariant(
    "seats_are_counted",
    """
    SELECT seats.batch_id::text AS id,
        'counted are ' || seats.taken || ' taken and ' || seats.waiting
        || ' waiting, there are ' || coalesce(held.count, 0) + coalesce(bought.count, 0)
        || ' and ' || coalesce(held.waiting, 0) || ', with ' || seats.surplus
        || ' beyond the capacity of ' || seats.capacity AS detail
    FROM seats
    LEFT JOIN (
        SELECT batch_id,
            count(*) FILTER (WHERE status IN ('pending_payment', 'confirmed', 'completed'))
                AS count,
            count(*) FILTER (WHERE status = 'waitlisted') AS waiting
        FROM enrollments GROUP BY batch_id
    ) AS held ON held.batch_id = seats.batch_id
    LEFT JOIN (
        SELECT batch_id, sum(free_seats) AS count FROM bulk_enrollments
        WHERE free_seats > 0 GROUP BY batch_id
    ) AS bought ON bought.batch_id = seats.batch_id
    WHERE seats.taken <> coalesce(held.count, 0) + coalesce(bought.count, 0)
    OR seats.waiting <> coalesce(held.waiting, 0)
    OR seats.surplus <> greatest(seats.taken - seats.capacity, 0)
    """,
)
# A cancelled enrollment had its seat, and its batch's terms determine the refund.
PAYMENTS_ARE_ANSWERED = Invariant(
    "payments_are_answered",
    """
    SELECT enrollments.id::text AS id,
        charges.reference || ': paid, but its enrollment is ' || enrollments.status AS detail
    FROM charges JOIN enrollments ON enrollments.id = charges.enrollment_id
    WHERE charges.status IN ('paid', 'partly_refunded') AND NOT EXISTS (
        SELECT FROM settlements
        WHERE charge_id = charges.id AND refund_requested_at IS NOT NULL)
    AND enrollments.status IN
        ('requested', 'waitlisted', 'pending_payment', 'rejected', 'expired')
    """,
)
PAID_FILES_ARE_ANSWERED = Invariant(
    "paid_files_are_answered",
    """
    SELECT bulk_enrollments.id::text AS id,
        charges.reference || ': paid, but its file is ' || bulk_enrollments.status AS detail
    FROM charges JOIN bulk_enrollments ON bulk_enrollments.id = charges.enrollment_id
    WHERE charges.status IN ('paid', 'partly_refunded') AND NOT EXISTS (
        SELECT FROM settlements
        WHERE charge_id = charges.id AND refund_requested_at IS NOT NULL)
    AND bulk_enrollments.status <> 'finished'
    """,
)
UNPAID_SEATS_ARE_FREED = Invariant(
    "unpaid_seats_are_freed",
    """
    SELECT id::text AS id, 'holds a seat unpaid since ' || payment_due_at AS detail FROM enrollments
    WHERE status = 'pending_payment' AND payment_due_at < now() - interval '10 minutes'
    -- Until payments answers it stays held: an alarm rings when that takes too long.
    AND NOT EXISTS (
        SELECT FROM expiry_requests
        WHERE subject_id IN (enrollments.id, enrollments.bulk_enrollment_id))
    """,
)
VALID_CERTIFICATES_ARE_PASSED = Invariant(
    "valid_certificates_are_passed",
    """
    SELECT certificates.id::text AS id,
        certificates.number || ': valid, but its result is ' || outcomes.result AS detail
    FROM certificates JOIN outcomes ON outcomes.enrollment_id = certificates.enrollment_id
    WHERE certificates.status = 'issued' AND outcomes.result <> 'passed'
    """,
)

INVARIANTS = (
    SEATS_ARE_COUNTED,
    PAYMENTS_ARE_ANSWERED,
    PAID_FILES_ARE_ANSWERED,
    UNPAID_SEATS_ARE_FREED,
    VALID_CERTIFICATES_ARE_PASSED,
)
