"""Titles and descriptions of the pages that show lists or forms, by their address."""

from catalog.heads.schemas import Locale

TEXTS: dict[str, dict[Locale, tuple[str, str]]] = {
    "/trainings": {
        Locale.EN: (
            "Trainings",
            "All logistics trainings with their organizations, levels, prices and next dates.",
        ),
        Locale.AR: (
            "البرامج التدريبية",
            "جميع البرامج التدريبية اللوجستية مع منشآتها ومستوياتها وأسعارها وأقرب مواعيدها.",
        ),
    },
    "/trainings/batches": {
        Locale.EN: (
            "Batches",
            "Coming batches by date, city and price, with the seats that are left.",
        ),
        Locale.AR: (
            "الدورات",
            "الدورات القادمة بحسب الموعد والمدينة والسعر مع المقاعد المتبقية.",
        ),
    },
    "/announcements": {
        Locale.EN: ("Announcements", "Announcements for organizations and their staff."),
        Locale.AR: ("الإعلانات", "إعلانات للمنشآت وموظفيها."),
    },
    "/developers": {
        Locale.EN: (
            "Developers",
            "How a partner's program reads batches and enrolls people in bulk, with examples.",
        ),
        Locale.AR: (
            "المطورون",
            "كيف يقرأ برنامج الشريك الدورات ويسجل المتدربين جماعيًا، مع أمثلة جاهزة.",
        ),
    },
    "/verify-certificate": {
        Locale.EN: (
            "Verify a certificate",
            "Check by its number, QR code or file whether a certificate is valid.",
        ),
        Locale.AR: ("التحقق من شهادة", "تحقق من سريان شهادة برقمها أو رمز QR أو ملفها."),
    },
    "/verify-learner": {
        Locale.EN: ("Verify a learner", "Check what somebody has been trained in."),
        Locale.AR: ("التحقق من متدرب", "تحقق من التدريب الذي أتمه أحد المتدربين."),
    },
}

ORGANIZATION: dict[Locale, str] = {
    Locale.EN: "The logistics trainings of {name} with their levels, prices and next dates.",
    Locale.AR: "البرامج التدريبية اللوجستية لدى {name} ومستوياتها وأسعارها وأقرب مواعيدها.",
}
"""What the page of an organization is about."""

CERTIFICATE: dict[Locale, tuple[str, str]] = {
    Locale.EN: (
        "Certificate",
        "A certificate of training. Open it to see whose it is and whether it is valid.",
    ),
    Locale.AR: ("شهادة", "شهادة تدريب. افتحها لترى لمن صدرت وهل هي سارية."),
}
"""What the page of any certificate is about: whose it is, only the page itself says."""
