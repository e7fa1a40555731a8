"""Uploaded PDFs: plain ones are accepted, those with active content are not."""

import json
import struct
import subprocess
import sys
import zlib
from io import BytesIO

import pikepdf
import pytest
from kit.core.errors import Invalid
from kit.documents import pdfs, upload_sandbox
from kit.documents.rules import MAX_UPLOAD_BYTES
from kit.documents.sandbox import REFUSAL, Refused


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
    "<</Type/Filespec/F(a.exe)>>",
    "<</Type/EmbeddedFile>>",
    "<</Subtype/FileAttachment>>",
    "<</Subtype/RichMedia>>",
    "<</XFA[]>>",
    "<</A[<</B<</S/JavaScript>>>>]>>",
)


def with_file(name: str, content: bytes) -> bytes:
    """A PDF of one page that carries a file."""
    pdf, target = pikepdf.new(), BytesIO()
    pdf.add_blank_page()
    pdf.attachments[name] = pikepdf.AttachedFileSpec(
        pdf, content, filename=name, description="", mime_type="", creation_date="", mod_date=""
    )
    pdf.save(target)
    return target.getvalue()


class TestFiles:
    @pytest.mark.parametrize(
        ("name", "content"),
        [
            ("badge.json", b'{"type": ["OpenBadgeCredential"]}'),
            ("badge.jwt", b"eyJhbGciOiJFZERTQSJ9.eyJpZCI6MX0.c2lnbmVk-_"),
            (
                "invoice.XML",
                b'<Invoice xmlns="urn:oasis:names"><ID>1</ID></Invoice>',
            ),
        ],
    )
    def test_data_is_taken(self, name: str, content: bytes) -> None:
        assert code_of(with_file(name, content)) is None

    @pytest.mark.parametrize(
        ("name", "content"),
        [
            ("run.exe", b"MZ"),
            ("run.exe", b"{}"),
            ("badge.json", b"MZ"),
            ("badge.jwt", b"MZ.exe"),
            ("badge.json", b'{"unfinished": '),
            ("page.xml", b'<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
            ("page.xml", b'<a><s:script xmlns:s="http://www.w3.org/1999/xhtml"/></a>'),
            ("page.xml", b'<?xml-stylesheet href="a.xsl"?><a/>'),
            ("bomb.xml", b'<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'),
        ],
    )
    def test_any_other_is_refused(self, name: str, content: bytes) -> None:
        assert code_of(with_file(name, content)) == "document.active_content"


class TestCheck:
    def test_a_plain_one_is_taken(self) -> None:
        assert code_of(made()) is None
        assert code_of(made(compressed=True)) is None
        assert code_of(made("<</S/GoTo/D[0/Fit]>>")) is None

    @pytest.mark.parametrize("what", ACTIVE)
    def test_what_does_something_is_refused_wherever_it_stands(self, what: str) -> None:
        assert code_of(made(what)) == "document.active_content"
        assert code_of(made(what, compressed=True)) == "document.active_content"

    def test_a_name_that_is_written_otherwise_is_the_same(self) -> None:
        content = made("<</S/Launch>>").replace(b"/Launch", b"/#4caunch")
        assert b"/#4caunch" in content
        assert code_of(content) == "document.active_content"

    def test_a_locked_or_damaged_one_is_refused(self) -> None:
        pdf, target = pikepdf.new(), BytesIO()
        pdf.add_blank_page()
        pdf.save(target, encryption=pikepdf.Encryption(owner="a", user="b"))
        assert code_of(target.getvalue()) == "document.password_protected"
        assert code_of(b"%PDF-1.7 %%EOF") == "document.broken"


def a_bomb(mebibytes: int) -> bytes:
    """A PDF that hides an action in an object stream, a thousand times as large as it looks."""
    squeeze = zlib.compressobj(1)
    action = b"5 0 <</S/JavaScript/Filler("
    blank = (squeeze.compress(b" " * (1 << 20)) for _ in range(mebibytes))
    packed = squeeze.compress(action) + b"".join(blank) + squeeze.compress(b")>>") + squeeze.flush()
    stream = b"<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length %d>>stream\n%s\nendstream"
    objects = (
        b"<</Type/Catalog/Pages 2 0 R/OpenAction 5 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>",
        stream % (len(packed), packed),
    )
    content, places = b"%PDF-1.7\n", []
    for number, each in enumerate(objects, 1):
        places.append(len(content))
        content += b"%d 0 obj%s endobj\n" % (number, each)
    # ISO 32000-2, 7.5.8: kind, place and generation, or number of the stream and index in it.
    rows = ((0, 0, 0), *((1, place, 0) for place in places), (2, 4, 0), (1, len(content), 0))
    table = b"".join(struct.pack(">BIH", *row) for row in rows)
    length = len(content)
    content += b"6 0 obj<</Type/XRef/Size 7/W[1 4 2]/Root 1 0 R/Length %d>>" % len(table)
    return content + b"stream\n%s\nendstream endobj\nstartxref\n%d\n%%%%EOF\n" % (table, length)


def refusal_within(mebibytes: int, content: bytes) -> list[str]:
    """Return the refusal by a process with this much memory."""
    program = (
        f"import sys; from kit.documents import sandbox; sandbox.MEMORY = {mebibytes} << 20;"
        "sys.stdout.send_bytes = sys.stdout.buffer.write;"
        "sandbox.serve(sys.stdout, 'kit.documents.pdfs', None, sys.stdin.buffer.read())"
    )
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, check=False, input=content, capture_output=True)
    assert done.stdout.startswith(REFUSAL), done.stderr
    said: list[str] = json.loads(done.stdout[1:])
    return said


def test_what_the_memory_does_not_do_for_is_refused() -> None:
    """qpdf would read the hidden object as null, and the PDF would seem harmless."""
    bomb = a_bomb(100)
    assert len(bomb) < MAX_UPLOAD_BYTES
    assert refusal_within(192, bomb)[1] == "document.broken"
    assert code_of(a_bomb(1)) == "document.active_content"


async def test_the_process_says_what_is_wrong() -> None:
    broken = Invalid.field("file", "document.broken", "The PDF is damaged.")
    assert await upload_sandbox.run("kit.documents.pdfs", None, made(), broken) == b""
    with pytest.raises(Invalid) as refused:
        await upload_sandbox.run("kit.documents.pdfs", None, made(ACTIVE[0]), broken)
    assert refused.value.fields
    assert refused.value.fields[0].code == "document.active_content"
