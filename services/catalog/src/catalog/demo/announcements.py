"""The announcements of the demo."""

from datetime import timedelta
from typing import NamedTuple


class DemoAnnouncement(NamedTuple):
    """Demo announcement; its window is relative to the day of loading."""

    key: str
    category: str
    """Slug of the category."""
    title_en: str
    title_ar: str
    summary_en: str
    summary_ar: str
    description_en: str
    description_ar: str
    eligibility_en: str
    eligibility_ar: str
    fee_minor: int
    staff_needed: int
    opens: timedelta
    closes: timedelta
    published: bool = True


ANNOUNCEMENTS = (
    DemoAnnouncement(
        "hajj-supervisors",
        "road-transport",
        "Transport supervisors for the Hajj season",
        "مشرفو نقل لموسم الحج",
        "Organizations nominate experienced supervisors for the fleets at the holy sites.",
        "ترشح المنشآت مشرفين ذوي خبرة لأساطيل المشاعر المقدسة.",
        "Supervisors plan the shifts of their drivers, check vehicles before departure and report "
        "to the operations room. They are briefed for two days before the season.",
        "يخطط المشرفون نوبات السائقين ويفحصون المركبات قبل انطلاقها ويرفعون تقاريرهم إلى غرفة "
        "العمليات. يسبق الموسم يومان للتهيئة.",
        "Three years of experience in passenger transport, and a valid driving licence.",
        "خبرة ثلاث سنوات في نقل الركاب ورخصة قيادة سارية.",
        500_00,
        2,
        timedelta(days=-10),
        timedelta(days=45),
    ),
    DemoAnnouncement(
        "port-inspectors",
        "ports-maritime",
        "Inspectors for container terminals",
        "مفتشون لمحطات الحاويات",
        "Organizations nominate an inspector for the Red Sea terminals.",
        "ترشح المنشآت مفتشًا لمحطات البحر الأحمر.",
        "The inspector checks cranes, lashing and the storage of dangerous goods, and reports to "
        "the port each month.",
        "يفحص المفتش الرافعات وأعمال الربط وتخزين البضائع الخطرة، ويرفع تقريرًا شهريًا إلى الميناء.",
        "Two years of work at a terminal.",
        "خبرة سنتين في محطة حاويات.",
        300_00,
        1,
        timedelta(days=-4),
        timedelta(days=35),
    ),
    DemoAnnouncement(
        "fleet-mentors",
        "road-transport",
        "Mentors for new truck drivers",
        "مرشدون لسائقي الشاحنات الجدد",
        "Organizations nominate a mentor who accompanies new drivers in their first month.",
        "ترشح المنشآت مرشدًا يرافق السائقين الجدد في شهرهم الأول.",
        "The mentor joins ten journeys and gives feedback after each one.",
        "يرافق المرشد السائق في عشر رحلات، ويبين بعد كل رحلة ما أحسنه وما ينقصه.",
        "Five years of driving trucks without an accident.",
        "خمس سنوات في قيادة الشاحنات دون حوادث.",
        300_00,
        1,
        timedelta(days=-2),
        timedelta(days=40),
    ),
    DemoAnnouncement(
        "warehouse-assessors",
        "warehousing",
        "Assessors for warehouse safety",
        "مقيّمون لسلامة المستودعات",
        "Organizations nominate assessors who visit warehouses in the Eastern Province.",
        "ترشح المنشآت مقيّمين يزورون مستودعات المنطقة الشرقية.",
        "Each assessor visits two warehouses a week and writes a report on storage, traffic routes "
        "and fire protection.",
        "يزور كل مقيّم مستودعين في الأسبوع ويكتب تقريرًا عن التخزين ومسارات الحركة والحماية من "
        "الحريق.",
        "A certificate in occupational safety, and two years of work in a warehouse.",
        "شهادة في السلامة المهنية وعمل سنتين في مستودع.",
        0,
        2,
        timedelta(days=14),
        timedelta(days=60),
    ),
    DemoAnnouncement(
        "cold-chain",
        "warehousing",
        "Trainers for the cold chain",
        "مدربون لسلسلة التبريد",
        "Organizations nominate trainers for the transport of medicine and food.",
        "ترشح المنشآت مدربين لنقل الأدوية والأغذية.",
        "Trainers give four courses a year and help write the course material.",
        "يقدم المدربون أربع دورات في السنة ويشاركون في إعداد موادها.",
        "Five years of experience with temperature-controlled goods.",
        "خبرة خمس سنوات في البضائع المبردة.",
        250_00,
        1,
        timedelta(days=20),
        timedelta(days=80),
        published=False,
    ),
)
