"""Looks for charges without a receipt and refunds without a credit note."""

from datetime import timedelta

from kit.messaging.periodic import Sweep

from payments.documents.service import issue_credit_notes, issue_receipts

SWEEPS = (
    Sweep("documents.receipts", timedelta(seconds=2), issue_receipts),
    Sweep("documents.credit_notes", timedelta(seconds=2), issue_credit_notes),
)
