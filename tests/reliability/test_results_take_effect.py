"""What is approved takes effect in the owning service within a second: the decision, its event over
the broker, and the organization's new state, each as the services do it."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from statistics import median
from typing import Any
from uuid import UUID

from approvals.main import app as approvals
from approvals.requests.models import ApprovalRequest, Verdict
from approvals.requests.schemas import DecisionCreate
from approvals.requests.service import decide_request
from contracts import SUPER_ADMIN, ApprovalStatus, ContentType, Event, ProfileType
from contracts.approvals import RequestApproved
from identity.handlers import HANDLERS
from identity.main import app as identity
from identity.organizations.models import Organization
from kit import migrations
from kit.app import Service
from kit.auth import Principal
from kit.claims import ProfileClaim
from kit.db import Database, new_id, utc_now
from kit.messaging.inbox import Consumer, Handler
from kit.messaging.relay import Relay
from kit.messaging.testing import eventually, fresh_broker
from kit.testing import fresh_database

ROUNDS = 10
WITHIN = 1.0
"""Seconds, for the middle one of the rounds: a busy machine may hold up one of them."""


@asynccontextmanager
async def migrated(postgres_url: str, service: Service[Any, None]) -> AsyncIterator[Database]:
    """A database of the service's own tables."""
    async with fresh_database(postgres_url, service.name) as url:
        await asyncio.to_thread(migrations.migrate, service, url)
        database = Database(url)
        yield database
        await database.close()


def super_admin() -> Principal:
    """Who decides where there is no level."""
    profile = ProfileClaim(id=new_id(), type=ProfileType.ADMIN, roles=[SUPER_ADMIN])
    return Principal(
        user_id=new_id(),
        session_id=new_id(),
        verified=True,
        identified=True,
        profile=profile,
        profiles=(profile,),
        roles=frozenset({SUPER_ADMIN}),
        permissions=frozenset(),
    )


async def submitted(ours: Database, theirs: Database) -> tuple[UUID, UUID]:
    """An organization that waits, as identity and approvals have it; it and its request."""
    async with theirs.transaction() as session:
        organization = Organization(
            name_en="Gulf Academy",
            name_ar="أكاديمية الخليج",
            email="gulf@example.org",
            status=ApprovalStatus.SUBMITTED,
            submission=1,
        )
        session.add(organization)
        await session.flush()
        organization_id = organization.id
    async with ours.transaction() as session:
        request = ApprovalRequest(
            content_type=ContentType.ORGANIZATION,
            content_id=organization_id,
            submission=1,
            name_en="Gulf Academy",
            name_ar="أكاديمية الخليج",
            organization_id=organization_id,
            submitted_by=new_id(),
            submitted_at=utc_now(),
            step=0,
        )
        session.add(request)
        await session.flush()
        return organization_id, request.id


async def test_an_approved_organization_is_so_in_identity_within_a_second(
    postgres_url: str, broker_url: str
) -> None:
    consumers = {"identity": [RequestApproved]}
    async with (
        migrated(postgres_url, approvals) as ours,
        migrated(postgres_url, identity) as theirs,
        fresh_broker(broker_url, services=["identity"], consumers=consumers) as broker,
    ):
        relay = Relay(ours, broker)
        handlers: dict[type[Event], Handler] = {RequestApproved: HANDLERS[RequestApproved]}
        consumer = Consumer("identity", theirs, broker, handlers)
        relay.start()
        consumer.start()
        taken = [await approve(ours, theirs) for _ in range(ROUNDS)]
        await consumer.stop()
        await relay.stop()
    print(
        f"\nfrom the decision to the organization's state: median {median(taken) * 1000:.0f} ms,"
        f" slowest {max(taken) * 1000:.0f} ms, of {ROUNDS}"
    )
    assert median(taken) < WITHIN


async def approve(ours: Database, theirs: Database) -> float:
    """Approve one, and wait until identity has it so; in seconds from the call."""
    organization_id, request_id = await submitted(ours, theirs)
    began = time.perf_counter()
    async with ours.transaction() as session:
        decision = DecisionCreate(decision=Verdict.APPROVED)
        await decide_request(session, super_admin(), request_id, decision)

    async def is_approved() -> bool:
        async with theirs.transaction() as session:
            organization = await session.get_one(Organization, organization_id)
            return organization.status is ApprovalStatus.APPROVED

    await eventually(is_approved, every=0.005)
    return time.perf_counter() - began
