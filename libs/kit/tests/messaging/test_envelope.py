"""Reading messages, good and bad."""

import json

import pytest
from contracts.payments import PaymentUnderReview
from contracts.testing import event
from kit.messaging.envelope import UnknownType, Unreadable, decode, encode
from kit.messaging.testing import organization_updated


def changed(**changes: object) -> bytes:
    _, body = encode(organization_updated(), sequence=1)
    return json.dumps({**json.loads(body), **changes}).encode()


class TestDecode:
    def test_gives_back_what_was_encoded(self) -> None:
        sent = organization_updated("متأخر")
        message_id, body = encode(sent, sequence=9)
        read, meta = decode(body.encode())
        assert read == sent
        assert (meta.id, meta.sequence) == (message_id, 9)
        assert meta.time.utcoffset() is not None
        assert not meta.restated

    def test_reads_that_an_event_is_restated(self) -> None:
        _, body = encode(organization_updated(), sequence=1, restated=True)
        assert decode(body.encode())[1].restated

    @pytest.mark.parametrize(
        ("body", "reason"),
        [
            (b"\xff\x00", "not an event"),
            (b"[]", "not an event"),
            (b"{}", "not an event"),
            (changed(specversion="2.0"), "specversion"),
            (changed(id="seven"), "id"),
            (changed(data={"name_en": "x"}), "organization_id"),
            (changed(data=None), "data"),
        ],
    )
    def test_says_why_a_message_is_unreadable(self, body: bytes, reason: str) -> None:
        with pytest.raises(Unreadable, match=reason):
            decode(body)

    def test_does_not_guess_at_an_unknown_version(self) -> None:
        with pytest.raises(Unreadable, match="unknown version"):
            decode(changed(dataschema="urn:itqan:identity.organization.updated:2"))

    def test_reads_a_renamed_event_by_its_former_type(self) -> None:
        sent = event(PaymentUnderReview)
        _, body = encode(sent, sequence=1)
        former = body.replace("payment.under_review", "payment.held")
        assert former != body
        assert decode(former.encode())[0] == sent

    def test_refuses_an_unknown_type_as_such(self) -> None:
        with pytest.raises(UnknownType):
            decode(changed(type="identity.organization.forgotten"))
