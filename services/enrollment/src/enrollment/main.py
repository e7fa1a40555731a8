"""The service, declared; `python -m kit enrollment serve` runs it."""

from kit.app import Service

from enrollment.config import Settings
from enrollment.enrollments import dashboard_routes, routes
from enrollment.enrollments import sweeps as enrollment_sweeps
from enrollment.handlers import HANDLERS
from enrollment.republish import republish
from enrollment.seats import sweeps as seats_sweeps
from enrollment.seats.routes import router as seats_router
from enrollment.tables import Table

app = Service(
    name="enrollment",
    settings=Settings,
    metadata=Table.metadata,
    # The candidate's paths first: `/enrollments/mine` is not an enrollment's id.
    routers=[routes.router, dashboard_routes.router, seats_router],
    handlers=HANDLERS,
    sweeps=(*enrollment_sweeps.SWEEPS, *seats_sweeps.SWEEPS),
    republish=republish,
)
