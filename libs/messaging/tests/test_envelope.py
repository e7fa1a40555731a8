"""Reading messages, good and bad."""

import json

import pytest
from contracts.identity import OrganizationUpdated
from contracts.payments import PaymentUnderReview
from contracts.testing import event
from kit.messaging.envelope import Unfamiliar, Unreadable, decode, encode
from kit.testing.messaging import organization_updated


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
            (changed(data=None), "data"),
            (changed(dataschema="urn:itqan:other:1"), "not a schema"),
            (changed(dataschema="identity.organization.updated"), "dataschema"),
        ],
    )
    def test_says_why_a_message_is_unreadable(self, body: bytes, reason: str) -> None:
        with pytest.raises(Unreadable, match=reason):
            decode(body)

    @pytest.mark.parametrize(
        ("body", "reason"),
        [
            (changed(type="identity.organization.forgotten"), "unknown type"),
            (changed(dataschema="urn:itqan:identity.organization.updated:2"), "unknown version"),
            (changed(dataschema="urn:itqan:identity.organization.updated:0"), "unknown version"),
            (changed(data={"name_en": "x"}), "organization_id"),
        ],
    )
    def test_leaves_to_another_release_what_it_may_read(self, body: bytes, reason: str) -> None:
        with pytest.raises(Unfamiliar, match=reason):
            decode(body)

    def test_reads_an_older_version(self, monkeypatch: pytest.MonkeyPatch) -> None:
        _, body = encode(organization_updated("Gulf Ports"), sequence=1)
        monkeypatch.setattr(OrganizationUpdated, "version", 3)
        rename = {1: lambda data: {**data, "name_en": data.pop("title_en")}, 2: dict}
        monkeypatch.setattr(OrganizationUpdated, "upcasters", rename)
        older = json.loads(body)
        older["data"]["title_en"] = older["data"].pop("name_en")
        older["dataschema"] = "urn:itqan:identity.organization.updated:1"
        read, _ = decode(json.dumps(older).encode())
        assert isinstance(read, OrganizationUpdated)
        assert read.name_en == "Gulf Ports"

    def test_an_upcaster_that_fails_does_not_stop_the_reader(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        older = changed()
        monkeypatch.setattr(OrganizationUpdated, "version", 2)
        monkeypatch.setattr(OrganizationUpdated, "upcasters", {1: lambda data: data["gone"]})
        with pytest.raises(Unfamiliar, match="from version 1"):
            decode(older)

    def test_publishes_an_older_version(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(OrganizationUpdated, "version", 2)
        monkeypatch.setattr(OrganizationUpdated, "published_version", 1)
        add = {2: lambda data: {**data, "title_en": data["name_en"]}}
        monkeypatch.setattr(OrganizationUpdated, "downcasters", add)
        _, body = encode(organization_updated("Gulf Ports"), sequence=1)
        sent = json.loads(body)
        assert sent["dataschema"] == "urn:itqan:identity.organization.updated:1"
        assert sent["data"]["title_en"] == "Gulf Ports"

    def test_reads_a_renamed_event_by_its_former_type(self) -> None:
        sent = event(PaymentUnderReview)
        _, body = encode(sent, sequence=1)
        former = body.replace("payment.under_review", "payment.held")
        assert former != body
        assert decode(former.encode())[0] == sent
