"""Bank statements, and references with separators inserted by banks."""

import pytest
from kit.documents.sandbox import Refused
from payments.transfers.adapters import bank_statements as reading
from payments.transfers.adapters.iso11649 import (
    build_reference,
    find_reference,
    parse_charge_reference,
)

from services.payments.tests.transfers.factories import camt053, mt940

REFERENCE = build_reference("ITQ-2026-000123")


class TestReference:
    def test_has_check_digits(self) -> None:
        assert REFERENCE == "RF68ITQ2026000123"
        assert parse_charge_reference(REFERENCE) == "ITQ-2026-000123"

    @pytest.mark.parametrize(
        "text",
        [
            REFERENCE,
            "payment rf68 itq2 0260 0012 3 thank you",
            "/ROC/RF68ITQ20260\n00123/URI/",
            "الدورة RF68-ITQ-2026-000123 20261123 150000",
        ],
    )
    def test_is_found_however_a_bank_parts_it(self, text: str) -> None:
        assert find_reference(text) == REFERENCE

    def test_of_a_longer_number_is_found_whole(self) -> None:
        longer = build_reference("ITQ-2026-1234567")
        assert find_reference(f"x {longer} 9") == longer

    @pytest.mark.parametrize("text", ["", "RF69ITQ2026000123", "ITQ-2026-000123", "RF68ITQ2026000"])
    def test_is_not_guessed(self, text: str) -> None:
        assert find_reference(text) is None


class TestStatement:
    @pytest.mark.parametrize(("name", "make"), [("mt940", mt940), ("camt053", camt053)])
    def test_gives_its_credits_and_counts_the_rest(self, name: str, make: object) -> None:
        assert callable(make)
        content = make([("1500.00", f"{REFERENCE} SARA", "BK1"), ("0.05", "gift", "BK2")])
        found = reading.FORMATS[name](content)
        assert found.accounts == ["SA0380000000608010167519"]
        assert [(c.amount_minor, c.currency, c.bank_reference) for c in found.credits] == [
            (150_000, "SAR", "BK1"),
            (5, "SAR", "BK2"),
        ]
        assert found.credits[0].booked_on == "2026-11-23"
        assert find_reference(found.credits[0].text) == REFERENCE
        assert found.others == 1

    def test_of_payments_booked_together_gives_each(self) -> None:
        content = camt053([("30.00", "", "BK1")]).replace(
            b"</TxDtls>",
            b"<Amt Ccy='SAR'>10.00</Amt></TxDtls><TxDtls><Amt Ccy='SAR'>20.00</Amt>"
            b"<RmtInf><Ustrd>second</Ustrd></RmtInf></TxDtls>",
            1,
        )
        found = reading.read_camt053(content)
        assert [(c.amount_minor, c.text) for c in found.credits] == [(1000, ""), (2000, "second")]

    @pytest.mark.parametrize(
        ("name", "content", "code"),
        [
            ("camt053", b"<Document><unclosed>", "bank_statement.broken"),
            ("camt053", b"<Document/>", "bank_statement.broken"),
            (
                "camt053",
                b'<!DOCTYPE d [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><Document>&b;</Document>',
                "bank_statement.broken",
            ),
            (
                "camt053",
                b'<!DOCTYPE d SYSTEM "file:///etc/passwd"><Document/>',
                "bank_statement.broken",
            ),
            ("camt053", camt053([("1.005", "", "")]), "bank_statement.invalid_amount"),
            ("camt053", camt053([("NaN", "", "")]), "bank_statement.invalid_amount"),
            ("mt940", ":20:\xe9".encode("latin-1"), "bank_statement.unsupported_encoding"),
            ("mt940", b":20:X\n:61:rubbish\n", "bank_statement.broken"),
            ("mt940", b"", "bank_statement.broken"),
        ],
    )
    def test_that_is_bad_is_refused(self, name: str, content: bytes, code: str) -> None:
        with pytest.raises(Refused) as refused:
            reading.FORMATS[name](content)
        assert refused.value.args[:2] == ("file", code)
