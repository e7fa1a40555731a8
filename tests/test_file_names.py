"""One file grammar for all services: the same file holds the same thing in every noun's folder.

A service's top and its nouns have the names below. `PARTS` lists each file beside them: a verb or
noun in place of `service` where that would pass 400 lines, and the files of folders that are no
noun of the domain, such as an adapter to a provider.
"""

from pathlib import Path

import pytest

from deploy.local.layout import ROOT, SERVICES

TOP = {
    "__init__",
    "main",
    "config",
    "handlers",
    "invariants",
    "personal",
    "republish",
    "tables",
    "seed",
}
NOUN = {
    "__init__",
    "models",
    "schemas",
    "errors",
    "queries",
    "service",
    "events",
    "routes",
    "tasks",
}
TESTS = {
    "conftest",
    "factories",
    "test_config",
    "test_demo",
    "test_handlers",
    "test_invariants",
    "test_seed",
}
HELPERS = {"conftest", "factories"}
"""Beside the `test_*.py` of a noun."""
FREE = {"demo"}
"""Folders of data, whose files are named after it."""
PARTS: dict[str, set[str]] = {
    "catalog/batches": {
        "availability",
        "clashes",
        "export",
        "filters",
        "schedule",
        "seat_changes",
        "sessions",
    },
    "approvals/requests": {"deciders", "handovers", "links", "rules"},
    "approvals/times": {"export", "rules"},
    "catalog/heads": {"courses", "texts"},
    "catalog/imports": {"batches", "cells", "kinds", "trainings"},
    "catalog/offers": {"export"},
    "catalog/reference": {"load", "pages", "places"},
    "catalog/settings": {"defaults"},
    "catalog/texts": {"rich"},
    "catalog/trainings": {"guards"},
    "enrollment/appeals": {"rules"},
    "enrollment/applications": {"export", "moves", "rules", "settle", "states"},
    "enrollment": {"commands", "guards"},
    "enrollment/archives": {"zipping"},
    "enrollment/attendance": {"rules"},
    "enrollment/bulk_enrollments": {
        "bought",
        "callers",
        "checks",
        "chosen",
        "columns",
        "confirm",
        "export",
        "judging",
        "people",
        "purchases",
        "quote",
        "retention",
        "rows",
        "rules",
        "settle",
        "states",
        "streams",
        "testmode",
        "texts",
        "writing",
    },
    "enrollment/credentials": {"achievements", "badges", "issuer", "keys", "lists"},
    "enrollment/certificates": {"approving", "export", "numbers", "requests", "rules", "states"},
    "enrollment/enrollments": {
        "batches",
        "clashes",
        "eligibility",
        "enroll",
        "export",
        "moved",
        "moves",
        "refunds",
        "rules",
        "settle",
        "states",
    },
    "enrollment/papers": {"colors", "contents", "dates", "making"},
    "enrollment/printouts": {"contents"},
    "enrollment/requirements": {"export"},
    "enrollment/results": {"correcting", "importing", "rules"},
    "enrollment/seats": {"rules"},
    "enrollment/surveys": {"export", "rules"},
    "identity": {"commands"},
    "identity/accounts": {"answers", "fields", "guards", "rules"},
    "identity/administration": {"export"},
    "identity/audit": {"export"},
    "identity/candidates": {"export"},
    "identity/data_requests": {"archive", "report"},
    "identity/devices": {"requester"},
    "identity/documents": {"rules"},
    "identity/erasures": {"erase"},
    "identity/logins": {"cookies", "openid", "opening", "passkey", "refresh", "second_factor"},
    "identity/media": {"addresses"},
    "identity/numbers": {
        "attempts",
        "cases",
        "change",
        "decide",
        "documents",
        "holders",
        "own_cases",
    },
    "identity/onboarding": {"rules", "snapshots"},
    "identity/openid": {"provider"},
    "identity/otps": {"verification"},
    "identity/passkeys": {"relying_party"},
    "identity/passwords": {"guessing", "hashing", "reset_codes", "rules"},
    "identity/permissions": {"areas"},
    "identity/profiles": {"images"},
    "identity/providers": {"export"},
    "identity/registrations": {"decoys", "fees"},
    "identity/revocations": {"verifier"},
    "identity/second_factors": {"codes"},
    "identity/signing": {"keys"},
    "identity/staff": {"export"},
    "identity/submissions": {"organizations", "records", "staff"},
    "notifications": {"commands"},
    "notifications/deliveries": {
        "channels",
        "claims",
        "desk",
        "digests",
        "fcm",
        "limits",
        "mail",
        "optouts",
        "push",
        "sending",
        "smtp",
        "texting",
        "tokens",
        "webpush",
    },
    "notifications/inquiries": {"desk", "export", "inbound", "tokens"},
    "notifications/streams": {"listeners"},
    "notifications/webhooks": {"addresses", "secrets", "sending", "signatures", "transport"},
    "notifications/tests/deliveries": {"browsers", "mailbox", "pushes"},
    "notifications/texts": {"compose", "formats"},
    "payments/accounts": {"billing", "export", "notices"},
    "payments/charges": {"lines"},
    "payments/documents": {"buyers", "contents", "invoices", "links", "making", "qr"},
    "payments/history": {"export", "found"},
    "payments/paymob": {"client", "provider", "signature", "transactions"},
    "payments/reconciliation": {"matching", "reading"},
    "payments/revenue": {"export"},
    "payments/settlement": {"callbacks", "inquiries", "settle"},
    "payments/statements": {"contents", "export"},
    "payments/timelines": {"steps"},
    "payments/transfers": {"columns", "importing", "matching", "reading", "references"},
}
"""By `<service>/<noun>`, `<service>` alone for its top, `<service>/tests` and
`<service>/tests/<noun>`."""

MAX_LINES = 400
"""About so many; whoever passes it splits the file by noun or verb."""


def names_in(folder: Path) -> set[str]:
    return {file.stem for file in folder.glob("*.py")}


def folders_in(folder: Path) -> list[Path]:
    return sorted(each for each in folder.iterdir() if each.is_dir() and any(each.glob("*.py")))


def source_of(service: str) -> Path:
    return ROOT / "services" / service / "src" / service


def misnamed(service: str) -> list[str]:
    """The files that the grammar has no place for, and the parts that are no more."""
    source = source_of(service)
    tests = ROOT / "services" / service / "tests"
    nouns = [folder for folder in folders_in(source) if folder.name not in FREE]
    found = {service: (names_in(source), TOP), f"{service}/tests": (names_in(tests), TESTS)}
    found |= {f"{service}/{noun.name}": (names_in(noun), NOUN) for noun in nouns}
    tested = {f"{service}/tests/{noun.name}": names_in(noun) for noun in folders_in(tests)}
    found |= {
        place: ({name for name in names if not name.startswith("test_")}, HELPERS)
        for place, names in tested.items()
    }
    wrong = []
    for place, (names, allowed) in found.items():
        parts = PARTS.get(place, set())
        wrong += [f"{place}/{name}.py has no place" for name in names - allowed - parts]
        wrong += [f"{place}/{name}.py is listed in vain" for name in parts - (names - allowed)]
    known = {noun.name for noun in nouns}
    wrong += [
        f"{service}/tests/{folder.name} is no noun of the service"
        for folder in folders_in(tests)
        if folder.name not in known
    ]
    return sorted(wrong)


@pytest.mark.parametrize("service", SERVICES)
class TestFiles:
    def test_have_the_names_of_the_grammar(self, service: str) -> None:
        assert misnamed(service) == []

    def test_are_not_too_long(self, service: str) -> None:
        files = source_of(service).rglob("*.py")
        lengths = {str(file): len(file.read_text("utf-8").splitlines()) for file in files}
        assert {file: length for file, length in lengths.items() if length > MAX_LINES} == {}


def test_parts_are_of_services_that_conform() -> None:
    assert {place.split("/")[0] for place in PARTS} <= {*SERVICES}
