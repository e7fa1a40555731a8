"""Approvals service: approval levels, requests and decisions."""

from kit.core.config import KitSettings
from kit.messaging.audit import Audited
from kit.web.app import Service

from approvals.approvers.models import LevelApprover
from approvals.approvers.routes import router as approvers
from approvals.delegations.models import Delegation
from approvals.delegations.routes import router as delegations
from approvals.handlers import HANDLERS
from approvals.levels.models import Level
from approvals.levels.routes import router as levels
from approvals.notes.routes import router as notes
from approvals.progress.routes import router as progress
from approvals.republish import republish
from approvals.requests import tasks as requests_tasks
from approvals.requests.models import Decision, HandoverEntry
from approvals.requests.routes import router as requests
from approvals.tables import Table
from approvals.times.routes import router as times

app = Service(
    name="approvals",
    settings=KitSettings,
    metadata=Table.metadata,
    # Before the requests router, whose `/approvals/{id}` would match these paths.
    routers=[delegations, progress, times, notes, requests, levels, approvers],
    handlers=HANDLERS,
    republish=republish,
    tasks=requests_tasks.TASKS,
    audited={
        Level: Audited("level"),
        LevelApprover: Audited("level_approver"),
        Delegation: Audited("delegation"),
        Decision: Audited("decision"),
        HandoverEntry: Audited("handover"),
    },
)
