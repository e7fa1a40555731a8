"""Invariants of charges, payments and refunds.

The queries scan all rows, because old rows can be damaged too.
"""

from kit.web.invariants.checks import Invariant

PAID_CHARGES_ARE_SETTLED = Invariant(
    "paid_charges_are_settled",
    """
    SELECT coalesce(
            (SELECT last.id FROM payments AS last WHERE last.charge_id = charges.id
                ORDER BY last.number DESC LIMIT 1),
            charges.id)::text AS id,
        charges.reference || ': ' || charges.status || ', but ' || coalesce(
            'its payment has ' || coalesce(payments.received_minor, 0) || ' of '
                || charges.amount_minor || ' and is ' || payments.status,
            'no payment settles it')
        AS detail
    FROM charges LEFT JOIN payments
        ON payments.id = charges.payment_id AND payments.charge_id = charges.id
    WHERE charges.status IN ('paid', 'partly_refunded', 'refunded') AND NOT charges.waived
    AND (payments.id IS NULL OR payments.status <> 'succeeded'
        OR payments.received_minor IS DISTINCT FROM charges.amount_minor)
    """,
)
OTHER_MONEY_GOES_BACK = Invariant(
    "other_money_goes_back",
    """
    SELECT payments.id::text AS id,
        charges.reference || ': ' || payments.received_minor || ' came, settles nothing, and '
        || coalesce(sent.amount_minor, 0) || ' goes back' AS detail
    FROM payments JOIN charges ON charges.id = payments.charge_id
    LEFT JOIN LATERAL (
        SELECT sum(refunds.amount_minor) AS amount_minor FROM refunds
        WHERE refunds.transaction_id = payments.transaction_id AND refunds.status <> 'failed'
    ) AS sent ON true
    WHERE payments.status = 'succeeded' AND charges.payment_id IS DISTINCT FROM payments.id
    AND coalesce(sent.amount_minor, 0) < payments.received_minor
    """,
)
PAYMENTS_ARE_THEIR_CHARGES = Invariant(
    "payments_are_their_charges",
    """
    SELECT payments.id::text AS id, charges.reference || ': its organization is '
        || coalesce(charges.organization_id::text, 'none') || ', its payer '
        || charges.payer_profile_id || ', and of the payment '
        || coalesce(payments.organization_id::text, 'none') || ' and '
        || coalesce(payments.payer_profile_id::text, 'none') AS detail
    FROM payments JOIN charges ON charges.id = payments.charge_id
    WHERE (payments.organization_id, payments.payer_profile_id)
        IS DISTINCT FROM (charges.organization_id, charges.payer_profile_id)
    """,
)
REFUNDS_ADD_UP = Invariant(
    "refunds_add_up",
    """
    SELECT payments.id::text AS id,
        charges.reference || ': ' || payments.received_minor || ' came, refunds of '
        || coalesce(made.all_minor, 0) || ' were requested and of ' || coalesce(made.done_minor, 0)
        || ' done, recorded are ' || payments.refunded_minor || ' and ' || charges.refunded_minor
        AS detail
    FROM payments JOIN charges ON charges.id = payments.charge_id
    LEFT JOIN (
        SELECT transaction_id,
            sum(amount_minor) FILTER (WHERE status <> 'failed') AS all_minor,
            sum(amount_minor) FILTER (WHERE status = 'done') AS done_minor
        FROM refunds GROUP BY transaction_id
    ) AS made ON made.transaction_id = payments.transaction_id
    WHERE coalesce(made.all_minor, 0) > coalesce(payments.received_minor, 0)
    OR coalesce(made.done_minor, 0) <> payments.refunded_minor
    OR (charges.payment_id = payments.id AND charges.refunded_minor <> payments.refunded_minor)
    """,
)
CALLBACKS_ARE_PROCESSED = Invariant(
    "callbacks_are_processed",
    """
    SELECT id::text AS id, 'transaction ' || transaction_id || ' is ' || state || ' since '
        || received_at || ', and failed ' || failures || ' times' AS detail
    FROM callbacks
    WHERE processed_at IS NULL AND received_at < now() - interval '10 minutes'
    """,
)
DOCUMENTS_ARE_ISSUED = Invariant(
    "documents_are_issued",
    """
    SELECT charges.id::text AS id, charges.reference || ': paid, without a receipt' AS detail
    FROM charges
    WHERE charges.status IN ('paid', 'partly_refunded', 'refunded') AND NOT charges.waived
    AND charges.purpose <> 'account_bill'
    AND charges.paid_at < now() - interval '10 minutes'
    AND NOT EXISTS (
        SELECT FROM documents WHERE charge_id = charges.id AND kind = 'receipt')
    UNION ALL
    SELECT refunds.id::text, charges.reference || ': refunded, without a credit note'
    FROM refunds
    JOIN payments
        ON payments.id = refunds.payment_id AND payments.transaction_id = refunds.transaction_id
    JOIN charges ON charges.payment_id = payments.id
    WHERE refunds.status = 'done' AND charges.purpose <> 'account_bill'
    AND refunds.done_at < now() - interval '10 minutes'
    AND NOT EXISTS (SELECT FROM documents WHERE refund_id = refunds.id)
    """,
)
DOCUMENTS_HAVE_NO_GAPS = Invariant(
    "documents_have_no_gaps",
    """
    SELECT series.kind || '-' || series.year AS id,
        'there is no ' || min(wanted.number) || ', and the last number is ' || series.last_number
        AS detail
    FROM document_series AS series
    -- The newest, each looked up by its number: an older one that is gone is a charge without a
    -- receipt or a refund without a credit note, which is looked for above.
    CROSS JOIN LATERAL (
        SELECT CASE series.kind WHEN 'receipt' THEN 'REC-' ELSE 'CRN-' END || series.year || '-'
            || lpad(place::text, greatest(6, length(place::text)), '0') AS number
        FROM generate_series(greatest(1, series.last_number - 999), series.last_number) AS place
    ) AS wanted
    LEFT JOIN documents ON documents.number = wanted.number
    WHERE documents.id IS NULL
    GROUP BY series.kind, series.year, series.last_number
    """,
)
INVOICES_ARE_CHAINED = Invariant(
    "invoices_are_chained",
    """
    SELECT newest.id::text AS id, newest.number || ': invoice ' || newest.counter || CASE
        WHEN newest.hash <> encode(sha256(convert_to(newest.xml, 'UTF8')), 'base64')
        THEN ' is not what was issued' ELSE ' does not follow the one before' END AS detail
    -- An older one was looked at when it was among the newest, and each holds the hash of the one
    -- before it.
    FROM (SELECT * FROM documents WHERE counter IS NOT NULL ORDER BY counter DESC LIMIT 1000)
        AS newest
    LEFT JOIN documents AS before ON before.counter = newest.counter - 1
    WHERE newest.hash IS DISTINCT FROM encode(sha256(convert_to(newest.xml, 'UTF8')), 'base64')
    OR (newest.counter > 1 AND newest.previous_hash IS DISTINCT FROM before.hash)
    OR position(newest.previous_hash IN newest.xml) = 0
    """,
)
SETTLEMENT_REPORTS_COME = Invariant(
    "settlement_reports_come",
    # The provider settles within days. Check only once a report exists; reports omit transfers and
    # voids.
    """
    SELECT days.day::text AS id,
        'no settlement report has this day, on which ' || days.payments || ' payments came'
        AS detail
    FROM (
        SELECT (completed_at AT TIME ZONE 'Asia/Riyadh')::date AS day, count(*) AS payments
        FROM payments
        WHERE status = 'succeeded' AND transaction_id > 0
        AND NOT EXISTS (SELECT FROM refunds WHERE refunds.transaction_id = payments.transaction_id
            AND refunds.method = 'void' AND refunds.status = 'done')
        AND completed_at BETWEEN now() - interval '30 days' AND now() - interval '3 days'
        GROUP BY 1
    ) AS days
    WHERE days.day >= (SELECT min(first_day) FROM settlement_reports)
    AND NOT EXISTS (
        SELECT FROM settlement_reports WHERE days.day BETWEEN first_day AND last_day)
    """,
)
ACCOUNTS_ADD_UP = Invariant(
    "accounts_add_up",
    """
    SELECT accounts.id::text AS id,
        'owed are ' || accounts.owed_minor || ', and the entries without the paid bills come to '
        || coalesce(entries.amount_minor, 0) - coalesce(paid.amount_minor, 0) AS detail
    FROM accounts
    LEFT JOIN (
        SELECT account_id, sum(amount_minor) AS amount_minor FROM account_entries GROUP BY 1
    ) AS entries ON entries.account_id = accounts.id
    LEFT JOIN (
        SELECT account_id, sum(amount_minor) AS amount_minor FROM account_bills
        WHERE settled_at IS NOT NULL GROUP BY 1
    ) AS paid ON paid.account_id = accounts.id
    WHERE accounts.owed_minor
        <> coalesce(entries.amount_minor, 0) - coalesce(paid.amount_minor, 0)
    UNION ALL
    SELECT bills.account_id::text, charges.reference || ': the bill is of ' || bills.amount_minor
        || ', its charge of ' || charges.amount_minor || ', its entries come to '
        || coalesce(entries.amount_minor, 0)
    FROM account_bills AS bills JOIN charges ON charges.id = bills.charge_id
    LEFT JOIN (
        SELECT bill_id, sum(amount_minor) AS amount_minor FROM account_entries GROUP BY 1
    ) AS entries ON entries.bill_id = bills.id
    WHERE bills.amount_minor <> charges.amount_minor
        OR bills.amount_minor IS DISTINCT FROM entries.amount_minor
    UNION ALL
    SELECT coalesce(entries.account_id, payments.id)::text, charges.reference
        || ': paid on account are ' || coalesce(payments.received_minor, 0) || ', recorded are '
        || coalesce(entries.amount_minor, 0)
    FROM (SELECT * FROM payments WHERE way = 'on_account' AND status = 'succeeded') AS payments
    FULL JOIN (SELECT * FROM account_entries WHERE kind = 'charged') AS entries
        ON entries.charge_id = payments.charge_id
    JOIN charges ON charges.id = coalesce(entries.charge_id, payments.charge_id)
    WHERE payments.received_minor IS DISTINCT FROM entries.amount_minor
    """,
)

INVARIANTS = (
    PAID_CHARGES_ARE_SETTLED,
    OTHER_MONEY_GOES_BACK,
    PAYMENTS_ARE_THEIR_CHARGES,
    REFUNDS_ADD_UP,
    CALLBACKS_ARE_PROCESSED,
    DOCUMENTS_ARE_ISSUED,
    DOCUMENTS_HAVE_NO_GAPS,
    INVOICES_ARE_CHAINED,
    SETTLEMENT_REPORTS_COME,
    ACCOUNTS_ADD_UP,
)
