"""How many refunds wait for a person."""

from kit.gauges import Measure

FAILED = Measure(
    "itqan_refunds_failed",
    "Refunds that the provider refused and nobody has asked for again",
    """
    SELECT count(*) FROM refunds AS failed
    WHERE status = 'failed' AND NOT EXISTS (
        SELECT FROM refunds AS later
        WHERE later.payment_id = failed.payment_id
        AND later.id > failed.id AND later.status <> 'failed')
    """,
)
"""It has an index of its own, as every copy asks for it all the time."""
