"""The payments service: what is owed, and money at the card payment provider."""

from collections.abc import Sequence
from datetime import timedelta

from kit.documents import media
from kit.messaging.audit import Audited
from kit.messaging.periodic import Job
from kit.web.app import Service

from payments.accounts import tasks as accounts_tasks
from payments.accounts.models import Account
from payments.accounts.routes import router as accounts_router
from payments.charges.models import Charge
from payments.charges.tasks import (
    UNACKNOWLEDGED_CHARGES,
    UNEXPECTED_CHARGES,
    publish_digests,
)
from payments.checkout.routes import router as checkout_router
from payments.checkout.tasks import notify_declined
from payments.config import Settings
from payments.documents import tasks as documents_tasks
from payments.documents.routes import router as documents_router
from payments.handlers import HANDLERS
from payments.history.routes import router as history_router
from payments.invariants import INVARIANTS
from payments.payments.models import Payment
from payments.payments.queries import UNDER_REVIEW
from payments.paymob.client import connect
from payments.paymob.provider import ProcessContext, Provider
from payments.reconciliation.routes import router as reconciliation_router
from payments.refunds.queries import FAILED
from payments.refunds.routes import router as refunds_router
from payments.refunds.tasks import ask_before_sending, inquire_next, send_next
from payments.registrations.tasks import align_registrations
from payments.republish import republish
from payments.revenue.routes import router as revenue_router
from payments.reviews.routes import router as reviews_router
from payments.settlement.routes import router as settlement_router
from payments.settlement.tasks import expire_charges, find_orders, inquire_due, settle_stored
from payments.statements.routes import router as statements_router
from payments.tables import metadata
from payments.timelines.routes import router as timelines_router
from payments.transfers.routes import router as transfers_router


def jobs(context: ProcessContext) -> Sequence[Job]:
    """What settles, what talks to the provider, and to the file store."""
    provider = Provider.of(context)
    return (
        # Payers wait for it.
        Job("callbacks.settle", timedelta(seconds=0.25), lambda: settle_stored(context.database)),
        Job("payments.inquire", timedelta(seconds=2), lambda: inquire_due(provider)),
        Job("refunds.send", timedelta(seconds=2), lambda: send_next(provider)),
        Job("refunds.inquire", timedelta(seconds=5), lambda: inquire_next(provider)),
        *media.jobs(context),
        *documents_tasks.jobs(context),
    )


app = Service(
    name="payments",
    settings=Settings,
    metadata=metadata,
    routers=(
        # Before the list of payments: `/payments/settlement-reports` is not a payment's id.
        reconciliation_router,
        revenue_router,
        history_router,
        timelines_router,
        checkout_router,
        refunds_router,
        reviews_router,
        documents_router,
        settlement_router,
        transfers_router,
        accounts_router,
        statements_router,
    ),
    handlers=HANDLERS,
    sweeps=(
        align_registrations,
        publish_digests,
        expire_charges,
        find_orders,
        notify_declined,
        *documents_tasks.SWEEPS,
        *accounts_tasks.SWEEPS,
    ),
    audited={Account: Audited("payment_account")},
    jobs=jobs,
    resources=connect,
    measures=(UNDER_REVIEW, FAILED, UNACKNOWLEDGED_CHARGES, UNEXPECTED_CHARGES),
    invariants=INVARIANTS,
    republish=republish,
    versioned=(Charge, Payment),
    recover=ask_before_sending,
)
