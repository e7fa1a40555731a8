"""A service's invariants with their last runs, for admins."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated

from contracts import Permission, ProfileType
from fastapi import APIRouter
from kit.core.errors import problems
from kit.database.db import Session
from kit.security.auth import AUTH_PROBLEMS, Principal, guard
from kit.web.invariants.checks import Finding, Invariant, list_names, runs
from pydantic import BaseModel
from sqlalchemy import select

HealthViewerDep = Annotated[
    Principal, guard(ProfileType.ADMIN, permissions=[Permission.VIEW_HEALTH])
]


class InvariantRead(BaseModel):
    """A rule and what its last run found."""

    name: str
    checked_at: datetime | None
    """None before the first run."""
    seconds: float
    """How long the run took."""
    found: int | None
    """How many rows break the rule; None when they could not be looked for."""
    findings: list[Finding]
    """The first of them."""


def invariants_router(service: str, invariants: Sequence[Invariant]) -> APIRouter:
    """The route at which a service shows its invariants; the gateway tells services by their name
    in its path."""
    router = APIRouter(
        prefix="/invariants", tags=["invariants"], responses=problems(*AUTH_PROBLEMS)
    )
    names = list_names(invariants)

    @router.get(f"/{service}")
    async def list_invariants(session: Session, _: HealthViewerDep) -> list[InvariantRead]:
        """What is always true of the service, and what breaks it now."""
        found = {row.name: row for row in await session.execute(select(runs))}
        return [
            InvariantRead.model_validate(found[name], from_attributes=True)
            if name in found
            else InvariantRead(name=name, checked_at=None, seconds=0, found=None, findings=[])
            for name in names
        ]

    return router
