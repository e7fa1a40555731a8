"""Makes missing certificate PDFs.

Every replica of the service may do so and may crash at any line. It first claims certificates by
storing an attempt, then makes and stores the PDFs, then refers to them in one transaction. Failures
are retried with exponential backoff and do not delay other certificates.
"""

import secrets
from collections.abc import Mapping, Sequence
from datetime import timedelta
from itertools import groupby
from uuid import UUID

from kit.core import failpoints
from kit.database.db import AsyncSession, Database, claim, lock_all
from kit.documents import papers
from kit.documents.media import MediaStore, adopt, discard
from sqlalchemy import delete, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from enrollment.certificates.models import ERASED_PAPER, PAPER_MISSING, Certificate
from enrollment.papers.adapters.certificate import CERTIFICATE, build_certificate_paper
from enrollment.papers.designs.queries import list_current_designs, read_content
from enrollment.papers.designs.service import read_pictures
from enrollment.papers.models import CertificateDesign, PaperAttempt
from enrollment.papers.schemas import DesignContent

CLAIM_LEASE = timedelta(seconds=50)
"""Lease of a claim: a chunk takes seconds. Each retry doubles the delay, up to a day."""
_MAX_BACKOFF = timedelta(days=1)
_Version = tuple[UUID, int | None]
"""Organization and design version; None is the current version."""
NO_DESIGN = 0
"""Version of the default design, for organizations without their own."""


async def make_next_pdfs(database: Database, media: MediaStore, public_url: str) -> int:
    """Make the PDFs of the next chunk and return its size."""
    async with database.transaction() as session:
        certificates = await _claim(session)
        designs = await _list_designs(session, certificates)
    failpoints.hit("papers.claimed")
    for version, group in groupby(certificates, _get_version):
        await _make_pdfs(database, media, public_url, list(group), designs.get(version))
    return len(certificates)


def _get_version(certificate: Certificate) -> _Version:
    return certificate.organization_id, certificate.design_version


async def _list_designs(
    session: AsyncSession, certificates: Sequence[Certificate]
) -> dict[_Version, CertificateDesign]:
    """Map these certificates to the designs they had or get now, unless they use the default."""
    fixed = [each.design_id for each in certificates if each.design_id]
    known = await session.scalars(
        select(CertificateDesign).where(col(CertificateDesign.id).in_(fixed))
    )
    designs: dict[_Version, CertificateDesign] = {
        (design.organization_id, design.version): design for design in known
    }
    new = {each.organization_id for each in certificates if each.design_version is None}
    current = await list_current_designs(session, new)
    return designs | {(design.organization_id, None): design for design in current.values()}


async def _claim(session: AsyncSession) -> Sequence[Certificate]:
    """Claim the oldest certificates without a PDF, grouped by organization and design version."""
    waits = select(PaperAttempt).where(
        col(PaperAttempt.certificate_id) == col(Certificate.id),
        col(PaperAttempt.next_at) > func.now(),
    )
    portion = (
        select(col(Certificate.id), func.now() + CLAIM_LEASE)
        .where(PAPER_MISSING, ~waits.exists())
        .order_by(col(Certificate.created_at))
        .limit(papers.PORTION)
        .with_for_update(skip_locked=True)
    )
    seconds = func.least(
        CLAIM_LEASE.total_seconds() * func.power(2, col(PaperAttempt.attempts)),
        _MAX_BACKOFF.total_seconds(),
    )
    later = func.make_interval(0, 0, 0, 0, 0, 0, seconds)
    claimed = await session.scalars(
        insert(PaperAttempt)
        .from_select(["certificate_id", "next_at"], portion)
        .on_conflict_do_update(
            index_elements=[col(PaperAttempt.certificate_id)],
            set_={"attempts": col(PaperAttempt.attempts) + 1, "next_at": func.now() + later},
            # Another replica may have claimed it concurrently.
            where=col(PaperAttempt.next_at) <= func.now(),
        )
        .returning(col(PaperAttempt.certificate_id))
    )
    found = await session.scalars(
        select(Certificate)
        .where(col(Certificate.id).in_(claimed.all()))
        .order_by(
            col(Certificate.organization_id),
            col(Certificate.design_version),
            col(Certificate.created_at),
        )
    )
    return found.all()


async def _make_pdfs(
    database: Database,
    media: MediaStore,
    public_url: str,
    certificates: Sequence[Certificate],
    design: CertificateDesign | None,
) -> None:
    """Make, store and refer to the PDFs of an organization's certificates."""
    content = read_content(design) if design else DesignContent()
    pictures = await read_pictures(media, certificates[0].organization_id, content)
    made = await papers.render(
        CERTIFICATE,
        [
            build_certificate_paper(each, content, pictures.keys(), public_url)
            for each in certificates
        ],
        pictures,
    )
    files = {
        certificate.id: (f"certificates/{secrets.token_urlsafe(24)}.pdf", pdf)
        for certificate, pdf in zip(certificates, made, strict=True)
        if pdf is not None
    }
    if not files:
        return
    await media.store(dict(files.values()), papers.MEDIA_TYPE)
    failpoints.hit("papers.stored")
    async with database.transaction() as session:
        signed = {each.id: each.credential for each in certificates}
        await _store_keys(session, {id_: key for id_, (key, _) in files.items()}, signed, design)


async def _store_keys(
    session: AsyncSession,
    keys: Mapping[UUID, str],
    signed: Mapping[UUID, str | None],
    design: CertificateDesign | None,
) -> None:
    """Refer certificates to their PDFs.

    Certificates that got a PDF or a new signature concurrently are skipped; the latter are made
    again.
    """
    locked = await lock_all(
        session,
        Certificate,
        PAPER_MISSING,
        col(Certificate.id).in_(keys),
        order_by=[col(Certificate.id)],
    )
    certificates = [each for each in locked if each.credential == signed[each.id]]
    for certificate in certificates:
        certificate.paper_key = keys[certificate.id]
        certificate.design_id = design.id if design else None
        certificate.design_version = design.version if design else NO_DESIGN
    if certificates:
        await adopt(session, [keys[certificate.id] for certificate in certificates])
    made = col(PaperAttempt.certificate_id).in_(keys)
    await session.execute(delete(PaperAttempt).where(made))


async def delete_erased(session: AsyncSession) -> int:
    """Delete the PDFs of erased people and return their number."""
    certificates = await claim(
        session,
        Certificate,
        ERASED_PAPER,
        order_by=[col(Certificate.id)],
        limit=100,
    )
    keys = [each.paper_key for each in certificates if each.paper_key]
    if keys:
        await discard(session, keys)
    for certificate in certificates:
        certificate.paper_key = None
    return len(certificates)
