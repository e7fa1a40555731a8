"""An API client enrolls many people and pays once, while a single candidate enrolls.

`python -m bench.partner` starts its own system with demo data; the exit code is 0 if all are
confirmed. `--url` and `--sandbox` select a running system.
"""

import argparse
import statistics
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import islice
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

import httpx
from standardwebhooks import Webhook

from bench.api import (
    Api,
    Failed,
    Json,
    by_password,
    by_secret,
    expect,
    timed,
    until,
)
from deploy.local import build, ports
from deploy.local.options import Options
from deploy.local.scratch import scratch_state
from deploy.local.steps import Steps
from deploy.local.system import System

PEOPLE = 5_000
PRICE_MINOR = 25_000
GOOD_CARD = "5123456789012346"
ORGANIZATION, CANDIDATE = "gla", "sara"
AT_REST, BESIDE = 8, 16
"""Enrollments of a single candidate that are measured before the file comes, and beside it."""
PAUSE = 4.0
"""Seconds between two of the latter."""
LOOKS_EVERY = 0.02
PERMISSIONS = ("create-bulk-enrollments", "view-enrollments")
WEBHOOKS = (
    "bulk_enrollment.checked",
    "bulk_enrollment.awaiting_payment",
    "bulk_enrollment.finished",
)

_EN = ("Huda", "Sara", "Omar", "Faisal", "Noura", "Khalid", "Reem", "Yousef", "Laila", "Majed")
_AR = ("هدى", "سارة", "عمر", "فيصل", "نورة", "خالد", "ريم", "يوسف", "ليلى", "ماجد")

Person = dict[str, str]


class Receiver:
    """The partner's endpoint: takes messages whose signature is right, and keeps their types."""

    def __init__(self) -> None:
        self.secret = ""
        self.types: set[str] = set()
        self.forged = 0

    @contextmanager
    def running(self) -> Iterator[str]:
        """Its address, on this machine."""
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"])).decode()
                headers = {name.lower(): value for name, value in self.headers.items()}
                self.send_response(receiver.take(body, headers))
                self.end_headers()

            def log_message(self, *_: object) -> None:
                """Nothing: the report is printed in the end."""

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/hooks"
        finally:
            server.shutdown()

    def take(self, body: str, headers: Mapping[str, str]) -> int:
        """The status that a message is answered with."""
        try:
            message = Webhook(self.secret).verify(body, dict(headers))
        except Exception:
            self.forged += 1
            return 400
        self.types.add(message["type"])
        return 204


def run(url: str, sandbox_url: str, count: int, receiver: Receiver | None) -> None:
    """All of it; raises `Failed`."""
    with httpx.Client(base_url=url, timeout=300, trust_env=False) as http:
        owner = Api(http, by_password(ORGANIZATION))
        candidate = Api(http, by_password(CANDIDATE))
        batches = iter([publish_batch(owner, 1) for _ in range(AT_REST + BESIDE)])
        at_rest = [enroll(candidate, each) for each in islice(batches, AT_REST)]
        beside: list[float] = []
        batch_id = publish_batch(owner, count)
        client = owner.json("POST", "partner-clients", json=client_form())
        partner = Api(http, by_secret(client["id"], client["client_secret"]))
        with receiver.running() if receiver else nullcontext() as hooks:
            if receiver and hooks:
                form = {"url": hooks, "events": WEBHOOKS}
                receiver.secret = owner.json("POST", "webhook-endpoints", json=form)["secret"]
            with enrolling(candidate, batches, beside):
                path, bulk = enroll_all(partner, batch_id, count)
            expect(bulk["amount_minor"] == count * PRICE_MINOR, bulk)
            with timed("the charge can be paid"):
                charge = charge_of(owner, partner, path)
            expect(charge["amount_minor"] == count * PRICE_MINOR, charge)
            with timed("it is paid, and all seats are confirmed"):
                pay(owner, sandbox_url, charge["id"])
                bulk = wait(partner, path, "finished")
            expect(bulk["confirmed"] == count, bulk)
            query = {"batch_id": batch_id, "status": "confirmed", "page_size": 1}
            listed = partner.json("GET", "enrollments", params=query)
            expect(listed["meta"]["total"] == count, listed["meta"])
            if receiver:
                with timed("its endpoint has heard of each step, by signed messages"):
                    until(lambda: receiver.types.issuperset(WEBHOOKS), f"only {receiver.types}")
                expect(receiver.forged == 0, f"{receiver.forged} signatures were wrong")
    rest, busy = statistics.median(at_rest), statistics.median(beside)
    print(
        f"  a single candidate could pay {rest * 1000:.0f} ms after enrolling at rest, and after "
        f"{busy * 1000:.0f} ms beside the file ({busy / rest:.1f} times, {len(beside)} of them)"
    )


def enroll_all(partner: Api, batch_id: str, count: int) -> tuple[str, Json]:
    """Send, validate, correct and confirm the people, and return the result once it can be paid."""
    with timed(f"{count} people are sent"):
        people, bulk_id = send(partner, batch_id, count)
    path = f"bulk-enrollments/{bulk_id}"
    with timed("they are checked"):
        checked = wait(partner, path, "checked")
    wrong = len(FAULTS)
    expect((checked["valid"], checked["invalid"]) == (count - wrong, wrong), checked)
    with timed(f"{wrong} wrong rows are mended"):
        mend(partner, path, people)
    with timed("all are confirmed"):
        confirm(partner, path, count)
    with timed("they have accounts, and the charge is requested"):
        return path, wait(partner, path, "awaiting_payment")


def enroll(candidate: Api, batch_id: str) -> float:
    """Enroll a candidate; the seconds until there is a charge that can be paid."""
    began = time.monotonic()
    made = candidate.json("POST", "enrollments", json={"batch_id": batch_id})
    path = f"enrollments/mine/{made['id']}"
    until(
        lambda: candidate.json("GET", path)["charge_id"] is not None,
        "no charge was opened for a single candidate",
        every=LOOKS_EVERY,
    )
    return time.monotonic() - began


@contextmanager
def enrolling(candidate: Api, batches: Iterator[str], seconds: list[float]) -> Iterator[None]:
    """A candidate enrolls in one batch after the other within the block, as long as there are
    any."""
    stopping = threading.Event()

    def repeat() -> None:
        for batch_id in batches:
            seconds.append(enroll(candidate, batch_id))
            if stopping.wait(PAUSE):
                return

    with ThreadPoolExecutor(1) as threads:
        repeated = threads.submit(repeat)
        try:
            yield
        finally:
            stopping.set()
        repeated.result()


def publish_batch(owner: Api, seats: int) -> str:
    """Publish a batch with this many seats."""
    now = datetime.now(UTC)

    def at(**later: float) -> str:
        return (now + timedelta(**later)).isoformat()

    trainings = owner.json("GET", "trainings/managed", params={"status": "published"})
    meeting = {"title_en": "Day 1", "title_ar": "اليوم 1"}
    form = {
        "training_id": trainings["data"][0]["id"],
        "code": f"BULK-{int(now.timestamp() * 1000) % 10**9}",
        "mode": "online",
        "language": "ar",
        "enrollment_opens_at": at(hours=-1),
        "enrollment_closes_at": at(days=20),
        "price_minor": PRICE_MINOR,
        "capacity": seats,
        "sessions": [{**meeting, "starts_at": at(days=30), "ends_at": at(days=30, hours=4)}],
    }
    batch_id: str = owner.json("POST", "batches", json=form)["id"]
    owner("POST", f"batches/{batch_id}/publish")
    until(lambda: owner.knows(f"seats/{batch_id}"), "enrollment has not heard of the batch")
    return batch_id


def client_form() -> Json:
    return {
        "name": "Bulk enrollment",
        "permissions": PERMISSIONS,
        "expires_at": (datetime.now(UTC) + timedelta(days=1)).isoformat(),
    }


FAULTS: Sequence[tuple[Person, str]] = (
    ({"civil_number": "10123456"}, "civil_number.truncated"),
    ({"civil_number": ""}, "identification.required"),
    ({"name_ar": "Huda"}, "name.not_arabic"),
    ({"email": "huda at example.com"}, "email.invalid"),
    ({"phone": "12345"}, "phone.invalid"),
)
"""Errors in the first rows, and their expected error codes."""


def send(partner: Api, batch_id: str, count: int) -> tuple[list[Person], str]:
    """Send a file with errors; return the correct people and the bulk enrollment's ID."""
    begin = int(time.time()) % 80_000_000
    people = [_person(begin, number) for number in range(count)]
    written = [person | wrong for person, (wrong, _) in zip(people, FAULTS, strict=False)]
    body = {"batch_id": batch_id, "rows": [*written, *people[len(written) :]]}
    key = {"Idempotency-Key": str(uuid4())}
    # The partner's line broke: the call is repeated, and makes nothing a second time.
    first, second = [
        partner.json("POST", "bulk-enrollments", json=body, headers=key)["id"] for _ in range(2)
    ]
    expect(first == second, "a repeated call has made a second bulk enrollment")
    return people, first


def _person(begin: int, number: int) -> Person:
    digits = f"{begin + number:08d}"
    return {
        "civil_number": civil_number(digits),
        "name_en": f"{_EN[number % 10]} Al-Qahtani",
        "name_ar": f"{_AR[number % 10]} القحطاني",
        "email": f"person-{digits}@example.com",
        "phone": f"+9665{digits}",
    }


def civil_number(digits: str) -> str:
    """Eight digits as a civil number, which has a check digit."""
    nine = f"1{digits}"
    doubled = (sum(divmod(int(digit) * 2, 10)) for digit in nine[::2])
    rest = (sum(doubled) + sum(map(int, nine[1::2]))) % 10
    return nine + str((10 - rest) % 10)


def mend(partner: Api, path: str, people: Sequence[Person]) -> None:
    """Read the rows' errors and correct them."""
    query = {"only_errors": True, "page_size": 100}
    rows = partner.json("GET", f"{path}/rows", params=query)["data"]
    codes = {row["number"]: {error["code"] for error in row["errors"]} for row in rows}
    cells = []
    for number, (wrong, code) in enumerate(FAULTS, 1):
        expect(code in codes.get(number, ()), f"row {number} has {codes.get(number)}, not {code}")
        cells += [
            {"number": number, "column": column, "value": people[number - 1][column]}
            for column in wrong
        ]
    partner("PATCH", f"{path}/rows", json={"cells": cells})
    bulk = wait(partner, path, "checked")
    expect(bulk["invalid"] == 0, bulk)


def confirm(partner: Api, path: str, count: int) -> None:
    """Confirm at the total that was read."""
    total = partner.json("GET", path)["quote"]["total_minor"]
    expect(total == count * PRICE_MINOR, f"the quote is {total}")
    form = {"total_minor": total, "purchase_order": "PO-2026-17"}
    partner("POST", f"{path}/confirm", json=form)


def charge_of(owner: Api, partner: Api, path: str) -> Json:
    """The one charge, once payments has opened it."""
    until(lambda: partner.json("GET", path)["charge_id"] is not None, "no charge was opened")
    return owner.json("GET", f"charges/{partner.json('GET', path)['charge_id']}")


def pay(owner: Api, sandbox_url: str, charge_id: str) -> None:
    """Pay on the card sandbox's page, as a person of the organization."""
    page = owner.json("POST", f"charges/{charge_id}/payments")["checkout_url"]
    secret = parse_qs(urlsplit(page).query)["clientSecret"][0]
    with httpx.Client(base_url=sandbox_url, timeout=60, trust_env=False) as sandbox:
        intentions = sandbox.get("/sandbox/intentions").json()
        mine = next(each["id"] for each in intentions if each["client_secret"] == secret)
        paid = sandbox.post(f"/sandbox/intentions/{mine}/pay", json={"card": GOOD_CARD})
        expect(paid.is_success, paid.text)


def wait(partner: Api, path: str, status: str) -> Json:
    """Poll the bulk enrollment until it has a status."""
    found: Json = {}

    def has_come() -> bool:
        found.update(partner.json("GET", path))
        return bool(found["status"] == status)

    until(has_come, f"it has not become {status}")
    return found


def main() -> int:
    """Read the arguments and run it."""
    parser = argparse.ArgumentParser(prog="python -m bench.partner", description=__doc__)
    parser.add_argument("--people", type=int, default=PEOPLE)
    parser.add_argument("--url", help="of a system that runs, with its demo data")
    parser.add_argument("--sandbox", help="of its card sandbox")
    arguments = parser.parse_args()
    try:
        if arguments.url:
            # Its webhooks go to no program of this machine.
            run(arguments.url, arguments.sandbox, arguments.people, None)
        else:
            _run_alone(arguments.people)
    except Failed as failure:
        print(f"FAILED: {failure}", file=sys.stderr)
        return 1
    return 0


def _run_alone(count: int) -> None:
    steps = Steps()
    with build.building():
        build.node_packages(steps)
        build.app(steps)
    settings = {"ITQAN_CALLS_TO_PRIVATE_ADDRESSES": "1"}
    with scratch_state("itqan-partner-") as state:
        system = System(state, Options(port=ports.choose_three(), settings=settings))
        with system.running(steps):
            run(system.options.public_url, system.plan.sandbox_url, count, Receiver())


if __name__ == "__main__":
    sys.exit(main())
