"""PDFs are identical on every machine, and templates cannot read other files."""

import io
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
import zxingcpp
from kit.documents import papers
from kit.documents.papers import Attachment, Paper
from PIL import Image

TEMPLATE = Path(__file__).parent / "papers" / "sample.typ"
SYNTAX = 'Fahad #read("/etc/passwd") *b* $x$ _i_ @ref <l> \\ [y] // z'
ADDRESS = "https://itqan.example/certificates/ABCD-EFGH-JKMN"
SAMPLE = Paper(
    {"title": "Plain", "name": "سارة القحطاني"},
    datetime(2026, 11, 23, 6, tzinfo=UTC),
    codes={"address": ADDRESS},
    attachments={"proof.txt": Attachment("the proof", "text/plain")},
)


def sample(**data: Any) -> Paper:
    return replace(SAMPLE, data={**SAMPLE.data, **data})


async def rendered(paper: Paper, **pictures: bytes) -> bytes:
    (pdf,) = await papers.render(TEMPLATE, [paper], pictures)
    assert pdf is not None
    return pdf


def text_of(pdf: bytes) -> str:
    text: str = pypdfium2.PdfDocument(pdf)[0].get_textpage().get_text_bounded()
    return text


class TestContents:
    async def test_the_same_contents_give_the_same_bytes(self) -> None:
        first, again, alone = await papers.render(TEMPLATE, [SAMPLE, SAMPLE, sample(title="Other")])
        assert first == again != alone
        assert await rendered(SAMPLE) == first

    async def test_a_text_with_the_template_s_syntax_is_printed_as_it_stands(self) -> None:
        assert SYNTAX in text_of(await rendered(sample(title=SYNTAX))).replace("\r\n", " ")

    async def test_it_is_an_archive_s_pdf_with_its_fonts_and_files_within(self) -> None:
        with pikepdf.open(io.BytesIO(await rendered(SAMPLE))) as pdf:
            with pdf.open_metadata() as metadata:
                assert metadata.pdfa_status == "3A"
            assert pdf.docinfo["/CreationDate"] == "D:20261123060000+00'00"
            fonts = pdf.pages[0].Resources.Font
            kinds = [font.DescendantFonts[0].FontDescriptor for font in fonts.as_dict().values()]
            assert kinds
            assert all("/FontFile2" in kind or "/FontFile3" in kind for kind in kinds)
            assert pdf.attachments["proof.txt"].get_file().read_bytes() == b"the proof"
            assert pdf.Root.AF[0].AFRelationship == "/Data"

    async def test_the_code_is_read_from_the_page(self) -> None:
        page = pypdfium2.PdfDocument(await rendered(SAMPLE))[0].render(scale=3).to_pil()
        assert [found.text for found in zxingcpp.read_barcodes(page)] == [ADDRESS]

    async def test_a_letter_that_the_fonts_lack_makes_a_plain_pdf(self) -> None:
        with pikepdf.open(io.BytesIO(await rendered(sample(title="漢字")))) as pdf:
            assert "/OutputIntents" not in pdf.Root
            assert "proof.txt" in pdf.attachments

    async def test_pictures_are_printed(self) -> None:
        target = io.BytesIO()
        Image.new("RGBA", (80, 40), (200, 0, 0, 255)).save(target, "WEBP", lossless=True)
        pdf = await rendered(sample(picture="mark.webp"), **{"mark.webp": target.getvalue()})
        page = pypdfium2.PdfDocument(pdf)[0].render(scale=1).to_pil().convert("RGB")
        assert (200, 0, 0) in {color for _, color in page.getcolors(page.width * page.height) or ()}


class TestBounds:
    @pytest.mark.parametrize("path", ["/etc/passwd", "../../../etc/passwd", "/../etc/passwd"])
    async def test_a_template_reads_nothing_beside_it(self, path: str) -> None:
        assert await papers.render(TEMPLATE, [sample(secret=path)]) == [None]

    async def test_a_template_gets_nothing_from_the_network(self) -> None:
        assert await papers.render(TEMPLATE.with_name("foreign.typ"), [SAMPLE]) == [None]

    async def test_a_broken_paper_leaves_the_others_alone(self) -> None:
        made = await papers.render(TEMPLATE, [SAMPLE, sample(secret="none.txt"), SAMPLE])
        assert [pdf is None for pdf in made] == [False, True, False]

    async def test_one_that_takes_all_memory_leaves_the_others_alone(self) -> None:
        made = await papers.render(TEMPLATE, [SAMPLE, sample(endless=True), SAMPLE])
        assert [pdf is None for pdf in made] == [False, True, False]

    async def test_one_that_takes_too_long_is_ended(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(papers, "_SECONDS", 0.01)
        assert await papers.render(TEMPLATE, [SAMPLE]) == [None]
