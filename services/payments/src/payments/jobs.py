"""Work that repeats: deadlines, questions to the provider, refunds."""

from collections.abc import Sequence
from datetime import timedelta

from kit.app import Context
from kit.messaging.periodic import Job, Sweep

from payments.callbacks.service import process_callbacks
from payments.charges.service import expire_charges
from payments.payments.inquiries import ask_due
from payments.payments.telling import tell_declined
from payments.provider import Provider
from payments.refunds.sending import ask_next, send_next
from payments.registrations.service import align_registrations

SWEEPS: Sequence[Sweep] = (
    align_registrations,
    expire_charges,
    process_callbacks,
    tell_declined,
)


def jobs(context: Context) -> Sequence[Job]:
    """What talks to the provider."""
    provider = Provider.of(context)
    return (
        Job("payments.ask", timedelta(seconds=2), lambda: ask_due(provider)),
        Job("refunds.send", timedelta(seconds=2), lambda: send_next(provider)),
        Job("refunds.ask", timedelta(seconds=5), lambda: ask_next(provider)),
    )
