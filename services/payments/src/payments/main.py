"""Payments service: charges, and payments through the card payment provider."""

from kit.documents import media
from kit.messaging.audit import Audited
from kit.web.app import Service

from payments.accounts import tasks as accounts_tasks
from payments.accounts.models import Account
from payments.accounts.routes import router as accounts_router
from payments.adapters.paymob.client import connect
from payments.charges import tasks as charges_tasks
from payments.charges.models import Charge
from payments.charges.tasks import UNACKNOWLEDGED_CHARGES, UNEXPECTED_CHARGES
from payments.checkout import tasks as checkout_tasks
from payments.checkout.routes import router as checkout_router
from payments.config import Settings
from payments.documents import tasks as documents_tasks
from payments.documents.routes import router as documents_router
from payments.handlers import HANDLERS
from payments.history.routes import router as history_router
from payments.invariants import INVARIANTS
from payments.payments.models import Payment
from payments.payments.queries import UNDER_REVIEW
from payments.reconciliation.routes import router as reconciliation_router
from payments.refunds import tasks as refunds_tasks
from payments.refunds.queries import FAILED
from payments.refunds.routes import router as refunds_router
from payments.refunds.tasks import inquire_before_sending
from payments.registrations import tasks as registrations_tasks
from payments.republish import republish
from payments.revenue.routes import router as revenue_router
from payments.reviews.routes import router as reviews_router
from payments.settlement import tasks as settlement_tasks
from payments.settlement.routes import router as settlement_router
from payments.statements.routes import router as statements_router
from payments.tables import metadata
from payments.timelines.routes import router as timelines_router
from payments.transfers.routes import router as transfers_router

app = Service(
    name="payments",
    settings=Settings,
    metadata=metadata,
    routers=(
        # Must precede the payments router, or `settlement-reports` would be parsed as a payment ID.
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
    tasks=(
        *media.TASKS,
        *accounts_tasks.TASKS,
        *charges_tasks.TASKS,
        *checkout_tasks.TASKS,
        *documents_tasks.TASKS,
        *refunds_tasks.TASKS,
        *registrations_tasks.TASKS,
        *settlement_tasks.TASKS,
    ),
    audited={Account: Audited("payment_account")},
    resources=connect,
    measures=(UNDER_REVIEW, FAILED, UNACKNOWLEDGED_CHARGES, UNEXPECTED_CHARGES),
    invariants=INVARIANTS,
    republish=republish,
    versioned=(Charge, Payment),
    recover=inquire_before_sending,
)
