"""Printed lists of a batch: appearance and completeness of names."""

import io
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pikepdf
import pypdfium2
import pytest
from enrollment.attendance.models import Attendance, MarkSource
from enrollment.attendance.schemas import (
    AttendanceCounts,
    AttendanceSheet,
    AttendedSession,
    AttendingPerson,
    MarkRead,
)
from enrollment.printouts.adapters.batch_lists import (
    ATTENDANCE,
    CERTIFICATES,
    Heading,
    build_attendance_list,
    build_certificate_list,
)
from kit.documents import papers, pdfs
from kit.documents.papers import Paper
from PIL import Image

from services.enrollment.tests.papers.test_contents import share_that_differs

PAGES = Path(__file__).parent / "pages"
NOW = datetime(2026, 11, 23, 8, 30, tzinfo=UTC)
FIRST = datetime(2026, 11, 22, 6, tzinfo=UTC)
NAMES = [
    ("Sara Abdullah Al-Qahtani", "سارة عبدالله القحطاني"),
    ("Maria Santos", ""),
    ("", "يزيد بن فهد المالكي"),
    (
        "Abdulrahman Muhammad Abdulaziz Abdullah Al-Mutairi Al-Otaibi",
        "عبدالرحمن بن محمد بن عبدالعزيز بن عبدالله المطيري العتيبي",
    ),
]
HEADING = Heading(
    code="LMD-120-6",
    training_en="Last-Mile Delivery Associate",
    training_ar="مندوب توصيل الميل الأخير",
    organization_en="Gulf Logistics Academy",
    organization_ar="أكاديمية الخليج اللوجستية",
    starts_at=FIRST,
    ends_at=FIRST + timedelta(days=7, hours=8),
)


def sheet_of(people: int, sessions: int) -> AttendanceSheet:
    counts = AttendanceCounts(present=0, absent=0, late=0, excused=0, unmarked=people)
    meetings = [
        AttendedSession(
            id=uuid4(),
            title_en=f"Day {day + 1}",
            title_ar=f"اليوم {day + 1}",
            starts_at=FIRST + timedelta(days=day),
            ends_at=FIRST + timedelta(days=day, hours=8),
            open=True,
            check_in_open=False,
            counts=counts,
        )
        for day in range(sessions)
    ]
    marks = [
        MarkRead(
            session_id=meetings[0].id,
            attendance=list(Attendance)[place % 4],
            source=MarkSource.LIST,
            marked_at=NOW,
        )
        for place in range(people)
    ]
    return AttendanceSheet(
        batch_id=uuid4(),
        code=HEADING.code,
        title_en=HEADING.training_en,
        title_ar=HEADING.training_ar,
        city_en="Riyadh",
        city_ar="الرياض",
        editable=True,
        finished=False,
        sessions=meetings,
        people=[
            AttendingPerson(
                enrollment_id=uuid4(),
                name_en=NAMES[place % len(NAMES)][0],
                name_ar=NAMES[place % len(NAMES)][1],
                image_url=None,
                marks=[marks[place]] if place < people // 2 else [],
                attended=0,
                counted=0,
            )
            for place in range(people)
        ],
    )


def certificate(place: int) -> Any:
    name_en, name_ar = NAMES[place % len(NAMES)]
    return SimpleNamespace(
        number="7K3M9QXA2FTD",
        holder_name_en=name_en or name_ar,
        holder_name_ar=name_ar or name_en,
        score_percent=None if place == 1 else 92 - place,
        issued_on=date(2026, 11, 23),
        expires_on=None if place == 2 else date(2028, 11, 22),
        state=["valid", "revoked", "expired", "expiring"][place % 4],
    )


def attendance(people: int, sessions: int, alone: int | None = None) -> Paper:
    sheet = sheet_of(people, sessions)
    session_id = None if alone is None else sheet.sessions[alone].id
    return build_attendance_list(HEADING, sheet, session_id, NOW)


CASES: dict[str, tuple[Path, Paper, int]] = {
    "attendance": (ATTENDANCE, attendance(24, 8), 4),
    "attendance-of-a-session": (ATTENDANCE, attendance(6, 3, alone=1), 1),
    "attendance-of-nobody": (ATTENDANCE, attendance(0, 2), 1),
    "certificates": (
        CERTIFICATES,
        build_certificate_list(HEADING, map(certificate, range(8)), "https://itqan.example", NOW),
        1,
    ),
}


@pytest.mark.parametrize("case", CASES)
async def test_pages_look_as_they_did_and_hold_all_names(case: str, tmp_path: Path) -> None:
    template, paper, pages = CASES[case]
    (pdf,) = await papers.render(template, [paper])
    assert pdf is not None
    document = pypdfium2.PdfDocument(pdf)
    assert len(document) == pages
    page = document[0].render(scale=0.8).to_pil()
    page.convert("P", palette=Image.Palette.ADAPTIVE, colors=32).save(tmp_path / f"{case}.png")
    stored = Image.open(PAGES / f"{case}.png")
    # Store the new picture if the change is intended.
    assert share_that_differs(page, stored) < 0.001, f"it is now {tmp_path}/{case}.png"
    words = " ".join(each.get_textpage().get_text_bounded() for each in document).split()
    rows = [row for block in paper.data.get("blocks", [paper.data]) for row in block["rows"]]
    named = " ".join(row[f"name_{language}"] for row in rows for language in ("en", "ar"))
    assert [word for word in named.split() if word not in words] == []
    with pikepdf.open(io.BytesIO(pdf)) as file:
        assert str(file.docinfo["/Title"]).endswith(HEADING.code)
    pdfs.check(pdf)


def span_of(pdf: bytes, letter: str) -> tuple[float, float]:
    """Return the leftmost and rightmost points of the letter on the first page."""
    page = pypdfium2.PdfDocument(pdf)[0].get_textpage()
    places = [at for at in range(page.count_chars()) if page.get_text_range(at, 1) == letter]
    boxes = [page.get_charbox(at) for at in places]
    return min(box[0] for box in boxes), max(box[2] for box in boxes)


@pytest.mark.parametrize("sessions", [2, 8])
async def test_a_word_of_any_length_stays_in_its_column(
    sessions: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(globals(), "NAMES", [("Z" * 60, "ذ" * 60)])
    papers_of = [
        (ATTENDANCE, attendance(1, sessions)),
        (
            CERTIFICATES,
            build_certificate_list(HEADING, [certificate(0)], "https://itqan.example", NOW),
        ),
    ]
    for template, paper in papers_of:
        (pdf,) = await papers.render(template, [paper])
        assert pdf is not None
        assert span_of(pdf, "Z")[1] < span_of(pdf, "ذ")[0]


async def test_the_widest_number_of_a_certificate_stays_on_one_line() -> None:
    row = certificate(0)
    row.number = "WWWWMMMMWWWW"
    paper = build_certificate_list(HEADING, [row], "https://itqan.example", NOW)
    (pdf,) = await papers.render(CERTIFICATES, [paper])
    assert pdf is not None
    (page,) = pypdfium2.PdfDocument(io.BytesIO(pdf))
    assert "WWWW-MMMM-WWWW" in page.get_textpage().get_text_bounded()
