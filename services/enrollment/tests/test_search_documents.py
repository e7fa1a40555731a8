"""Search documents are updated in the transaction that changes their sources."""

from datetime import timedelta

from contracts.catalog import BatchStatus
from contracts.enrollment import EnrollmentStatus
from contracts.payments import ChargeStatus
from enrollment.enrollments.models import Enrollment
from enrollment.replicas.models import Batch, Charge, Organization, Profile
from enrollment.tables import SearchKind
from kit.database.db import AsyncSession, new_id, utc_now
from kit.database.search import matches
from sqlalchemy import select
from sqlmodel import col


def new_enrollment() -> Enrollment:
    return Enrollment(
        batch_id=new_id(),
        training_id=new_id(),
        organization_id=new_id(),
        candidate_profile_id=new_id(),
        candidate_user_id=new_id(),
        status=EnrollmentStatus.CONFIRMED,
        price_minor=0,
        currency="SAR",
    )


def new_profile(enrollment: Enrollment) -> Profile:
    return Profile(
        id=enrollment.candidate_profile_id,
        user_id=enrollment.candidate_user_id,
        username="sara.noor",
        email="sara@example.com",
        phone="+966500000001",
        name_en="Sara",
        name_ar="سارة",
        source_version=1,
    )


def new_batch(enrollment: Enrollment) -> Batch:
    return Batch(
        id=enrollment.batch_id,
        training_id=enrollment.training_id,
        organization_id=enrollment.organization_id,
        code="FLT-110-3",
        title_en="",
        title_ar="",
        city_en="",
        city_ar="",
        starts_at=utc_now(),
        ends_at=utc_now() + timedelta(days=1),
        enrollment_opens_at=utc_now(),
        enrollment_closes_at=utc_now(),
        price_minor=0,
        currency="SAR",
        requires_acceptance=False,
        payment_window_minutes=60,
        status=BatchStatus.PUBLISHED,
        source_version=1,
    )


async def test_of_an_enrollment_follow_its_copies(session: AsyncSession) -> None:
    enrollment = new_enrollment()
    session.add(enrollment)

    async def finds(words: str) -> bool:
        await session.flush()
        condition = matches(col(Enrollment.id), SearchKind.ENROLLMENT, words)
        assert condition is not None
        return await session.scalar(select(col(Enrollment.id)).where(condition)) is not None

    assert not await finds("ساره")
    profile = new_profile(enrollment)
    session.add(profile)
    assert await finds("ساره 0500000001")
    profile.name_ar = "نورة"
    assert await finds("نوره")
    assert not await finds("ساره")
    batch = new_batch(enrollment)
    session.add(batch)
    assert await finds("flt-110 sara.noor")
    batch.code = "FLT-111-1"
    assert await finds("flt-111")
    organization = Organization(
        id=enrollment.organization_id, name_en="Najd", name_ar="نجد", source_version=1
    )
    session.add(organization)
    assert await finds("najd flt-111 sara")
    organization.name_en = "Hijaz"
    assert await finds("hijaz")
    assert not await finds("najd")
    charge = Charge(
        id=new_id(),
        subject_id=enrollment.id,
        reference="ITQ-2026-000777",
        status=ChargeStatus.OPEN,
        amount_minor=11_500,
        currency="SAR",
        source_version=1,
    )
    session.add(charge)
    assert not await finds("000777")
    enrollment.charge_id = charge.id
    assert await finds("000777 sara")
    assert await finds("itq-2026-000777")
    await session.delete(enrollment)
    assert not await finds("flt-111")
