import pytest
from payments.adapters.paymob.signature import (
    build_signed_text,
    compute_signature,
    has_valid_format,
    is_return_signed,
    is_signed,
)
from payments.adapters.paymob.transactions import Kind, Transaction, read_transaction

SAMPLE = {
    "amount_cents": 100000,
    "created_at": "2024-06-13T11:33:44.592345",
    "currency": "EGP",
    "error_occured": False,
    "has_parent_transaction": False,
    "id": 192036465,
    "integration_id": 4097558,
    "is_3d_secure": True,
    "is_auth": False,
    "is_capture": False,
    "is_refunded": False,
    "is_standalone_payment": True,
    "is_voided": False,
    "order": {"id": 217503754},
    "owner": 302852,
    "pending": False,
    "source_data": {"pan": "2346", "sub_type": "MasterCard", "type": "card"},
    "success": True,
}
FLAT = {
    "amount_cents": "100000",
    "created_at": "2024-06-13T14:33:44.592345+03:00",
    "currency": "SAR",
    "error_occured": "false",
    "has_parent_transaction": "false",
    "id": "192036465",
    "integration_id": "4097558",
    "is_3d_secure": "true",
    "is_auth": "false",
    "is_capture": "false",
    "is_refunded": "false",
    "is_standalone_payment": "true",
    "is_voided": "false",
    "order": "217503754",
    "owner": "302852",
    "pending": "false",
    "source_data.pan": "2346",
    "source_data.sub_type": "MasterCard",
    "source_data.type": "card",
    "success": "true",
}
SECRET = "hmac-secret-for-trying-out-only"


class TestSignedText:
    def test_is_the_documented_string(self) -> None:
        assert build_signed_text(SAMPLE) == (
            "1000002024-06-13T11:33:44.592345EGPfalsefalse1920364654097558truefalsefalsefalse"
            "truefalse217503754302852false2346MasterCardcardtrue"
        )

    def test_null_and_missing_are_empty(self) -> None:
        body = SAMPLE | {"source_data": {"pan": None, "type": "card"}}
        assert build_signed_text(body).endswith("302852falsecardtrue")


class TestIsSigned:
    def test_the_true_signature_in_either_case(self) -> None:
        given = compute_signature(build_signed_text(SAMPLE), SECRET)
        assert is_signed(SAMPLE, given, SECRET)
        assert is_signed(SAMPLE, given.upper(), SECRET)

    @pytest.mark.parametrize("given", ["", "é", "0" * 128])
    def test_anything_else_is_not(self, given: str) -> None:
        assert not is_signed(SAMPLE, given, SECRET)

    @pytest.mark.parametrize("absent", ["", "false"])
    def test_a_missing_flag_may_be_signed_as_empty_or_as_false(self, absent: str) -> None:
        body = SAMPLE | {"is_capture": None}
        text = build_signed_text(SAMPLE).replace("truefalsefalsefalse", f"truefalse{absent}false")
        assert is_signed(body, compute_signature(text, SECRET), SECRET)
        assert not is_signed(body | {"is_capture": True}, compute_signature(text, SECRET), SECRET)


class TestHasForm:
    @pytest.mark.parametrize(
        "change",
        [
            {"amount_cents": 1000002, "created_at": "024-06-13T11:33:44.592345"},
            {"is_3d_secure": "truefalse", "is_auth": None},
        ],
    )
    def test_other_values_with_the_same_signed_text_have_none(
        self, change: dict[str, object]
    ) -> None:
        assert has_valid_format(SAMPLE)
        assert has_valid_format(SAMPLE | {"is_capture": None})
        assert not has_valid_format(SAMPLE | change)
        assert build_signed_text(SAMPLE | change) == build_signed_text(SAMPLE), (
            "the signature cannot tell"
        )


class TestReturnIsSigned:
    def _signed(self) -> dict[str, str]:
        text = build_signed_text(FLAT | {"order.id": FLAT["order"]})
        return FLAT | {"hmac": compute_signature(text, SECRET)}

    def test_a_plus_that_became_a_space_is_restored(self) -> None:
        params = self._signed()
        assert is_return_signed(params, SECRET)
        spaced = params | {"created_at": params["created_at"].replace("+", " ")}
        assert is_return_signed(spaced, SECRET)

    def test_the_order_may_be_called_order_id(self) -> None:
        params = self._signed()
        params["order_id"] = params.pop("order")
        assert is_return_signed(params, SECRET)

    def test_a_changed_parameter_is_noticed(self) -> None:
        assert not is_return_signed(self._signed() | {"success": "false"}, SECRET)
        assert not is_return_signed({}, SECRET)


class TestTransaction:
    def _kind(self, **change: object) -> Kind:
        return Transaction.model_validate(SAMPLE | change).kind

    def test_paid_is_a_success_with_no_other_flag(self) -> None:
        assert self._kind() is Kind.PAID
        assert self._kind(success=False) is Kind.DECLINED
        assert self._kind(error_occured=True) is Kind.DECLINED
        assert self._kind(pending=True) is Kind.PENDING
        assert self._kind(is_voided=True) is Kind.REVERSED
        assert self._kind(is_refunded=True) is Kind.REVERSED
        for child in ("is_void", "is_refund", "has_parent_transaction"):
            assert self._kind(**{child: True}) is Kind.CHILD

    def test_each_partial_refund_is_a_state_of_its_own(self) -> None:
        states = {
            Transaction.model_validate(
                SAMPLE | {"is_refunded": True, "refunded_amount_cents": amount}
            ).state
            for amount in (1, 2)
        }
        assert states == {"refunded:1", "refunded:2"}

    def test_a_number_as_response_code_is_accepted(self) -> None:
        found = read_transaction(SAMPLE | {"data": {"txn_response_code": 0, "message": None}})
        assert found is not None
        assert found.kind is Kind.PAID

    def test_a_flag_that_does_not_apply_may_be_null(self) -> None:
        assert self._kind(is_voided=None, is_refund=None, error_occured=None) is Kind.PAID

    def test_the_parent_may_come_whole(self) -> None:
        found = read_transaction(SAMPLE | {"parent_transaction": {"id": 7}})
        assert found is not None
        assert found.parent_transaction == 7

    def test_what_is_no_transaction_is_none(self) -> None:
        assert read_transaction({"id": 1}) is None

    def test_numbers_that_cannot_be_stored_are_no_transaction(self) -> None:
        assert read_transaction(SAMPLE | {"id": 2**63}) is None
        assert read_transaction(SAMPLE | {"order": {"id": 2**63}}) is None
