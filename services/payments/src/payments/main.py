"""The payments service: what is owed, and money at the card payment provider."""

from kit.app import Service

from payments.callbacks.routes import router as callbacks_router
from payments.charges.routes import router as charges_router
from payments.config import Settings
from payments.handlers import HANDLERS
from payments.jobs import SWEEPS, jobs
from payments.measures import MEASURES
from payments.payments.routes import router as payments_router
from payments.paymob.client import connect
from payments.refunds.routes import router as refunds_router
from payments.republishing import republish
from payments.tables import metadata

app = Service(
    name="payments",
    settings=Settings,
    metadata=metadata,
    routers=(charges_router, payments_router, refunds_router, callbacks_router),
    handlers=HANDLERS,
    sweeps=SWEEPS,
    jobs=jobs,
    resources=connect,
    measures=MEASURES,
    republish=republish,
)
