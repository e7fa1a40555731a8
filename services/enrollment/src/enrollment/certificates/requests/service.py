"""Approves and rejects certificate requests; requesting users cannot approve their own.

Decisions lock batches in a fixed order, then the requests, so that concurrent decisions do not
repeat each other.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any
from uuid import UUID

from contracts.enrollment import CertificateRequestStatus as Status
from kit.database import db
from kit.database.db import AsyncSession
from kit.messaging import outbox
from kit.security.auth import Principal
from sqlalchemy import Row
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from enrollment.certificates.errors import IssuerUnknown
from enrollment.certificates.events import requests_changed
from enrollment.certificates.models import (
    CERTIFICATE_REQUEST_STATES,
    CertificatePolicy,
    CertificateRequest,
)
from enrollment.certificates.queries import get_issuing, list_graduates
from enrollment.certificates.requests.queries import list_requested_batches
from enrollment.certificates.schemas import (
    PolicyRead,
    PolicyUpdate,
    RequestsApprove,
    RequestsReject,
    RequestsReport,
    SkippedRequest,
    SkipReason,
)
from enrollment.certificates.service import create_certificates, find_skip_reason, lock_batch
from enrollment.credentials.adapters.did_web import Issuer
from enrollment.replicas.models import Batch


async def approve_requests(
    session: AsyncSession, issuer: Issuer, actor: Principal, body: RequestsApprove
) -> RequestsReport:
    """Issue requested certificates with current names and results; report those that cannot be
    issued.

    Raises `CertificateRequestNotFound` and `IssuerUnknown`.
    """
    done: list[CertificateRequest] = []
    skipped: list[SkippedRequest] = []
    by_batch = await _lock(session, actor, body.ids)
    for batch_id, requests in by_batch.items():
        issuing = await get_issuing(session, actor, batch_id)
        if issuing.name_en is None:
            raise IssuerUnknown
        people = await _people(session, batch_id, requests)
        approved = []
        for request in requests:
            person = people[request.enrollment_id]
            reason = _find_obstacle(actor, request, person)
            if reason:
                skipped.append(_list_skipped(request, person, reason))
            else:
                approved.append(request)
        graduates = [people[each.enrollment_id] for each in approved]
        await create_certificates(session, issuer, issuing, graduates)
        await _decide(session, actor, issuing.Batch, approved, Status.APPROVED)
        done += approved
    return RequestsReport(done=[each.id for each in done], skipped=skipped)


async def reject_requests(
    session: AsyncSession, actor: Principal, body: RequestsReject
) -> RequestsReport:
    """Reject requests; requesting users withdraw their own this way.

    Raises `CertificateRequestNotFound`.
    """
    done: list[CertificateRequest] = []
    skipped: list[SkippedRequest] = []
    for batch_id, requests in (await _lock(session, actor, body.ids)).items():
        rejected = [each for each in requests if each.status is Status.WAITING]
        batch = await session.get_one(Batch, batch_id)
        await _decide(session, actor, batch, rejected, Status.REJECTED, body.reason)
        done += rejected
        if len(rejected) < len(requests):
            people = await _people(session, batch_id, requests)
            skipped += [
                _list_skipped(each, people[each.enrollment_id], SkipReason.DECIDED)
                for each in requests
                if each not in rejected
            ]
    return RequestsReport(done=[each.id for each in done], skipped=skipped)


async def update_policy(
    session: AsyncSession, organization_id: UUID, body: PolicyUpdate
) -> PolicyRead:
    """Set whether future certificates need approval. Waiting requests are unaffected."""
    values = {"organization_id": organization_id, **body.model_dump()}
    await session.execute(
        insert(CertificatePolicy)
        .values(values)
        .on_conflict_do_update(
            index_elements=[col(CertificatePolicy.organization_id)], set_=body.model_dump()
        )
    )
    return PolicyRead(needs_approval=body.needs_approval)


async def _lock(
    session: AsyncSession, actor: Principal, ids: Sequence[UUID]
) -> dict[UUID, list[CertificateRequest]]:
    """Lock the requests and group them by batch."""
    for batch_id in await list_requested_batches(session, actor, ids):
        await lock_batch(session, batch_id)
    locked = await db.lock_all(
        session,
        CertificateRequest,
        col(CertificateRequest.id).in_(ids),
        order_by=[col(CertificateRequest.id)],
    )
    by_batch: dict[UUID, list[CertificateRequest]] = defaultdict(list)
    for request in locked:
        by_batch[request.batch_id].append(request)
    return by_batch


async def _people(
    session: AsyncSession, batch_id: UUID, requests: Iterable[CertificateRequest]
) -> dict[UUID, Row[*tuple[Any, ...]]]:
    rows = await list_graduates(session, batch_id, [each.enrollment_id for each in requests])
    return {row.Enrollment.id: row for row in rows}


def _find_obstacle(
    actor: Principal, request: CertificateRequest, person: Row[*tuple[Any, ...]]
) -> SkipReason | None:
    if request.status is not Status.WAITING:
        return SkipReason.DECIDED
    if request.asked_by == actor.user_id:
        return SkipReason.OWN_REQUEST
    return find_skip_reason(person, named=True)


async def _decide(
    session: AsyncSession,
    actor: Principal,
    batch: Batch,
    requests: Sequence[CertificateRequest],
    status: Status,
    reason: str | None = None,
) -> None:
    """Decide requests and publish one event for each requesting user."""
    now = await db.now(session)
    by_asker: dict[UUID, list[CertificateRequest]] = defaultdict(list)
    for request in requests:
        CERTIFICATE_REQUEST_STATES.transition(request, status)
        request.decided_by = actor.user_id
        request.decided_at = now
        request.reason = reason
        by_asker[request.asked_by].append(request)
    await session.flush()
    events = [(requests_changed(batch, each[0], len(each)), 1) for each in by_asker.values()]
    await outbox.publish_many(session, events)


def _list_skipped(
    request: CertificateRequest, person: Row[*tuple[Any, ...]], reason: SkipReason
) -> SkippedRequest:
    return SkippedRequest(
        id=request.id, name_en=person.name_en, name_ar=person.name_ar, reason=reason
    )
