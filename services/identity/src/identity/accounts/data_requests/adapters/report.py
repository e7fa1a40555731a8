"""Readable page of the archive, in the user's language, with names instead of IDs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element, SubElement, tostring

from kit.domain.timezone import RIYADH

from identity.accounts.accounts.models import Locale

Row = Mapping[str, Any]
Records = Mapping[str, Mapping[str, Sequence[Row]]]
"""Rows by service and noun."""


class Words(NamedTuple):
    """A text in both languages."""

    en: str
    ar: str


@dataclass(frozen=True, slots=True)
class _Section:
    service: str
    noun: str
    title: Words
    columns: Mapping[str, Words]
    """Headings by column name without its language suffix."""


_STATUS = Words("Status", "الحالة")
_AMOUNT = Words("Amount", "المبلغ")
_FOR = Words("For", "مقابل")
_TRAINING = Words("Training", "البرنامج التدريبي")
_ORGANIZATION = Words("Organization", "المنشأة")
_SECTIONS = (
    _Section(
        "identity",
        "account",
        Words("Account", "الحساب"),
        {
            "name_en": Words("Name in English", "الاسم بالإنجليزية"),
            "name_ar": Words("Name in Arabic", "الاسم بالعربية"),
            "username": Words("Username", "اسم المستخدم"),
            "email": Words("Email", "البريد الإلكتروني"),
            "phone": Words("Mobile number", "رقم الجوال"),
            "civil_number": Words("Civil number", "رقم الهوية أو الإقامة"),
            "passport_number": Words("Passport number", "رقم جواز السفر"),
            "birth_date": Words("Date of birth", "تاريخ الميلاد"),
            "gender": Words("Gender", "الجنس"),
            "created_at": Words("Registered on", "تاريخ التسجيل"),
            "terms_accepted_at": Words("Terms accepted on", "تاريخ قبول الشروط"),
        },
    ),
    _Section(
        "identity",
        "profiles",
        Words("Profiles", "الملفات"),
        {
            "type": Words("Profile", "الملف"),
            "organization_id": _ORGANIZATION,
            "status": _STATUS,
            "created_at": Words("Since", "منذ"),
        },
    ),
    _Section(
        "identity",
        "addresses",
        Words("Address", "العنوان"),
        {
            "line1": Words("Street address", "الشارع ورقم المبنى"),
            "line2": Words("Additional details", "تفاصيل إضافية"),
            "city": Words("City", "المدينة"),
            "state": Words("Region", "المنطقة"),
            "country": Words("Country", "الدولة"),
            "postal_code": Words("Postal code", "الرمز البريدي"),
        },
    ),
    _Section(
        "enrollment",
        "enrollments",
        Words("Enrollments", "التسجيلات"),
        {
            "batch_id": _TRAINING,
            "organization_id": _ORGANIZATION,
            "status": _STATUS,
            "result": Words("Result", "النتيجة"),
            "price_minor": Words("Price", "السعر"),
            "created_at": Words("Enrolled on", "تاريخ التسجيل"),
        },
    ),
    _Section(
        "enrollment",
        "certificates",
        Words("Certificates", "الشهادات"),
        {
            "number": Words("Number", "الرقم"),
            "training_title": _TRAINING,
            "organization_name": _ORGANIZATION,
            "status": _STATUS,
            "issued_on": Words("Issued on", "تاريخ الإصدار"),
            "expires_on": Words("Valid until", "سارية حتى"),
        },
    ),
    _Section(
        "payments",
        "charges",
        Words("Payments", "المدفوعات"),
        {
            "reference": Words("Reference", "الرقم المرجعي"),
            "title": _FOR,
            "amount_minor": _AMOUNT,
            "status": _STATUS,
            "created_at": Words("Requested on", "تاريخ الطلب"),
            "paid_at": Words("Paid on", "تاريخ الدفع"),
        },
    ),
    _Section(
        "payments",
        "documents",
        Words("Receipts and credit notes", "الإيصالات والإشعارات الدائنة"),
        {
            "number": Words("Number", "الرقم"),
            "kind": Words("Document", "المستند"),
            "charge_id": _FOR,
            "amount_minor": _AMOUNT,
            "vat_minor": Words("VAT included", "ضريبة القيمة المضافة المشمولة"),
            "issued_at": Words("Issued on", "تاريخ الإصدار"),
        },
    ),
    _Section(
        "payments",
        "refunds",
        Words("Refunds", "المبالغ المستردة"),
        {
            "charge_id": _FOR,
            "amount_minor": _AMOUNT,
            "status": _STATUS,
            "created_at": Words("Requested on", "تاريخ الطلب"),
            "done_at": Words("Refunded on", "تاريخ الرد"),
        },
    ),
    _Section(
        "notifications",
        "inquiries",
        Words("Your questions to us", "استفساراتك"),
        {
            "reference": Words("Reference", "الرقم المرجعي"),
            "message": Words("Message", "الرسالة"),
            "created_at": Words("Sent on", "تاريخ الإرسال"),
        },
    ),
    _Section(
        "notifications",
        "notifications",
        Words("Notifications", "الإشعارات"),
        {
            "title": Words("Title", "العنوان"),
            "body": Words("Text", "النص"),
            "created_at": Words("Sent on", "تاريخ الإرسال"),
        },
    ),
    _Section(
        "identity",
        "sessions",
        Words("Sign-ins", "عمليات الدخول"),
        {
            "user_agent": Words("Browser", "المتصفح"),
            "created_at": Words("Signed in on", "تاريخ الدخول"),
            "ended_at": Words("Signed out on", "تاريخ الخروج"),
        },
    ),
)
_VALUES = {
    "male": Words("Male", "ذكر"),
    "female": Words("Female", "أنثى"),
    "admin": Words("Admin", "مشرف"),
    "candidate": Words("Candidate", "متدرب"),
    "organization": Words("Organization", "منشأة"),
    "staff": Words("Staff", "موظف"),
    "trainer": Words("Trainer", "مدرب"),
    "active": Words("Active", "نشط"),
    "invited": Words("Invited", "مدعو"),
    "declined": Words("Declined", "اعتذر"),
    "suspended": Words("Suspended", "موقوف"),
    "removed": Words("Removed", "مُزال"),
    "requested": Words("Requested", "بانتظار القبول"),
    "pending_payment": Words("Awaiting payment", "بانتظار الدفع"),
    "confirmed": Words("Confirmed", "مؤكد"),
    "completed": Words("Completed", "مكتمل"),
    "rejected": Words("Rejected", "مرفوض"),
    "waitlisted": Words("On the waiting list", "في قائمة الانتظار"),
    "cancelled": Words("Cancelled", "ملغى"),
    "expired": Words("Expired", "انتهت المهلة"),
    "passed": Words("Passed", "اجتياز"),
    "failed": Words("Failed", "عدم اجتياز"),
    "absent": Words("Absent", "غياب"),
    "open": Words("Open", "مستحق"),
    "paid": Words("Paid", "مدفوع"),
    "refunded": Words("Refunded", "مسترد"),
    "partly_refunded": Words("Partly refunded", "مسترد جزئيًا"),
    "receipt": Words("Receipt", "إيصال"),
    "credit_note": Words("Credit note", "إشعار دائن"),
    "sent": Words("Sent", "أُرسل إلى مزوّد الدفع"),
    "done": Words("Refunded", "تم رد المبلغ"),
    "certificates.issued": Words("Valid", "سارية"),
    "certificates.suspended": Words("Suspended", "موقوفة"),
    "certificates.superseded": Words("Replaced", "مستبدلة"),
    "certificates.revoked": Words("Revoked", "ملغاة"),
    "refunds.requested": Words("Requested", "قيد الرد"),
    "refunds.failed": Words("Failed", "تعذّر الرد"),
}
"""Labels of statuses and kinds; `noun.value` overrides `value`."""
PICTURE = Words("Picture", "صورة")
ID_DOCUMENT = Words("ID document", "مستند هوية")
"""Names of files in the archive."""
_LEAD = Words(
    "Dates and times are in Saudi time (UTC+3). The JSON files beside this page hold all "
    "details, and the folder “files” your pictures and documents.",
    "التواريخ والأوقات بتوقيت السعودية (غرينتش+3). تضم ملفات JSON المرفقة جميع التفاصيل، ويضم "
    "مجلد «files» صورك ومستنداتك.",
)
_TITLE = Words("Your data at {name}", "بياناتك في {name}")
_STYLE = (
    "body{font-family:system-ui,sans-serif;max-width:64rem;margin:2rem auto;padding:0 1rem;"
    "line-height:1.5}div{overflow-x:auto}table{border-collapse:collapse;width:100%}"
    "th,td{text-align:start;vertical-align:top;padding:.4rem .6rem;border-bottom:1px solid #ddd}"
)


def list_organization_ids(records: Records) -> set[str]:
    """List the organizations to name on the page."""
    return {
        str(row["organization_id"])
        for section in _SECTIONS
        for row in records.get(section.service, {}).get(section.noun, ())
        if row.get("organization_id")
    }


def make_report(
    records: Records, organizations: Mapping[str, Words], product: Words, locale: Locale
) -> bytes:
    """Render the records as an HTML page."""
    lang = locale.value
    names = {
        row["id"]: Words(row.get("title_en", ""), row.get("title_ar", ""))
        for service, noun in (("enrollment", "batches"), ("payments", "charges"))
        for row in records.get(service, {}).get(noun, ())
    } | dict(organizations)
    page = Element("html", lang=lang, dir="rtl" if lang == "ar" else "ltr")
    head = SubElement(page, "head")
    SubElement(head, "meta", charset="utf-8")
    SubElement(head, "meta", name="viewport", content="width=device-width, initial-scale=1")
    title = translate(_TITLE, lang).format(name=translate(product, lang))
    SubElement(head, "title").text = title
    SubElement(head, "style").text = _STYLE
    body = SubElement(page, "body")
    SubElement(body, "h1").text = title
    SubElement(body, "p").text = translate(_LEAD, lang)
    for section in _SECTIONS:
        if rows := records.get(section.service, {}).get(section.noun, ()):
            _add_table(body, section, rows, names, lang)
    return b"<!doctype html>" + bytes(tostring(page, encoding="utf-8", method="html"))


def _add_table(
    body: Element, section: _Section, rows: Sequence[Row], names: Mapping[str, Words], lang: str
) -> None:
    texts = [
        {column: _text(row, column, section.noun, names, lang) for column in section.columns}
        for row in rows
    ]
    shown = [column for column in section.columns if any(row[column] for row in texts)]
    SubElement(body, "h2").text = translate(section.title, lang)
    table = SubElement(SubElement(body, "div"), "table")
    heading = SubElement(SubElement(table, "thead"), "tr")
    for column in shown:
        SubElement(heading, "th", scope="col").text = translate(section.columns[column], lang)
    cells = SubElement(table, "tbody")
    for row in texts:
        line = SubElement(cells, "tr")
        for column in shown:
            SubElement(line, "td", dir="auto").text = row[column]


def _text(row: Row, column: str, noun: str, names: Mapping[str, Words], lang: str) -> str:
    """Format a value; return an empty string for an ID without a name."""
    if f"{column}_en" in row:
        title = Words(row[f"{column}_en"] or "", row[f"{column}_ar"] or "")
        return translate(title, lang) or title.en or title.ar
    value = row.get(column)
    if value is None:
        return ""
    if column.endswith("_id"):
        return translate(names[value], lang) if value in names else ""
    if column.endswith("_minor"):
        return f"{Decimal(value).scaleb(-2):,.2f} {row.get('currency', 'SAR')}"
    if column.endswith("_at"):
        return f"{datetime.fromisoformat(value).astimezone(RIYADH):%Y-%m-%d %H:%M}"
    words = _VALUES.get(f"{noun}.{value}") or _VALUES.get(str(value))
    return translate(words, lang) if words else str(value)


def name_value(value: str, lang: str) -> str:
    """Translate a status or kind."""
    words = _VALUES.get(value)
    return translate(words, lang) if words else value


def translate(words: Words, lang: str) -> str:
    return words.ar if lang == "ar" else words.en
