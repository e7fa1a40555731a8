"""Kinds of measured requests, made as users and API clients of the demo data make them.

They only use the public API through the gateway.
"""

import itertools
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import NamedTuple, TypeVar
from urllib.parse import parse_qs, urlsplit

import httpx
from kit.domain.demo import demo_id
from kit.domain.demo.enrollments import CANDIDATES

from bench.api import PASSWORD, Api, Failed, Json, by_password, by_secret, call, expect, until
from bench.capacity.counting import Cost, Meter
from bench.partner import (
    GOOD_CARD,
    ORGANIZATION,
    charge_of,
    client_form,
    enroll_all,
    pay,
    publish_batch,
    wait,
)
from deploy.local.system import System

Answer = TypeVar("Answer")

AT_ONCE = 8
"""Calls at the same time: two cores are busy then, and no queue grows long."""
READS, PAGES, SIGN_UPS, BATCHES, PAYMENTS, PEOPLE, DECISIONS = 600, 200, 30, 3, 60, 200, 20
"""Number of measured requests of each kind; cheap ones need more."""
TO_CERTIFY = ("LMD-120-6", "LMD-120-7")
"""Past batches of the demo with people, but without attendance or results."""
_CODE = re.compile(r"\b\d{6}\b")
_COPIED = (
    *("category_id", "title_en", "title_ar", "summary_en", "summary_ar", "description_en"),
    *("description_ar", "eligibility_en", "eligibility_ar", "staff_needed"),
)


class Run(NamedTuple):
    """A run's system and who calls it."""

    system: System
    meter: Meter
    http: httpx.Client
    organization: Api
    admin: Api
    candidates: Sequence[Api]


def measured(system: System, meter: Meter, names: Sequence[str]) -> Iterator[Cost]:
    """The costs of these kinds, all of them where none is named."""
    limits = httpx.Limits(max_connections=AT_ONCE, max_keepalive_connections=AT_ONCE)
    with httpx.Client(
        base_url=system.options.public_url, limits=limits, timeout=120, trust_env=False
    ) as http:
        signed_in: list[Api] = []

        def sign_in() -> None:
            signed_in.extend(
                _together([partial(Api, http, by_password(each)) for each in CANDIDATES])
            )

        # Later measurements need their tokens.
        cost = meter.measure("sign-in", len(CANDIDATES), sign_in)
        if not names or "sign-in" in names:
            yield cost
        organization, admin = (Api(http, by_password(each)) for each in (ORGANIZATION, "admin"))
        run = Run(system, meter, http, organization, admin, signed_in)
        for name, kind in KINDS.items():
            if not names or name in names:
                try:
                    yield from kind(run)
                except Failed as failure:
                    print(f"{name}: not measured: {failure}")


def _together(calls: Iterable[Callable[[], Answer]]) -> list[Answer]:
    with ThreadPoolExecutor(AT_ONCE) as threads:
        return list(threads.map(lambda each: each(), calls))


def _get(run: Run, paths: Iterable[str]) -> None:
    """Request these paths like browsers."""

    def get(path: str) -> None:
        expect(run.http.get(path).is_success, path)

    _together([partial(get, path) for path in paths])


# What visitors read


def _trainings(run: Run) -> Iterator[Cost]:
    paths = ["/api/v1/trainings?page_size=24"] * READS
    yield run.meter.measure("list of trainings", READS, lambda: _get(run, paths))


def _batch(run: Run) -> Iterator[Cost]:
    """Measure the page at its URL: HTML with catalog's head, the batch and its training."""
    rows = run.http.get("/api/v1/batches?page_size=20").json()["data"]
    pages = [
        (
            f"/trainings/{row['training']['id']}/batch/{row['id']}",
            f"/api/v1/batches/{row['id']}",
            f"/api/v1/trainings/{row['training']['id']}",
        )
        for row in itertools.islice(itertools.cycle(rows), PAGES)
    ]
    paths = list(itertools.chain.from_iterable(pages))
    yield run.meter.measure("page of a batch", PAGES, lambda: _get(run, paths))


def _verifications(run: Run) -> Iterator[Cost]:
    rows = run.admin.json("GET", "certificates", params={"page_size": 20})["data"]
    paths = [f"/api/v1/verifications/{row['number']}" for row in rows]
    asked = list(itertools.islice(itertools.cycle(paths), READS))
    yield run.meter.measure("verification of a certificate", READS, lambda: _get(run, asked))


# Accounts


def _sign_ups(run: Run) -> Iterator[Cost]:
    """With the code by mail, which is handed in."""
    seed = int(time.time()) % 100_000
    numbers = [f"{seed:05d}{number:02d}" for number in range(SIGN_UPS)]

    def sign_up() -> None:
        tokens = _together([partial(_sign_up, run, number) for number in numbers])
        codes: dict[str, str] = {}
        addresses = {_address(number) for number in numbers}

        def have_come() -> bool:
            codes.update(_codes(run, addresses))
            return len(codes) == SIGN_UPS

        until(have_come, "codes are missing")
        _together(
            [
                partial(_verify, run, token, codes[_address(number)])
                for number, token in zip(numbers, tokens, strict=True)
            ]
        )

    yield run.meter.measure("sign-up", SIGN_UPS, sign_up)


def _address(number: str) -> str:
    return f"capacity{number}@example.com"


def _sign_up(run: Run, number: str) -> str:
    form: Json = {
        "profile_type": "candidate", "username": f"capacity{number}", "email": _address(number),
        "phone": f"+96650{number}", "password": PASSWORD, "name_en": "Huda Al Amri",
        "name_ar": "هدى العمري", "locale": "ar", "accept_terms": True,
    }  # fmt: skip
    answer = call(run.http, "POST", "auth/signup", json=form)
    if not answer.is_success:
        # One that was answered too late may have been done all the same.
        return by_password(form["username"])(run.http)
    token: str = answer.json()["access_token"]
    return token


def _codes(run: Run, addresses: Set[str]) -> dict[str, str]:
    """The codes that have come to these addresses."""
    url = f"http://localhost:{run.system.options.mail_port}/email"
    mails = httpx.get(url, timeout=120, trust_env=False).json()
    return {
        to["address"]: code
        for mail in mails
        for to in mail["to"]
        if to["address"] in addresses
        for code in _CODE.findall(mail["text"])
    }


def _verify(run: Run, token: str, code: str) -> None:
    bearer = {"Authorization": f"Bearer {token}"}
    answer = call(run.http, "POST", "auth/verify-otp", json={"code": code}, headers=bearer)
    expect(answer.is_success, answer.text)


# Enrolling and paying


def _enrollments(run: Run) -> Iterator[Cost]:
    """From the request until there is a charge that can be paid, then by card until confirmed."""
    batches = [publish_batch(run.organization, 2 * len(CANDIDATES)) for _ in range(BATCHES)]
    run.meter.settle()
    count = BATCHES * len(run.candidates)
    made: list[tuple[Api, str]] = []

    def enroll() -> None:
        asked = [
            partial(_enroll, candidate, batch_id)
            for batch_id in batches
            for candidate in run.candidates
        ]
        made.extend(_together(asked))
        until(lambda: _charged(run, batches) == count, "charges are missing")

    yield run.meter.measure("enrollment until it can be paid", count, enroll)
    charges = [
        (candidate, str(candidate.json("GET", f"enrollments/mine/{each}")["charge_id"]))
        for candidate, each in made[:PAYMENTS]
    ]
    secrets: list[str] = []
    run.meter.settle()
    yield run.meter.measure(
        "payment by card is begun",
        PAYMENTS,
        lambda: secrets.extend(_together([partial(_begin, *each) for each in charges])),
    )

    def paid() -> None:
        _pay_all(run, secrets)
        until(lambda: _confirmed(run, batches) == PAYMENTS, "some are not confirmed")

    yield run.meter.measure("callback until confirmed, with the receipt", PAYMENTS, paid)


def _enroll(candidate: Api, batch_id: str) -> tuple[Api, str]:
    return candidate, candidate.json("POST", "enrollments", json={"batch_id": batch_id})["id"]


def _charged(run: Run, batches: Sequence[str]) -> int:
    return _enrolled(run, "charge_id IS NOT NULL", batches)


def _confirmed(run: Run, batches: Sequence[str]) -> int:
    return _enrolled(run, "status = 'confirmed'", batches)


def _enrolled(run: Run, condition: str, batches: Sequence[str]) -> int:
    statement = f"SELECT count(*) FROM enrollments WHERE batch_id::text = ANY($1) AND {condition}"
    ((count,),) = run.meter.fetch("enrollment", statement, list(batches))
    return int(count)


def _begin(candidate: Api, charge_id: str) -> str:
    page = candidate.json("POST", f"charges/{charge_id}/payments")["checkout_url"]
    return parse_qs(urlsplit(page).query)["clientSecret"][0]


def _pay_all(run: Run, secrets: Sequence[str]) -> None:
    with httpx.Client(base_url=run.system.plan.sandbox_url, timeout=60, trust_env=False) as sandbox:
        intentions = sandbox.get("/sandbox/intentions").json()
        ids = {each["client_secret"]: each["id"] for each in intentions}

        def pay_one(secret: str) -> None:
            path = f"/sandbox/intentions/{ids[secret]}/pay"
            expect(sandbox.post(path, json={"card": GOOD_CARD}).is_success, path)

        _together([partial(pay_one, secret) for secret in secrets])


def _files(run: Run) -> Iterator[Cost]:
    """A person of a file: checked, confirmed, given an account and an invitation, paid for."""
    batch_id = publish_batch(run.organization, PEOPLE)
    client = run.organization.json("POST", "partner-clients", json=client_form())
    partner = Api(run.http, by_secret(client["id"], client["client_secret"]))

    def enroll() -> None:
        path, _ = enroll_all(partner, batch_id, PEOPLE)
        charge = charge_of(run.organization, partner, path)
        pay(run.organization, run.system.plan.sandbox_url, charge["id"])
        wait(partner, path, "finished")

    yield run.meter.measure("person of a file, until confirmed", PEOPLE, enroll)


# Certificates, decisions, notices


def _certificates(run: Run) -> Iterator[Cost]:
    """With the badge, the paper as PDF and the mail."""
    batches = [str(demo_id("batch", each)) for each in TO_CERTIFY]
    count = sum(_finish(run.organization, each) for each in batches)
    run.meter.settle()

    def issue() -> None:
        for batch_id in batches:
            run.organization("POST", "certificates", json={"batch_id": batch_id})
        until(lambda: _papers(run, batches) == count, "some papers are not made")

    yield run.meter.measure("certificate issued", count, issue)


def _finish(organization: Api, batch_id: str) -> int:
    """Enter all that a batch's results need; how many people it has."""
    attendance = organization.json("GET", f"attendance/batches/{batch_id}")
    people = [each["enrollment_id"] for each in attendance["people"]]
    marks = [
        {"enrollment_id": each, "session_id": session["id"], "attendance": "present"}
        for each in people
        for session in attendance["sessions"]
    ]
    organization("PUT", f"attendance/batches/{batch_id}/marks", json={"marks": marks})
    path = f"results/batches/{batch_id}"
    form = {"kind": "exam", "title_en": "Final exam", "title_ar": "الاختبار النهائي"}
    assessment = organization.json("POST", f"{path}/assessments", json=form)["id"]
    scores = [{"assessment_id": assessment, "enrollment_id": each, "points": 90} for each in people]
    organization("PUT", f"{path}/scores", json={"scores": scores})
    organization("POST", f"{path}/finish", json={"accept_missing": False})
    return len(people)


def _papers(run: Run, batches: Sequence[str]) -> int:
    statement = (
        "SELECT count(*) FROM certificates WHERE batch_id::text = ANY($1) AND paper_key IS NOT NULL"
    )
    ((count,),) = run.meter.fetch("enrollment", statement, list(batches))
    return int(count)


def _decisions(run: Run) -> Iterator[Cost]:
    """About announcements, with what follows: they are published."""
    listed = run.admin.json("GET", "announcements/managed")["data"][0]
    copied = run.admin.json("GET", f"announcements/managed/{listed['id']}")
    now = datetime.now(UTC)
    form = {
        **{name: copied[name] for name in _COPIED if name in copied},
        "category_id": copied["category"]["id"],
        "fee_minor": 0,
        "opens_at": (now + timedelta(days=1)).isoformat(),
        "closes_at": (now + timedelta(days=30)).isoformat(),
    }
    for _ in range(DECISIONS):
        made = run.admin.json("POST", "announcements", json=form)
        body = {"version": made["version"]}
        run.admin("POST", f"announcements/{made['id']}/submit", json=body)
    reviewer = Api(run.http, by_password("reviewer"))
    query = {"content_type": "announcement", "status": "pending", "page_size": 50}
    waiting: list[Json] = []

    def have_come() -> bool:
        waiting[:] = reviewer.json("GET", "approvals", params=query)["data"]
        return len(waiting) >= DECISIONS

    until(have_come, "requests for approval are missing")
    run.meter.settle()

    def decide(request: Json) -> None:
        body = {"decision": "approved", "step": request["step"]}
        reviewer("POST", f"approvals/{request['id']}/decisions", json=body)

    yield run.meter.measure(
        "decision of an approver",
        len(waiting),
        lambda: _together([partial(decide, each) for each in waiting]),
    )


def _notices(run: Run) -> Iterator[Cost]:
    """A message to all candidates, first with a mail to each, then in the app alone."""
    audience = {"kind": "people", "profile_types": ["candidate"], "language": None}
    form = {
        "audience": audience, "subject_en": "The hall has changed",
        "subject_ar": "تغيرت القاعة", "text_en": "We meet in hall 4.",
        "text_ar": "نلتقي في القاعة 4.",
    }  # fmt: skip
    asked = {"audience": audience}
    count = run.admin.json("POST", "notifications/group-messages/count", json=asked)["receivers"]

    def send() -> None:
        sent = run.admin.json("POST", "notifications/group-messages", json=form)
        path = f"notifications/group-messages/{sent['id']}"
        until(lambda: run.admin.json("GET", path)["ended_at"] is not None, "it is not sent")

    yield run.meter.measure("notice with its mail", count, send)
    muted: Mapping[str, object] = {
        "muted": [{"subject": "messages", "channel": "email"}],
        "quiet_from": None,
        "quiet_until": None,
    }
    for candidate in run.candidates:
        candidate("PUT", "notifications/preferences", json=muted)
    run.meter.settle()
    yield run.meter.measure("notice in the app alone", count, send)


KINDS: Mapping[str, Callable[[Run], Iterator[Cost]]] = {
    "trainings": _trainings,
    "batch": _batch,
    "verification": _verifications,
    "enrollment": _enrollments,
    "certificate": _certificates,
    "decision": _decisions,
    "notice": _notices,
    "sign-up": _sign_ups,
    "file": _files,
}
