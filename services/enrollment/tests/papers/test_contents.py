"""Certificate PDFs: appearance, texts, QR code and attachment."""

import io
import unicodedata
from datetime import date
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
import zxingcpp
from enrollment.certificates.models import Certificate
from enrollment.certificates.rules import format_number
from enrollment.papers.adapters.certificate import CERTIFICATE, build_certificate_paper
from enrollment.papers.adapters.dates import format_day, format_range
from enrollment.papers.schemas import DesignContent, Signatory
from kit.documents import papers, pdfs
from PIL import Image, ImageChops, ImageDraw

PAGES = Path(__file__).parent / "pages"
PUBLIC_URL = "https://itqan.example"
NUMBER = "7K3M9QXA2FTD"
CREDENTIAL = "eyJhbGciOiJFZERTQSJ9.eyJpc3MiOiJhIn0.c2lnbmF0dXJl"


def certificate(**changes: str) -> Certificate:
    columns: dict[str, Any] = {
        "number": NUMBER,
        "holder_name_en": "Sara Abdullah Al-Qahtani",
        "holder_name_ar": "سارة بنت عبدالله القحطاني",
        "training_title_en": "Warehouse Operations and Inventory Management",
        "training_title_ar": "عمليات المستودعات وإدارة المخزون",
        "organization_name_en": "Tuwaiq Logistics Academy",
        "organization_name_ar": "أكاديمية طويق اللوجستية",
        "started_on": date(2026, 11, 1),
        "ended_on": date(2026, 11, 12),
        "score_percent": 92,
        "issued_on": date(2026, 11, 23),
        "expires_on": date(2028, 11, 22),
        "credential": CREDENTIAL,
    }
    return Certificate(**columns | changes)


USUAL = certificate()
LONG = certificate(
    holder_name_en="Abdulrahman Muhammad Abdulaziz Abdullah Al-Mutairi Al-Otaibi Al-Ghamdi "
    "Al-Shahrani Al-Qahtani Al-Dosari Al-Harbi Az",
    holder_name_ar="عبدالرحمن بن محمد بن عبدالعزيز بن عبدالله المطيري العتيبي الغامدي "
    "الشهراني القحطاني الدوسري الحربي من آل سعد",
    training_title_en="Advanced certificate programme in cold-chain logistics, customs clearance, "
    "dangerous goods and last-mile delivery",
    training_title_ar="برنامج الشهادة المتقدمة في لوجستيات سلسلة التبريد والتخليص الجمركي "
    "والبضائع الخطرة وإدارة التوصيل",
)
LOGO, SIGNATURE = "l" * 32, "s" * 32
DIRECTOR = Signatory(
    name_en="Dr. Khalid Al-Harbi",
    name_ar="د. خالد الحربي",
    title_en="Director of Training",
    title_ar="مدير التدريب",
    signature=SIGNATURE,
)
PLAIN = DesignContent()
DESIGNED = DesignContent(
    accent="#1e3a8a",
    logo=LOGO,
    signatories=[DIRECTOR, DIRECTOR.model_copy(update={"signature": None})],
    text_en="Accredited by the Transport General Authority under number 4411.",
    text_ar="معتمد من الهيئة العامة للنقل برقم 4411.",
)
CASES = {
    "usual": (USUAL, PLAIN),
    "arabic-alone": (certificate(holder_name_en=USUAL.holder_name_ar), PLAIN),
    "english-alone": (certificate(holder_name_ar=USUAL.holder_name_en), PLAIN),
    "long-and-designed": (LONG, DESIGNED),
}


def drawn() -> dict[str, bytes]:
    logo = Image.new("RGBA", (600, 240))
    ImageDraw.Draw(logo).ellipse((180, 0, 420, 240), fill="#1e3a8a")
    signature = Image.new("RGBA", (400, 150))
    ImageDraw.Draw(signature).line((20, 120, 120, 30, 200, 110, 380, 40), fill="black", width=8)
    made = {}
    for name, picture in ((LOGO, logo), (SIGNATURE, signature)):
        target = io.BytesIO()
        picture.save(target, "WEBP", lossless=True)
        made[name] = target.getvalue()
    return made


async def made(contents: Certificate, design: DesignContent = PLAIN) -> bytes:
    pictures = drawn()
    paper = build_certificate_paper(contents, design, pictures.keys(), PUBLIC_URL)
    (pdf,) = await papers.render(CERTIFICATE, [paper], pictures)
    assert pdf is not None
    return pdf


def page_of(pdf: bytes, scale: float) -> Image.Image:
    document = pypdfium2.PdfDocument(pdf)
    assert len(document) == 1
    picture: Image.Image = document[0].render(scale=scale).to_pil()
    return picture


def share_that_differs(page: Image.Image, stored: Image.Image) -> float:
    """Return the share of clearly different pixels; antialiasing varies by release."""
    assert page.size == stored.size
    difference = ImageChops.difference(page.convert("L"), stored.convert("L"))
    return sum(difference.histogram()[64:]) / (page.width * page.height)


@pytest.mark.parametrize("case", CASES)
class TestPages:
    async def test_look_as_they_did(self, case: str, tmp_path: Path) -> None:
        page = page_of(await made(*CASES[case]), 0.8)
        page.convert("P", palette=Image.Palette.ADAPTIVE, colors=32).save(tmp_path / f"{case}.png")
        stored = Image.open(PAGES / f"{case}.png")
        # A different name changes at least 0.3 %. Store the new picture if the change is intended.
        assert share_that_differs(page, stored) < 0.001, f"it is now {tmp_path}/{case}.png"

    async def test_hold_the_names_as_text(self, case: str) -> None:
        contents, design = CASES[case]
        page = pypdfium2.PdfDocument(await made(contents, design))[0]
        words = page.get_textpage().get_text_bounded().split()
        names = f"{contents.holder_name_en} {contents.holder_name_ar} {contents.training_title_en}"
        assert [name for name in names.split() if name not in words] == []


@pytest.mark.parametrize("case", CASES)
async def test_a_certificate_is_accepted_as_an_attachment(case: str) -> None:
    pdfs.check(await made(*CASES[case]))


LATIN = "Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaft"
ARABIC = "فسيكفيكهمالله" * 5
HALVES = {"LATIN": (56.7, 404.0), "ARABIC": (437.9, 785.2)}
"""Column of each script, in points from the left edge."""
FOOT = 140
"""Height in points from the lower edge above which scripts have separate columns."""


def letters_outside(pdf: bytes) -> list[str]:
    """List letters printed outside the column of their script."""
    page = pypdfium2.PdfDocument(pdf)[0].get_textpage()
    outside = []
    for index in range(page.count_chars()):
        letter = page.get_text_range(index, 1)
        script = unicodedata.name(letter[:1] or " ", "").partition(" ")[0]
        left, bottom, right, _ = page.get_charbox(index)
        first, last = HALVES.get(script, (0, 842))
        if bottom > FOOT and (left < first - 1 or right > last + 1):
            outside.append(letter)
    return outside


@pytest.mark.parametrize("length", [28, 58, 65])
async def test_a_word_of_any_length_stays_in_its_half(length: int) -> None:
    latin, arabic = LATIN[:length], ARABIC[:length]
    names = {
        f"{field}_{language}": word
        for field in ("holder_name", "training_title", "organization_name")
        for language, word in (("en", latin), ("ar", arabic))
    }
    design = DesignContent(text_en=latin, text_ar=arabic)
    pdf = await made(certificate(**names), design)
    assert len(pypdfium2.PdfDocument(pdf)) == 1
    assert letters_outside(pdf) == []


class TestFile:
    async def test_a_phone_reads_the_address_off_a_printed_page(self) -> None:
        (found,) = zxingcpp.read_barcodes(page_of(await made(USUAL), 2))
        assert found.text == f"{PUBLIC_URL}/certificates/{format_number(NUMBER)}"

    async def test_it_is_an_archive_s_pdf_that_carries_the_credential(self) -> None:
        with pikepdf.open(io.BytesIO(await made(LONG, DESIGNED))) as pdf:
            with pdf.open_metadata() as metadata:
                assert metadata.pdfa_status == "3A"
            file = pdf.attachments["credential.jwt"].get_file()
            assert file.read_bytes().decode() == CREDENTIAL
            assert file.mime_type == "application/vc+jwt"

    async def test_the_same_certificate_is_the_same_file(self) -> None:
        assert await made(USUAL, DESIGNED) == await made(USUAL, DESIGNED)

    async def test_names_are_no_template(self) -> None:
        name = "Sara #sys.version $x$ *Al* _b_"
        contents = certificate(holder_name_en=name, holder_name_ar=name)
        page = pypdfium2.PdfDocument(await made(contents))[0]
        words = page.get_textpage().get_text_bounded().split()
        assert [word for word in name.split() if word not in words] == []


class TestDays:
    def test_are_written_in_both_calendars_and_languages(self) -> None:
        day = format_day(date(2026, 11, 23))
        assert (day.day_en, day.hijri_en) == ("23 November 2026", "13 Jumada al-Akhirah 1448 AH")
        assert (day.day_ar, day.hijri_ar) == ("23 نوفمبر 2026 م", "13 جمادى الآخرة 1448 هـ")

    @pytest.mark.parametrize(
        ("day", "hijri"), [(date(2026, 2, 18), "1 Ramadan 1447 AH"), (date(2077, 11, 17), None)]
    )
    def test_the_umm_al_qura_calendar_is_written_as_far_as_it_is_published(
        self, day: date, hijri: str | None
    ) -> None:
        assert format_day(day).hijri_en == hijri

    @pytest.mark.parametrize(
        ("first", "last", "english", "arabic"),
        [
            ((2026, 11, 1), (2026, 11, 1), "on 1 November 2026", "في 1 نوفمبر 2026"),
            (
                (2026, 11, 1),
                (2026, 11, 12),
                "from 1 to 12 November 2026",
                "من 1 إلى 12 نوفمبر 2026",
            ),
            (
                (2026, 10, 28),
                (2026, 11, 3),
                "from 28 October to 3 November 2026",
                "من 28 أكتوبر إلى 3 نوفمبر 2026",
            ),
            (
                (2026, 12, 28),
                (2027, 1, 3),
                "from 28 December 2026 to 3 January 2027",
                "من 28 ديسمبر 2026 إلى 3 يناير 2027",
            ),
        ],
    )
    def test_of_a_course_say_once_what_they_share(
        self,
        first: tuple[int, int, int],
        last: tuple[int, int, int],
        english: str,
        arabic: str,
    ) -> None:
        assert format_range(date(*first), date(*last)) == (english, arabic)
