"""Money that waits for a person, as `/metrics` shows it. Both statements have their own index."""

from kit.gauges import Measure

MEASURES = (
    Measure(
        "itqan_payments_under_review",
        "Payments whose money is held until somebody has looked at it",
        "SELECT count(*) FROM payments WHERE status = 'under_review'",
    ),
    Measure(
        "itqan_refunds_failed",
        "Refunds that the provider refused and nobody has asked for again",
        """
        SELECT count(*) FROM refunds AS failed
        WHERE status = 'failed' AND NOT EXISTS (
            SELECT FROM refunds AS later
            WHERE later.payment_id = failed.payment_id
            AND later.id > failed.id AND later.status <> 'failed')
        """,
    ),
)
