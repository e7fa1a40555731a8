from deploy.sandboxes.paymob.signature import joined, sign

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


class TestJoined:
    def test_matches_the_documented_string(self) -> None:
        assert joined(SAMPLE) == (
            "1000002024-06-13T11:33:44.592345EGPfalsefalse1920364654097558truefalsefalsefalse"
            "truefalse217503754302852false2346MasterCardcardtrue"
        )

    def test_null_is_nothing(self) -> None:
        empty_pan = SAMPLE | {"source_data": {"pan": None, "sub_type": "Visa", "type": "card"}}
        assert joined(empty_pan).endswith("302852falseVisacardtrue")


class TestSign:
    def test_is_sha512_in_lowercase_hex(self) -> None:
        digest = sign(SAMPLE, "secret")
        assert len(digest) == 128
        assert digest == digest.lower()

    def test_every_signed_field_counts(self) -> None:
        assert sign(SAMPLE, "secret") != sign(SAMPLE | {"success": False}, "secret")
        assert sign(SAMPLE, "secret") != sign(SAMPLE | {"order": {"id": 1}}, "secret")
