"""The identity service."""

from kit.app import Service
from kit.media import jobs

from identity.config import Settings
from identity.handlers import HANDLERS
from identity.logins import routes as sessions
from identity.media import routes as media
from identity.numbers import desk_routes as number_cases
from identity.numbers import routes as numbers
from identity.otps import routes as otps
from identity.passwords import routes as passwords
from identity.profiles import routes as profiles
from identity.proofs import routes as proofs
from identity.registrations import routes as registrations
from identity.republish import republish
from identity.revocations.queries import OwnVerifier, internal_router
from identity.submissions import routes as submissions
from identity.sweeps import SWEEPS
from identity.tables import Table
from identity.users import routes as users

app = Service(
    name="identity",
    settings=Settings,
    metadata=Table.metadata,
    routers=[
        sessions.router,
        proofs.router,
        registrations.router,
        otps.router,
        passwords.router,
        users.router,
        numbers.router,
        number_cases.router,
        profiles.router,
        submissions.router,
        media.router,
    ],
    internal_routers=[internal_router],
    handlers=HANDLERS,
    sweeps=SWEEPS,
    jobs=jobs,
    republish=republish,
    keys=OwnVerifier,
)
