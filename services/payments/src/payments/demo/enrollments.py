"""What the demo's enrollments cost and what became of it, as plain text.

Batches, people and enrollments are those of the other services' demo data, known to all by
`kit.demo.demo_id`. People take their turns over all enrollments of all batches, also over those
that ask for nothing. What is still to be paid comes as an event and does not stand here.
"""

from collections.abc import Iterator
from itertools import cycle
from typing import NamedTuple
from uuid import UUID

from kit.demo import demo_id

from payments.charges.models import ChargeStatus
from payments.demo.people import CANDIDATES

# Training, organization, title in English and Arabic.
_TRAININGS = """
WHS-101|gla|Warehouse Operations Essentials|أساسيات عمليات المستودعات
FLT-110|gla|Counterbalance Forklift Operator|مشغل رافعة شوكية متوازنة
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

# Batch, days until its start, price in riyals, and of how many enrollments in turn the charge was
# paid, cancelled or expired; `none` have none.
_BATCHES = """
WHS-101-1|-75|1250|paid 15
SAF-101-1|-55|450|paid 15
LMD-120-1|-62|0|none 7
PRT-101-1|-55|1500|paid 6
CUS-201-1|-51|2200|paid 4
HSC-240-1|-48|1350|paid 10
FWD-201-1|-41|2600|paid 11
HDV-101-1|-39|2900|paid 6
RTP-220-1|-33|1300|paid 8
AIR-120-1|-26|1150|paid 12
RET-140-1|-23|700|paid 5
WHS-101-2|-2|1250|paid 9
WMS-230-2|-2|1900|paid 8
CUS-201-2|-2|2200|paid 11
AGY-130-2|-2|1100|paid 5
HDV-101-2|-2|2900|paid 9
RTP-220-2|-2|1300|paid 12, cancelled 1
FLT-110-2|8|1600|paid 3, none 4
CLD-150-2|8|1750|paid 7, cancelled 1, none 2
HSC-240-2|8|1350|paid 6, expired 1, paid 2
FWD-201-2|8|0|none 7
AIR-120-2|8|1150|paid 4, none 2
PRT-101-2|8|1500|paid 6, none 4
INV-201-2|15|1450|paid 5, none 6
DGR-210-2|15|0|none 10
SCM-310-2|15|3600|paid 4, none 3
CRN-250-2|15|6800|paid 3, none 4
INC-110-2|15|850|paid 2, none 1
ADR-210-2|15|1800|paid 5, expired 1, paid 1
WHS-101-3|22|1250|paid 3, none 1
FLT-110-3|23|1600|paid 2, none 4
INV-201-3|24|1450|paid 2
PRT-101-3|32|1500|paid 3, cancelled 1
CUS-201-3|36|2200|paid 2, none 1
HSC-240-3|36|1350|paid 1, none 2
"""

_STATUSES = {
    "paid": ChargeStatus.PAID,
    "cancelled": ChargeStatus.CANCELLED,
    "expired": ChargeStatus.EXPIRED,
}


class DemoCharge(NamedTuple):
    """The charge of one enrollment."""

    enrollment_id: UUID
    username: str
    organization: str
    title_en: str
    title_ar: str
    starts_in: int
    """Days until the batch starts; negative is past."""
    position: int
    """Among the enrollments of its batch."""
    amount_minor: int
    status: ChargeStatus


def demo_charges() -> Iterator[DemoCharge]:
    """The plan above, read."""
    trainings = {
        code: rest for code, *rest in (line.split("|") for line in _TRAININGS.strip().splitlines())
    }
    people = cycle(CANDIDATES)
    for line in _BATCHES.strip().splitlines():
        key, starts_in, price, plan = line.split("|")
        organization, title_en, title_ar = trainings[key.rpartition("-")[0]]
        for position, word in enumerate(_words(plan)):
            username = next(people)
            if word in _STATUSES:
                yield DemoCharge(
                    enrollment_id=demo_id("enrollment", f"{key}:{username}"),
                    username=username,
                    organization=organization,
                    title_en=title_en,
                    title_ar=title_ar,
                    starts_in=int(starts_in),
                    position=position,
                    amount_minor=int(price) * 100,
                    status=_STATUSES[word],
                )


def _words(plan: str) -> Iterator[str]:
    for part in plan.split(", "):
        word, count = part.split()
        yield from [word] * int(count)
