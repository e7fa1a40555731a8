"""PDFs that people hand in: plain ones are taken, those that do something are not."""

from io import BytesIO

import pikepdf
import pytest
from kit import pdfs, workers
from kit.errors import Invalid
from kit.making import Refused


def made(extra: str = "", compressed: bool = False) -> bytes:
    """A PDF of one page whose root has this besides; `compressed` hides it in a stream."""
    pdf, target = pikepdf.new(), BytesIO()
    pdf.add_blank_page()
    if extra:
        pdf.Root.Extra = pdf.make_indirect(pikepdf.Object.parse(extra.encode()))
    mode = pikepdf.ObjectStreamMode
    pdf.save(target, object_stream_mode=mode.generate if compressed else mode.disable)
    return target.getvalue()


def code_of(content: bytes) -> str | None:
    try:
        pdfs.check(content)
    except Refused as refused:
        return str(refused.args[1])
    return None


ACTIVE = (
    "<</S/JavaScript/JS(app.alert)>>",
    "<</JS(app.alert)>>",
    "<</S/Launch/F(cmd.exe)>>",
    "<</S/SubmitForm>>",
    "<</S/ImportData>>",
    "<</S/GoToE>>",
    "<</EmbeddedFiles<</Names[]>>>>",
    "<</Type/Filespec/F(a.exe)>>",
    "<</Type/EmbeddedFile>>",
    "<</Subtype/FileAttachment>>",
    "<</Subtype/RichMedia>>",
    "<</XFA[]>>",
    "<</A[<</B<</S/JavaScript>>>>]>>",
)


class TestCheck:
    def test_a_plain_one_is_taken(self) -> None:
        assert code_of(made()) is None
        assert code_of(made(compressed=True)) is None
        assert code_of(made("<</S/GoTo/D[0/Fit]>>")) is None

    @pytest.mark.parametrize("what", ACTIVE)
    def test_what_does_something_is_refused_wherever_it_stands(self, what: str) -> None:
        assert code_of(made(what)) == "document.active"
        assert code_of(made(what, compressed=True)) == "document.active"

    def test_a_name_that_is_written_otherwise_is_the_same(self) -> None:
        content = made("<</S/Launch>>").replace(b"/Launch", b"/#4caunch")
        assert b"/#4caunch" in content
        assert code_of(content) == "document.active"

    def test_a_locked_or_damaged_one_is_refused(self) -> None:
        pdf, target = pikepdf.new(), BytesIO()
        pdf.add_blank_page()
        pdf.save(target, encryption=pikepdf.Encryption(owner="a", user="b"))
        assert code_of(target.getvalue()) == "document.locked"
        assert code_of(b"%PDF-1.7 %%EOF") == "document.broken"


async def test_the_process_says_what_is_wrong() -> None:
    broken = Invalid.field("file", "document.broken", "The PDF is damaged.")
    assert await workers.run("kit.pdfs", "", made(), broken) == b""
    with pytest.raises(Invalid) as refused:
        await workers.run("kit.pdfs", "", made(ACTIVE[0]), broken)
    assert refused.value.fields
    assert refused.value.fields[0].code == "document.active"
