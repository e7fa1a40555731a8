"""Match a report's lines with our payments and refunds in a few set-based statements."""

from kit.database.db import AsyncSession
from kit.domain.timezone import get_day_end, get_day_start
from sqlalchemy import func, text
from sqlalchemy.orm import aliased
from sqlmodel import col

from payments.reconciliation.models import (
    TASK_STATES,
    LineOutcome,
    SettlementLine,
    SettlementReport,
    TaskStatus,
)

# The order matters: each statement skips lines matched by an earlier one.
_COMPARISONS = (
    # Payments received.
    """
    UPDATE settlement_lines AS line SET payment_id = payments.id,
        expected_minor = payments.received_minor,
        outcome = CASE WHEN payments.received_minor = line.amount_minor
            AND payments.currency = line.currency THEN 'matched' ELSE 'other_amount' END
    FROM payments
    WHERE line.report_id = :report AND line.kind = 'payment'
    AND payments.transaction_id = line.transaction_id
    """,
    # Second payments of an order: only their callbacks have the transaction number.
    """
    UPDATE settlement_lines AS line SET payment_id = callbacks.payment_id,
        expected_minor = (callbacks.body ->> 'amount_cents')::bigint,
        outcome = CASE WHEN (callbacks.body ->> 'amount_cents')::bigint = line.amount_minor
            AND callbacks.body ->> 'currency' = line.currency
            THEN 'matched' ELSE 'other_amount' END
    FROM callbacks
    WHERE line.report_id = :report AND line.kind = 'payment' AND line.payment_id IS NULL
    AND callbacks.transaction_id = line.transaction_id AND callbacks.state = 'paid'
    AND callbacks.payment_id IS NOT NULL
    """,
    # Refunds, by their own transaction number.
    """
    UPDATE settlement_lines AS line SET payment_id = refunds.payment_id,
        expected_minor = refunds.amount_minor,
        outcome = CASE WHEN refunds.amount_minor = line.amount_minor
            AND refunds.currency = line.currency THEN 'matched' ELSE 'other_amount' END
    FROM refunds
    WHERE line.report_id = :report AND line.kind = 'refund' AND refunds.status = 'done'
    AND refunds.refund_transaction_id = line.transaction_id
    """,
    """
    UPDATE settlement_lines AS line SET outcome = 'repeated'
    WHERE line.report_id = :report AND line.payment_id IS NOT NULL AND EXISTS (
        SELECT FROM settlement_lines AS earlier
        WHERE earlier.transaction_id = line.transaction_id AND earlier.kind = line.kind
        AND earlier.number IS NOT NULL
        AND (earlier.report_id <> line.report_id OR earlier.number < line.number))
    """,
)
_ADDITIONS = (
    # Voided payments are never settled, and other methods' negative numbers are not the provider's.
    """
    INSERT INTO settlement_lines (id, report_id, kind, transaction_id, reference, amount_minor,
        fee_minor, currency, day, outcome, expected_minor, payment_id, version)
    SELECT gen_random_uuid(), CAST(:report AS uuid), 'payment', payments.transaction_id,
        payments.special_reference, payments.received_minor, 0, payments.currency,
        (payments.completed_at AT TIME ZONE 'Asia/Riyadh')::date, 'missing_there',
        payments.received_minor, payments.id, 1
    FROM payments
    WHERE payments.status = 'succeeded' AND payments.transaction_id > 0
    AND payments.completed_at >= :begins
    AND payments.completed_at < :ends
    AND NOT EXISTS (SELECT FROM refunds WHERE refunds.transaction_id = payments.transaction_id
        AND refunds.method = 'void' AND refunds.status = 'done')
    AND NOT EXISTS (SELECT FROM settlement_lines AS line
        WHERE line.transaction_id = payments.transaction_id AND line.kind = 'payment')
    """,
    """
    INSERT INTO settlement_lines (id, report_id, kind, transaction_id, reference, amount_minor,
        fee_minor, currency, day, outcome, expected_minor, payment_id, version)
    SELECT gen_random_uuid(), CAST(:report AS uuid), 'refund', refunds.refund_transaction_id,
        payments.special_reference, refunds.amount_minor, 0, refunds.currency,
        (refunds.done_at AT TIME ZONE 'Asia/Riyadh')::date, 'missing_there',
        refunds.amount_minor, refunds.payment_id, 1
    FROM refunds JOIN payments ON payments.id = refunds.payment_id
    WHERE refunds.status = 'done' AND refunds.method = 'refund'
    AND refunds.refund_transaction_id IS NOT NULL
    AND refunds.done_at >= :begins AND refunds.done_at < :ends
    AND NOT EXISTS (SELECT FROM settlement_lines AS line
        WHERE line.transaction_id = refunds.refund_transaction_id AND line.kind = 'refund')
    """,
    """
    UPDATE settlement_lines SET task_status = 'open'
    WHERE report_id = :report
    AND outcome IN ('other_amount', 'missing_here', 'missing_there', 'repeated')
    """,
)


async def match_report(session: AsyncSession, report: SettlementReport) -> None:
    """Set the outcome of each line of a new report, and add lines for payments it lacks."""
    values = {
        "report": report.id,
        "begins": get_day_start(report.first_day),
        "ends": get_day_end(report.last_day),
    }
    for statement in _COMPARISONS:
        await session.execute(text(statement), {"report": report.id})
    await _close_resolved_tasks(session, report)
    for statement in _ADDITIONS:
        used = {name: value for name, value in values.items() if f":{name}" in statement}
        await session.execute(text(statement), used)


async def _close_resolved_tasks(session: AsyncSession, report: SettlementReport) -> None:
    """Close tasks about payments that earlier reports lacked and this one contains."""
    line = aliased(SettlementLine)
    await session.execute(
        TASK_STATES.transition_all(TaskStatus.OPEN, TaskStatus.CLOSED)
        .where(
            col(line.report_id) == report.id,
            col(line.transaction_id) == col(SettlementLine.transaction_id),
            col(line.kind) == col(SettlementLine.kind),
            col(SettlementLine.outcome) == LineOutcome.MISSING_THERE,
        )
        .values(
            closed_at=func.now(),
            note=func.coalesce(col(SettlementLine.note) + "\n", "") + report.file_name,
            version=col(SettlementLine.version) + 1,
        )
    )
