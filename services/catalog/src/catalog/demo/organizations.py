"""Training organizations of the demo and their venues, the same three as in identity's demo."""

from typing import NamedTuple


class Venue(NamedTuple):
    """Venue of batches; `city` is a key of `catalog.reference.adapters.places.place_id`."""

    city: str
    venue_en: str
    venue_ar: str


class Provider(NamedTuple):
    """Training organization, with the ID `demo_id("organization", key)` in every service."""

    key: str
    name_en: str
    name_ar: str
    venues: tuple[Venue, ...]
    trainers: tuple[tuple[str, str], ...]


class Account(NamedTuple):
    """Trainer with an account in identity's demo."""

    username: str
    organization: str
    name_en: str
    name_ar: str


TRAINER = Account("trainer", "gla", "Hind Al Dossary", "هند الدوسري")

RIYADH, JEDDAH, DAMMAM, JUBAIL = "108410", "105343", "110336", "109435"
YANBU, MADINAH, BURAYDAH, TABUK, ABHA = "100425", "109223", "107304", "101628", "110690"

PROVIDERS = (
    Provider(
        "gla",
        "Gulf Logistics Academy",
        "أكاديمية الخليج اللوجستية",
        (
            Venue(
                RIYADH,
                "Academy campus, Al Sulay district",
                "مقر الأكاديمية، حي السلي",
            ),
            Venue(
                DAMMAM,
                "Training yard, Second Industrial City",
                "ساحة التدريب، المدينة الصناعية الثانية",
            ),
            Venue(
                JUBAIL,
                "Practical centre, Support Industries area",
                "المركز العملي، منطقة الصناعات المساندة",
            ),
        ),
        (
            ("Faisal Al-Otaibi", "فيصل العتيبي"),
            (TRAINER.name_en, TRAINER.name_ar),
            ("Mazen Al-Shammari", "مازن الشمري"),
        ),
    ),
    Provider(
        "rsp",
        "Red Sea Ports Training Centre",
        "مركز البحر الأحمر لتدريب الموانئ",
        (
            Venue(
                JEDDAH,
                "Simulator hall near the Islamic Port",
                "قاعة المحاكاة بجوار الميناء الإسلامي",
            ),
            Venue(
                YANBU,
                "Training building, Commercial Port road",
                "مبنى التدريب، طريق الميناء التجاري",
            ),
            Venue(
                MADINAH,
                "Western branch, King Abdullah Road",
                "الفرع الغربي، طريق الملك عبدالله",
            ),
        ),
        (
            ("Captain Sami Al-Harbi", "القبطان سامي الحربي"),
            ("Rania Bakhsh", "رانيا بخش"),
            ("Turki Al-Juhani", "تركي الجهني"),
        ),
    ),
    Provider(
        "nti",
        "Najd Transport Institute",
        "معهد نجد للنقل",
        (
            Venue(
                BURAYDAH,
                "Institute campus, King Fahd Road",
                "مقر المعهد، طريق الملك فهد",
            ),
            Venue(
                RIYADH,
                "Driving ground, Al Haer road",
                "ميدان القيادة، طريق الحائر",
            ),
            Venue(
                TABUK,
                "Northern branch, Prince Sultan Road",
                "الفرع الشمالي، طريق الأمير سلطان",
            ),
            Venue(
                ABHA,
                "Southern branch, King Abdulaziz Road",
                "الفرع الجنوبي، طريق الملك عبدالعزيز",
            ),
        ),
        (
            ("Abdulrahman Al-Mutairi", "عبدالرحمن المطيري"),
            ("Nouf Al-Rashid", "نوف الرشيد"),
            ("Saad Al-Qahtani", "سعد القحطاني"),
        ),
    ),
)
