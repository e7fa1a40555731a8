"""Columns of an import of trainings."""

from typing import Any

from kit.spreadsheets.sheets import Column

from catalog.batches.export import LANGUAGES
from catalog.imports.columns import Cells, Choice
from catalog.imports.queries import Names
from catalog.imports.schemas import ImportRow
from catalog.imports.service import Kind
from catalog.offers.export import LEVELS
from catalog.offers.schemas import TrainingCreate
from catalog.offers.service import create_training
from catalog.texts.adapters.html import wrap_paragraph

_COLUMNS_OF_FIELDS = {"category_id": "category", "default_price_minor": "price"}
_LEVELS = [Choice(level, names) for level, names in LEVELS.items()]
_LANGUAGES = [Choice(language, names) for language, names in LANGUAGES.items()]
_TEXTS = (
    "code",
    "title_en",
    "title_ar",
    "summary_en",
    "summary_ar",
    "audience_en",
    "audience_ar",
    "prerequisites_en",
    "prerequisites_ar",
    "standard_code",
)
_NUMBERS = (
    "duration_hours",
    "min_attendance_percent",
    "min_score_percent",
    "certificate_valid_months",
)


def _columns(names: Names, in_arabic: bool) -> list[Column]:
    """Build the template's columns with drop-down choices in its language."""

    def offered(choices: list[Choice]) -> list[str]:
        return [choice.names[in_arabic] for choice in choices]

    categories, levels, languages = map(offered, (names.categories, _LEVELS, _LANGUAGES))
    return [
        Column("code", "Code", "الرمز", "EXAMPLE-101", required=True),
        Column(
            "title_en",
            "Title in English",
            "العنوان بالإنجليزية",
            "Forklift operation",
            required=True,
        ),
        Column(
            "title_ar",
            "Title in Arabic",
            "العنوان بالعربية",
            "تشغيل الرافعة الشوكية",
            required=True,
        ),
        Column(
            "category",
            "Category",
            "الفئة",
            next(iter(categories), ""),
            required=True,
            choices=categories,
        ),
        Column("level", "Level", "المستوى", levels[0], required=True, choices=levels),
        Column("language", "Language", "لغة التدريب", languages[1], choices=languages),
        Column("duration_hours", "Hours", "عدد الساعات", "24", required=True),
        Column(
            "price",
            "Default price per seat (SAR)",
            "السعر المعتاد للمقعد (ر.س)",
            "1250",
            other_names=("Usual price of a seat (SAR)",),
        ),
        Column(
            "summary_en",
            "Summary in English",
            "الملخص بالإنجليزية",
            "Drive and load a counterbalance truck safely.",
        ),
        Column(
            "summary_ar",
            "Summary in Arabic",
            "الملخص بالعربية",
            "قيادة الرافعة ذات الثقل الموازن وتحميلها بأمان.",
        ),
        Column("description_en", "Description in English", "الوصف بالإنجليزية"),
        Column("description_ar", "Description in Arabic", "الوصف بالعربية"),
        Column(
            "objectives_en",
            "Outcomes in English, one per line",
            "المخرجات بالإنجليزية، كل مخرَج في سطر",
            "Inspect the truck\nStack a pallet",
            other_names=("Outcomes in English, one a line",),
        ),
        Column(
            "objectives_ar",
            "Outcomes in Arabic, one per line",
            "المخرجات بالعربية، كل مخرَج في سطر",
            "فحص الرافعة\nرص الطبليات",
            other_names=("Outcomes in Arabic, one a line",),
        ),
        Column(
            "audience_en",
            "Audience in English",
            "الفئة المستهدفة بالإنجليزية",
            other_names=("Who it is for, in English",),
        ),
        Column(
            "audience_ar",
            "Audience in Arabic",
            "الفئة المستهدفة بالعربية",
            other_names=("Who it is for, in Arabic",),
        ),
        Column("prerequisites_en", "Prerequisites in English", "المتطلبات السابقة بالإنجليزية"),
        Column("prerequisites_ar", "Prerequisites in Arabic", "المتطلبات السابقة بالعربية"),
        Column("standard_code", "Occupational standard", "المعيار المهني"),
        Column("min_attendance_percent", "Minimum attendance (%)", "الحد الأدنى للحضور (٪)", "80"),
        Column("min_score_percent", "Minimum score (%)", "الحد الأدنى للدرجة (٪)"),
        Column(
            "certificate_valid_months",
            "Certificate validity (months)",
            "صلاحية الشهادة (بالأشهر)",
            "36",
            other_names=("Certificate valid for months", "صلاحية الشهادة بالأشهر"),
        ),
    ]


def _read(cells: Cells, names: Names) -> TrainingCreate | None:
    """Parse a row into a training, as the form would send it."""
    values: dict[str, Any] = {name: cells.text(name) for name in _TEXTS}
    values |= {name: cells.whole(name) for name in _NUMBERS}
    values |= {
        f"description_{language}": "".join(
            map(wrap_paragraph, cells.lines(f"description_{language}"))
        )
        for language in ("en", "ar")
    }
    values |= {name: cells.lines(name) or None for name in ("objectives_en", "objectives_ar")}
    values |= {
        "category_id": cells.match_choice("category", names.categories),
        "level": cells.match_choice("level", _LEVELS),
        "language": cells.match_choice("language", _LANGUAGES),
        "default_price_minor": cells.money("price"),
    }
    return cells.body(TrainingCreate, values, _COLUMNS_OF_FIELDS)


def _show(number: int, cells: Cells, _: Names, body: TrainingCreate | None) -> ImportRow:
    """Preview the row before anything is created."""
    return ImportRow(
        number=number,
        code=body.code if body else cells.text("code"),
        title_en=cells.text("title_en"),
        title_ar=cells.text("title_ar"),
        problems=cells.problems,
        hijri_days=cells.hijri_days,
    )


TRAININGS = Kind(
    columns=_columns,
    read=_read,
    show=_show,
    create=create_training,
    columns_of_fields=_COLUMNS_OF_FIELDS,
)
