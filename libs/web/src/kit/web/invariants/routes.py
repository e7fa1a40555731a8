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
    """An invariant and its last run."""

    name: str
    checked_at: datetime | None
    """None before the first run."""
    seconds: float
    """Duration of the run."""
    found: int | None
    """Number of violating rows; None if the check failed."""
    findings: list[Finding]
    """The first violations."""


def invariants_router(service: str, invariants: Sequence[Invariant]) -> APIRouter:
    """Create the route of a service's invariants. Its path contains the service's name for the
    gateway.
    """
    router = APIRouter(
        prefix="/invariants", tags=["invariants"], responses=problems(*AUTH_PROBLEMS)
    )
    names = list_names(invariants)

    @router.get(f"/{service}")
    async def list_invariants(session: Session, _: HealthViewerDep) -> list[InvariantRead]:
        """List the service's invariants and their current violations."""
        found = {row.name: row for row in await session.execute(select(runs))}
        return [
            InvariantRead.model_validate(found[name], from_attributes=True)
            if name in found
            else InvariantRead(name=name, checked_at=None, seconds=0, found=None, findings=[])
            for name in names
        ]

    return router
