"""Parsing of provider transactions, and removal of personal data before storage."""

import json
from typing import Any

import pytest
from payments.adapters.paymob.transactions import (
    DECLINES,
    Transaction,
    read_transaction,
    strip_personal_data,
)

from deploy.local.layout import FRONTEND

LOCALES = FRONTEND / "src/i18n/locales"

LEAST: dict[str, Any] = {
    "id": 7,
    "order": {"id": 8, "merchant_order_id": "CH-1"},
    "amount_cents": 100,
    "currency": "SAR",
    "integration_id": 9,
    "success": True,
    "pending": False,
}
FLAGS = (
    *("error_occured", "is_auth", "is_capture", "is_voided", "is_refunded"),
    *("has_parent_transaction", "is_void", "is_refund"),
)


def read(**more: object) -> Transaction:
    found = read_transaction(LEAST | more)
    assert found is not None
    return found


class TestReadTransaction:
    @pytest.mark.parametrize("flag", FLAGS)
    @pytest.mark.parametrize("given", [{}, None])
    def test_a_flag_that_is_missing_or_null_is_not_set(self, flag: str, given: object) -> None:
        found = read() if given == {} else read(**{flag: None})
        assert getattr(found, flag) is False

    def test_nothing_was_refunded_unless_it_says_so(self) -> None:
        assert read().refunded_amount_cents == 0
        assert read(refunded_amount_cents=None).refunded_amount_cents == 0
        assert read(refunded_amount_cents=40).refunded_amount_cents == 40

    @pytest.mark.parametrize("parent", [5, {"id": 5, "amount_cents": 100}])
    def test_the_parent_is_its_id(self, parent: object) -> None:
        assert read(parent_transaction=parent).parent_transaction == 5

    @pytest.mark.parametrize("missing", sorted(LEAST))
    def test_without_a_field_that_decides_it_is_none(self, missing: str) -> None:
        assert read_transaction({k: v for k, v in LEAST.items() if k != missing}) is None

    @pytest.mark.parametrize("number", [-1, 2**63, "many"])
    def test_a_number_that_cannot_be_stored_is_none(self, number: object) -> None:
        assert read_transaction(LEAST | {"id": number}) is None


class TestDeclineCode:
    @pytest.mark.parametrize(
        ("word", "message", "expected"),
        [
            ("INSUFFICIENT_FUNDS", "Declined", "insufficient_funds"),
            (0, "Expired Card.", "expired_card"),
            (None, "Authentication failed", "not_authenticated"),
            ("DECLINED", "Do not honour", "declined"),
            (None, None, "declined"),
        ],
    )
    def test_it_is_read_from_the_word_or_else_the_message(
        self, word: object, message: str | None, expected: str
    ) -> None:
        data = {"txn_response_code": word, "message": message}
        assert read(success=False, data=data).data.decline_code == expected

    def test_each_has_its_text_in_the_app(self) -> None:
        for locale in ("en", "ar"):
            texts = json.loads((LOCALES / locale / "payment_failure.json").read_text())
            assert {*DECLINES.values(), "declined"} <= texts.keys()


class TestReversed:
    def test_a_void_gives_back_everything_and_a_refund_its_sum(self) -> None:
        assert read(is_voided=True).reversed_cents == 100
        assert read(is_refunded=True, refunded_amount_cents=40).reversed_cents == 40
        assert read().reversed_cents == 0


class TestWithoutSecrets:
    def test_what_the_signature_needs_is_kept(self) -> None:
        kept = strip_personal_data(LEAST | {"owner": 3, "is_3d_secure": True})
        assert (kept["owner"], kept["is_3d_secure"]) == (3, True)
        assert kept["created_at"] is None

    def test_the_payers_particulars_are_not_kept(self) -> None:
        order = LEAST["order"] | {"shipping_data": {"email": "sara@example.com"}}
        kept = strip_personal_data(
            LEAST | {"order": order, "billing_data": {"phone": "+966500000000"}}
        )
        assert kept["order"] == LEAST["order"]
        assert "billing_data" not in kept
        assert kept["amount_cents"] == 100

    @pytest.mark.parametrize("order", [None, 8, "8"])
    def test_an_order_of_another_shape_is_kept_as_it_is(self, order: object) -> None:
        assert strip_personal_data(LEAST | {"order": order})["order"] == order
