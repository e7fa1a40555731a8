"""Notify holders of their certificates, and issuers and employers of expiring ones."""

from contracts.app_routes import AppRoute
from contracts.enrollment import (
    CertificateChanged,
    CertificateExpiring,
    CertificateRequestsChanged,
    CertificateRequestStatus,
    CertificateStatus,
    RevocationKind,
)
from kit.database.db import AsyncSession
from kit.messaging.envelope import Meta

from notifications.notifications.service import Notice, notify
from notifications.replicas.queries import list_organization_users, map_organization_users
from notifications.texts.models import Bilingual, Kind
from notifications.texts.service import format_day

LIST_LINK = f"{AppRoute.CERTIFICATES}?state=expiring"
REQUESTS_LINK = AppRoute.CERTIFICATE_REQUESTS
REQUEST_KINDS = {
    CertificateRequestStatus.WAITING: Kind.CERTIFICATES_REQUESTED,
    CertificateRequestStatus.APPROVED: Kind.CERTIFICATES_APPROVED,
    CertificateRequestStatus.REJECTED: Kind.CERTIFICATES_REJECTED,
}


async def notify_certificate_changed(
    session: AsyncSession, event: CertificateChanged, meta: Meta
) -> None:
    """Notify the holder of an issued, replaced, suspended, reinstated or revoked certificate.

    A superseded certificate sends nothing: its replacement does.
    """
    kind = _get_kind(event)
    if kind is None:
        return
    notice = Notice(
        topic=f"certificate:{event.certificate_id}",
        version=meta.sequence,
        kind=kind,
        values={
            "training": Bilingual(event.training_title_en, event.training_title_ar),
            "organization": Bilingual(event.organization_name_en, event.organization_name_ar),
            "number": event.number,
            "former": event.supersedes_number or "",
        },
        link=_build_link(event),
        at=meta.time,
        restated=meta.restated,
    )
    await notify(session, [event.candidate_user_id], notice)


async def notify_certificate_expiring(
    session: AsyncSession, event: CertificateExpiring, meta: Meta
) -> None:
    """Remind the holder, and once a day the issuer's and the employer's users.

    Certificates that expire on the same day share one notification. Raises `RecipientsUnknown`.
    """
    expires = format_day(event.expires_on)
    to_holder = Notice(
        topic=f"certificate-expiring:{event.certificate_id}",
        version=-event.notice_days,
        kind=Kind.CERTIFICATE_EXPIRING,
        values={
            "training": Bilingual(event.training_title_en, event.training_title_ar),
            "number": event.number,
            "expires": expires,
        },
        link=_build_link(event),
        at=meta.time,
        restated=meta.restated,
    )
    await notify(session, [event.candidate_user_id], to_holder)
    organizations = {each for each in (event.organization_id, event.employer_id) if each}
    users = await map_organization_users(session, organizations)
    for organization_id, user_ids in users.items():
        to_organization = Notice(
            topic=f"certificates-expiring:{organization_id}:{event.expires_on}",
            version=-event.notice_days,
            kind=Kind.CERTIFICATES_EXPIRING,
            values={"expires": expires},
            link=LIST_LINK,
            at=meta.time,
            restated=meta.restated,
        )
        await notify(session, user_ids, to_organization)


async def notify_certificate_requests_changed(
    session: AsyncSession, event: CertificateRequestsChanged, meta: Meta
) -> None:
    """Notify the organization of waiting certificate requests, and the requester of the result.

    Raises `RecipientsUnknown`.
    """
    kind = REQUEST_KINDS.get(event.status)
    if kind is None:
        return
    user_ids = [event.asked_by]
    if event.status is CertificateRequestStatus.WAITING:
        owners = await list_organization_users(session, event.organization_id)
        user_ids = [each for each in owners if each != event.asked_by]
    notice = Notice(
        topic=f"certificate-requests:{event.change_id}",
        version=meta.sequence,
        kind=kind,
        values={
            "batch": Bilingual(event.batch_title_en, event.batch_title_ar),
            "code": event.batch_code,
            "count": str(event.count),
            "reason": event.reason or "",
        },
        link=f"{REQUESTS_LINK}?status={event.status}&batch_id={event.batch_id}",
        at=meta.time,
        restated=meta.restated,
    )
    await notify(session, user_ids, notice)


def _get_kind(event: CertificateChanged) -> Kind | None:
    match event.status:
        case CertificateStatus.SUSPENDED:
            return Kind.CERTIFICATE_SUSPENDED
        case CertificateStatus.ISSUED if event.previous_status is CertificateStatus.SUSPENDED:
            return Kind.CERTIFICATE_REINSTATED
        case CertificateStatus.ISSUED if event.supersedes_number:
            return Kind.CERTIFICATE_REISSUED
        case CertificateStatus.ISSUED:
            return Kind.CERTIFICATE_ISSUED
        case CertificateStatus.REVOKED if event.revoked_kind is not RevocationKind.ERASED:
            return Kind.CERTIFICATE_REVOKED
    return None


def _build_link(event: CertificateChanged | CertificateExpiring) -> str:
    return AppRoute.MY_TRAINING.format(id=event.training_id, batch_id=event.batch_id)
