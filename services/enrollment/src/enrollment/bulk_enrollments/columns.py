from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from kit.spreadsheets.sheets import Column

CIVIL = Column(
    "civil_number",
    "Civil number",
    "رقم الهوية",
    example="1012345672",
    other_names=("national id", "iqama", "رقم الهوية الوطنية", "رقم الإقامة", "الهوية"),
)
PASSPORT = Column("passport_number", "Passport number", "رقم جواز السفر", other_names=("passport",))
COUNTRY = Column(
    "passport_country",
    "Passport country (two letters)",
    "دولة الجواز (حرفان)",
    other_names=("country", "دولة الجواز", "بلد الجواز", "بلد الجواز (حرفان)"),
)
NAME_EN = Column(
    "name_en",
    "Name in English",
    "الاسم بالإنجليزية",
    example="Huda Al-Qahtani",
    required=True,
    other_names=("name", "english name"),
)
NAME_AR = Column(
    "name_ar",
    "Name in Arabic",
    "الاسم بالعربية",
    example="هدى القحطاني",
    required=True,
    other_names=("الاسم", "arabic name"),
)
EMAIL = Column(
    "email",
    "Email",
    "البريد الإلكتروني",
    example="huda@example.com",
    other_names=("email address", "البريد"),
)
PHONE = Column(
    "phone",
    "Mobile number",
    "رقم الجوال",
    example="+966501234567",
    other_names=("phone", "mobile", "الجوال"),
)
LANGUAGE = Column(
    "language",
    "Language of the invitation",
    "لغة الدعوة",
    example="ar",
    choices=("ar", "en"),
    other_names=("language", "اللغة"),
)
BATCH = Column(
    "batch",
    "Batch code",
    "رمز الدورة",
    required=True,
    other_names=("batch", "code", "الدورة"),
)
COLUMNS = (CIVIL, PASSPORT, COUNTRY, NAME_EN, NAME_AR, EMAIL, PHONE, LANGUAGE, BATCH)
NAMES = tuple(column.name for column in COLUMNS)


def build_columns(codes: Sequence[str], *, one_batch: bool) -> list[Column]:
    """Return a template's columns; `codes` are the choices of the batch column, omitted for one
    batch.
    """
    if one_batch:
        return [column for column in COLUMNS if column is not BATCH]
    example = codes[0] if codes else ""
    return [*COLUMNS[:-1], replace(BATCH, choices=codes, example=example)]


def is_complete(mapped: Collection[str], *, one_batch: bool) -> bool:
    """Tell if the mapped columns suffice for a check: number, name, and batch."""
    has_number = CIVIL.name in mapped or PASSPORT.name in mapped
    has_name = NAME_EN.name in mapped or NAME_AR.name in mapped
    return has_number and has_name and (one_batch or BATCH.name in mapped)


def may_hide_numbers(headings: Sequence[str], mapping: Mapping[str, int]) -> bool:
    """Tell if an unknown heading may be the civil number's column.

    The uploader then maps it; otherwise every row would lack a number.
    """
    known = mapping.values()
    unknown = any(heading and place not in known for place, heading in enumerate(headings))
    return CIVIL.name not in mapping and unknown
