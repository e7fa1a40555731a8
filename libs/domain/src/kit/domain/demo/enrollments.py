"""Demo enrollments, which enrollment and payments both load.

Batches and people come from the catalog's and identity's demo data, by `demo.demo_id`. Their events
arrive only when the services run, so the needed fields are repeated here. The batches `journey`,
`lastseat` and `free` stay empty for visitors.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import cycle
from typing import NamedTuple

from contracts.enrollment import EnrollmentResult
from contracts.enrollment import EnrollmentStatus as Status

PAYMENT_WINDOW = timedelta(hours=48)
"""Period for which an unpaid enrollment holds a seat."""
CANCELLED_AFTER = timedelta(hours=9)
"""Time from enrollment to cancellation by people who do not pay."""
_LEAD = timedelta(days=21)
"""Time between enrollment and the start of a past batch."""


class DemoTraining(NamedTuple):
    organization: str
    title_en: str
    title_ar: str


class DemoEnrollment(NamedTuple):
    """One person's enrollment in a batch."""

    username: str
    position: int
    """Position among the batch's enrollments, in order of creation."""
    status: Status
    result: EnrollmentResult | None
    """Result of a completed enrollment."""


class DemoBatch(NamedTuple):
    key: str
    """The batch's code."""
    training: DemoTraining
    starts_in: int
    """Days from today; negative in the past."""
    price: int
    """Whole riyals."""
    with_acceptance: bool
    enrollments: tuple[DemoEnrollment, ...]

    def enrolled_at(self, enrollment: DemoEnrollment, now: datetime) -> datetime:
        """Return the creation time of an enrollment that is decided by now."""
        position = enrollment.position
        apart = timedelta(hours=5 * position, minutes=17 * position % 60)
        if self.starts_in < 0:
            return now + timedelta(days=self.starts_in) - _LEAD + apart
        return now - timedelta(days=8, hours=self.starts_in % 7) + apart


_TRAININGS = """
WHS-101|gla|Warehouse Operations Essentials|أساسيات عمليات المستودعات
FLT-110|gla|Counterbalance Forklift Operator|مشغل رافعة شوكية ذات ثقل موازن
INV-201|gla|Inventory Control and Cycle Counting|ضبط المخزون والجرد الدوري
WMS-230|gla|Working with Warehouse Management Systems|العمل على أنظمة إدارة المستودعات
CLD-150|gla|Cold Chain for Food and Medicines|سلسلة التبريد للأغذية والأدوية
DGR-210|gla|Dangerous Goods by Air: Acceptance|المواد الخطرة جوًّا: قبول الشحنات
LMD-120|gla|Last-Mile Delivery Associate|مندوب توصيل الميل الأخير
SCM-310|gla|Demand and Supply Planning|تخطيط الطلب والإمداد
SAF-101|gla|Safety on Site in Logistics|السلامة في المواقع اللوجستية
PRT-101|rsp|Container Terminal Operations|عمليات محطات الحاويات
CRN-250|rsp|Yard Crane Operator (RTG)|مشغل رافعة الساحة (RTG)
CUS-201|rsp|Customs Clearance Practitioner|ممارس التخليص الجمركي
HSC-240|rsp|Tariff Classification by the Harmonized System|التصنيف وفق النظام المنسق
AGY-130|rsp|Shipping Agency Practice|ممارسات الوكالة البحرية
FWD-201|rsp|International Freight Forwarding|شحن البضائع الدولي
INC-110|rsp|Trade Terms and Shipping Documents|مصطلحات التجارة ومستندات الشحن
HDV-101|nti|Heavy Truck Driver|سائق الشاحنات الثقيلة
ADR-210|nti|Dangerous Goods by Road: Driver|المواد الخطرة برًّا: السائق
RTP-220|nti|Route Planning and Dispatch|تخطيط المسارات والتوزيع
AIR-120|nti|Air Cargo Handling|مناولة الشحن الجوي
RET-140|nti|Returns and Reverse Logistics|المرتجعات واللوجستيات العكسية
"""

# Batch, days until its start, price in riyals, acceptance by the organization, enrollments.
_BATCHES = """
WHS-101-1|-75|1250|no|passed 9, failed 2, passed 3, absent 1
SAF-101-1|-55|450|no|passed 14, absent 1
LMD-120-1|-62|0|no|passed 6, failed 1
PRT-101-1|-55|1500|no|passed 4, failed 1, passed 1
CUS-201-1|-51|2200|no|passed 3, absent 1
HSC-240-1|-48|1350|no|passed 8, failed 2
FWD-201-1|-41|2600|no|passed 9, failed 1, absent 1
HDV-101-1|-39|2900|no|passed 5, failed 1
RTP-220-1|-33|1300|no|passed 7, failed 1
AIR-120-1|-26|1150|no|passed 10, failed 1, absent 1
RET-140-1|-23|700|no|passed 5
WHS-101-2|-2|1250|no|confirmed 9
WMS-230-2|-2|1900|no|confirmed 8
CUS-201-2|-2|2200|no|confirmed 11
AGY-130-2|-2|1100|no|confirmed 5
HDV-101-2|-2|2900|no|confirmed 9
RTP-220-2|-2|1300|no|confirmed 12, cancelled 1
FLT-110-2|8|1600|no|confirmed 3, pending_payment 1, waitlisted 3
CLD-150-2|8|1750|no|confirmed 7, cancelled 1, pending_payment 2
HSC-240-2|8|1350|no|confirmed 6, expired 1, confirmed 2
FWD-201-2|8|2600|no|confirmed 7
AIR-120-2|8|1150|no|confirmed 4, waitlisted 2
PRT-101-2|8|1500|yes|confirmed 6, rejected 1, pending_payment 1, requested 2
INV-201-2|15|1450|yes|confirmed 5, rejected 1, pending_payment 2, requested 3
DGR-210-2|15|3200|yes|confirmed 6, rejected 1, requested 3
SCM-310-2|15|3600|yes|confirmed 4, pending_payment 1, requested 2
CRN-250-2|15|6800|yes|confirmed 3, rejected 1, pending_payment 1, requested 2
INC-110-2|15|850|no|confirmed 2, pending_payment 1
ADR-210-2|15|1800|no|confirmed 5, expired 1, confirmed 1
WHS-101-3|22|1250|no|confirmed 3, pending_payment 1
FLT-110-3|23|1600|yes|confirmed 2, pending_payment 1, requested 3
INV-201-3|24|1450|no|confirmed 2
PRT-101-3|32|1500|no|confirmed 3, cancelled 1
CUS-201-3|36|2200|no|confirmed 2, pending_payment 1
HSC-240-3|36|1350|yes|confirmed 1, requested 2
LMD-120-6|-6|0|no|confirmed 20
LMD-120-7|-6|0|no|confirmed 20
"""

_PEOPLE = """
sara layla faisal abdullah noura khalid fatimah turki hessa mohammed.q mohammed.b ahmad maryam
yazeed lama saleh ghada ibrahim munira hamad areej sultan dalal mishal shahad rayan joud waleed
afnan naif raghad fahad wejdan ziyad basma abdulaziz samar muath haya essa tahani badr ohoud
hassan rawan mahmoud yasmin imran bilal rajesh anita jose maria tariq rania ali osman
"""

CANDIDATES = tuple(_PEOPLE.split())
"""Usernames of the candidates, who enroll in turn."""

_RESULTS = frozenset(EnrollmentResult)


def demo_batches() -> Iterator[DemoBatch]:
    """Parse the plan above, assigning candidates in turn over all batches."""
    trainings = {
        code: DemoTraining(*rest)
        for code, *rest in (line.split("|") for line in _TRAININGS.strip().splitlines())
    }
    people = cycle(CANDIDATES)
    for line in _BATCHES.strip().splitlines():
        key, starts_in, price, acceptance, words = line.split("|")
        yield DemoBatch(
            key=key,
            training=trainings[key.rpartition("-")[0]],
            starts_in=int(starts_in),
            price=int(price),
            with_acceptance=acceptance == "yes",
            enrollments=tuple(
                DemoEnrollment(
                    username=next(people),
                    position=position,
                    status=Status.COMPLETED if word in _RESULTS else Status(word),
                    result=EnrollmentResult(word) if word in _RESULTS else None,
                )
                for position, word in enumerate(_words(words))
            ),
        )


def _words(text: str) -> Iterator[str]:
    for part in text.split(", "):
        word, count = part.split()
        yield from [word] * int(count)
