"""File names survive the way from an upload to a saved download, and carry nothing else."""

import pytest
from kit.core.downloads import MAX_NAME_BYTES, attachment, clean_name


class TestCleanName:
    @pytest.mark.parametrize(
        ("given", "kept"),
        [
            ("Passport 2026.pdf", "Passport 2026.pdf"),
            ("رخصة القيادة.PDF", "رخصة القيادة.pdf"),
            ("scan.jpeg", "scan.pdf"),
            ("no ending", "no ending.pdf"),
            ("v1.2 final.pdf", "v1.2 final.pdf"),
            ("C:\\Users\\sara\\id.pdf", "id.pdf"),
            ("../../etc/passwd", "passwd.pdf"),
            ('a"b\r\nSet-Cookie: x%2f#~.pdf', "a_b__Set-Cookie_ x_2f.pdf"),
            ("\u202efdp.exe.pdf", "fdp.exe.pdf"),
            ("...", "document.pdf"),
            ("", "document.pdf"),
            (None, "document.pdf"),
        ],
    )
    def test_keeps_what_can_be_read_and_is_safe_in_a_key(
        self, given: str | None, kept: str
    ) -> None:
        assert clean_name(given, "pdf") == kept

    def test_cuts_long_names_between_letters(self) -> None:
        name = clean_name("ش" * 300 + ".pdf", "pdf")
        assert len(name.encode()) <= MAX_NAME_BYTES + 4
        assert set(name) == set("ش.pdf")


class TestAttachment:
    def test_ascii_names_need_no_second_form(self) -> None:
        assert attachment("REC-1.pdf") == 'attachment; filename="REC-1.pdf"'

    def test_other_names_are_encoded_beside_a_fallback(self) -> None:
        header = attachment("رخصة é.pdf")
        assert header.isascii()
        assert "filename*=UTF-8''%D8%B1%D8%AE%D8%B5%D8%A9%20%C3%A9.pdf" in header
        assert 'filename="____ e_.pdf"' in header
