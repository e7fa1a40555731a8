"""Columns of an import of batches, whose sessions follow a rule."""

import re
from typing import Any

from kit.core.errors import FieldProblem, Invalid
from kit.spreadsheets.exports import Words
from kit.spreadsheets.sheets import Column, fold

from catalog.batches.export import LANGUAGES, MODES
from catalog.batches.models import BatchMode
from catalog.batches.schedule.rules import plan_sessions
from catalog.batches.schemas import BatchCreate, SessionRule, Weekday
from catalog.batches.service import create_batch
from catalog.imports.columns import NO, YES, Cells, Choice
from catalog.imports.queries import Names
from catalog.imports.schemas import ImportRow
from catalog.imports.service import Kind
from catalog.trainings.models import BatchLanguage

_COLUMNS_OF_FIELDS = {
    "training_id": "training",
    "city_id": "city",
    "trainer_id": "trainer",
    "price_minor": "price",
    "price_10_minor": "price_10",
    "price_50_minor": "price_50",
    "sessions": "first_day",
    "enrollment_opens_at": "opens",
    "enrollment_closes_at": "closes",
}
_OF_RULE = {
    "title_en": "session_en",
    "title_ar": "session_ar",
    "starts_at": "from",
    "ends_at": "to",
}
_MODES = [Choice(mode, names) for mode, names in MODES.items()]
_OTHER_NAMES = {BatchLanguage.ARABIC: ("عربي",), BatchLanguage.ENGLISH: ("إنجليزي", "انجليزي")}
_LANGUAGES = [
    Choice(language, names, _OTHER_NAMES.get(language, ())) for language, names in LANGUAGES.items()
]
_WEEKDAYS = [
    Choice(day, names, (names.en[:3],))
    for day, names in {
        Weekday.SUNDAY: Words("Sunday", "الأحد"),
        Weekday.MONDAY: Words("Monday", "الاثنين"),
        Weekday.TUESDAY: Words("Tuesday", "الثلاثاء"),
        Weekday.WEDNESDAY: Words("Wednesday", "الأربعاء"),
        Weekday.THURSDAY: Words("Thursday", "الخميس"),
        Weekday.FRIDAY: Words("Friday", "الجمعة"),
        Weekday.SATURDAY: Words("Saturday", "السبت"),
    }.items()
]
_PRICES = ("price_minor", "price_10_minor", "price_50_minor")
_BETWEEN_DAYS = re.compile(r"[,،;؛/\n]+")
_NUMBERS = (
    "capacity",
    "minimum",
    "free_cancellation_hours",
    "kept_percent",
    "payment_window_hours",
)


def _columns(names: Names, in_arabic: bool) -> list[Column]:
    """Build the template's columns with drop-down choices in its language."""

    def offered(choices: list[Choice]) -> list[str]:
        return [choice.names[in_arabic] for choice in choices]

    trainings, cities, trainers = map(offered, (names.trainings, names.cities, names.trainers))
    modes, languages, days = map(offered, (_MODES, _LANGUAGES, _WEEKDAYS))
    yes_or_no = [YES[in_arabic], NO[in_arabic]]
    workdays = ("، " if in_arabic else ", ").join(days[:5])
    return [
        Column(
            "training",
            "Training",
            "البرنامج التدريبي",
            next(iter(trainings), ""),
            required=True,
            choices=trainings,
        ),
        Column("code", "Batch code", "رمز الدورة", "EXAMPLE-101-1", required=True),
        Column(
            "mode",
            "Format",
            "طريقة التدريب",
            modes[0],
            required=True,
            choices=modes,
            other_names=("Mode", "طريقة التقديم"),
        ),
        Column("language", "Language", "اللغة", languages[1], required=True, choices=languages),
        Column("city", "City", "المدينة", next(iter(cities), ""), choices=cities),
        Column("venue_en", "Venue in English", "المقر بالإنجليزية", "Hall 2"),
        Column("venue_ar", "Venue in Arabic", "المقر بالعربية", "القاعة 2"),
        Column("trainer", "Trainer", "المدرب", choices=trainers),
        Column("weekdays", "Days of the week", "أيام الأسبوع", workdays, required=True),
        Column("first_day", "First day", "اليوم الأول", "2030-01-06", required=True),
        Column("last_day", "Last day", "اليوم الأخير"),
        Column("count", "Number of sessions", "عدد الجلسات", "5"),
        Column("from", "From", "من", "09:00", required=True),
        Column("to", "To", "إلى", "13:00", required=True),
        Column("session_en", "Session in English", "الجلسة بالإنجليزية", "Day", required=True),
        Column("session_ar", "Session in Arabic", "الجلسة بالعربية", "اليوم", required=True),
        Column("online_url", "Online link", "رابط الحضور عن بُعد", "https://meet.example.com/room"),
        Column(
            "opens",
            "Enrollment opens",
            "فتح التسجيل",
            "2029-12-01 08:00",
            required=True,
            other_names=("يفتح التسجيل",),
        ),
        Column(
            "closes",
            "Enrollment closes",
            "إغلاق التسجيل",
            "2030-01-05",
            required=True,
            other_names=("يغلق التسجيل",),
        ),
        Column("price", "Price (SAR)", "السعر (ر.س)", "1250", required=True),
        Column(
            "price_10",
            "Price from 10 people (SAR)",
            "سعر الشخص لـ 10 أشخاص فأكثر (ر.س)",
            other_names=("السعر من 10 أشخاص (ر.س)",),
        ),
        Column(
            "price_50",
            "Price from 50 people (SAR)",
            "سعر الشخص لـ 50 شخصًا فأكثر (ر.س)",
            other_names=("السعر من 50 شخصًا (ر.س)",),
        ),
        Column("capacity", "Seats", "المقاعد", "20", required=True),
        Column(
            "minimum",
            "Minimum number of candidates",
            "الحد الأدنى للمتدربين",
            other_names=("Least number of candidates",),
        ),
        Column(
            "requires_acceptance",
            "You accept each request",
            "تتطلب الطلبات قبولك",
            yes_or_no[1],
            choices=yes_or_no,
            other_names=(
                "Requests need your approval",
                "تتطلب الطلبات اعتمادك",
                "You accept each candidate",
                "تقبل كل متدرب على حدة",
            ),
        ),
        Column("waiting_list", "Waiting list", "قائمة الانتظار", yes_or_no[0], choices=yes_or_no),
        Column(
            "free_cancellation_hours",
            "Free cancellation (hours before the start)",
            "الإلغاء المجاني (ساعات قبل البدء)",
            "48",
            other_names=(
                "Free cancellation up to (hours before)",
                "إلغاء مجاني حتى (ساعات قبل البدء)",
            ),
        ),
        Column(
            "kept_percent",
            "Non-refundable after that (%)",
            "النسبة المحتجزة بعد ذلك (٪)",
            "100",
            other_names=("Kept after that (%)", "النسبة المحتفظ بها بعدها (%)"),
        ),
        Column(
            "payment_window_hours",
            "Payment deadline (hours)",
            "مهلة الدفع (بالساعات)",
            other_names=("Time to pay (hours)", "مهلة الدفع (ساعات)"),
        ),
    ]


def _read(cells: Cells, names: Names) -> BatchCreate | None:
    """Parse a row into a batch, as the form would send it."""
    training = cells.match_choice("training", names.trainings)
    values: dict[str, Any] = {name: cells.text(name) for name in ("code", "venue_en", "venue_ar")}
    values |= {name: cells.whole(name) for name in _NUMBERS}
    values |= {name: cells.flag(name) for name in ("requires_acceptance", "waiting_list")}
    values |= {
        "training_id": training.id if training else None,
        "mode": cells.match_choice("mode", _MODES),
        "language": cells.match_choice("language", _LANGUAGES),
        "trainer_id": cells.match_choice("trainer", names.trainers),
        "enrollment_opens_at": cells.moment("opens"),
        "enrollment_closes_at": cells.moment("closes"),
        **{price: cells.money(_COLUMNS_OF_FIELDS[price]) for price in _PRICES},
        "sessions": _sessions(cells),
    }
    if values["mode"] is not BatchMode.ONLINE:
        values["city_id"] = cells.match_choice("city", names.cities)
    return cells.body(BatchCreate, values, _COLUMNS_OF_FIELDS)


def _sessions(cells: Cells) -> list[dict[str, Any]] | None:
    rule = cells.body(
        SessionRule,
        {
            "title_en": cells.text("session_en"),
            "title_ar": cells.text("session_ar"),
            "weekdays": _weekdays(cells),
            "first_day": cells.day("first_day"),
            "last_day": cells.day("last_day"),
            "count": cells.whole("count"),
            "starts_at": cells.time("from"),
            "ends_at": cells.time("to"),
            "online_url": cells.text("online_url"),
        },
        _OF_RULE,
    )
    if rule is None:
        return None
    try:
        return [session.model_dump() for session in plan_sessions(rule)]
    except Invalid as error:
        cells.refuse(error.fields or [], _OF_RULE)
        return None


def _weekdays(cells: Cells) -> list[Weekday] | None:
    known = {fold(name): day for day, names, others in _WEEKDAYS for name in (*names, *others)}
    written = [fold(part) for part in _BETWEEN_DAYS.split(cells.text("weekdays"))]
    typed = [part for part in written if part]
    if all(part in known for part in typed):
        return [known[part] for part in typed]
    cells.refuse(
        [
            FieldProblem(
                field="weekdays",
                code="import.unknown_value",
                message="We don't recognize this value. Choose one from the template.",
            )
        ],
        {},
    )
    return None


def _show(number: int, cells: Cells, names: Names, body: BatchCreate | None) -> ImportRow:
    """Preview the row before anything is created."""
    known = {choice.value.id: choice.value for choice in names.trainings}
    training = known.get(body.training_id) if body else None
    return ImportRow(
        number=number,
        code=body.code if body else cells.text("code"),
        title_en=training.title_en if training else cells.text("training"),
        title_ar=training.title_ar if training else cells.text("training"),
        starts_at=body.starts_at if body else None,
        sessions=len(body.sessions) if body else None,
        problems=cells.problems,
        hijri_days=cells.hijri_days,
    )


BATCHES = Kind(
    columns=_columns,
    read=_read,
    show=_show,
    create=create_batch,
    columns_of_fields=_COLUMNS_OF_FIELDS,
)
