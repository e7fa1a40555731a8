"""The faults of `make drill`, and the alarms that it cannot fire."""

import json
import os
import shutil
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from deploy.local.drill_site import BALLAST, Site, Traffic
from deploy.local.problems import Problem
from deploy.local.servers import poll

_ORDER = 4_000_000_000
"""No payment has it: its callback is stored, and settles nothing."""
_MESSAGES = 300
"""More than a consumer takes at once, so that some wait in the queue."""


def _nothing(_: Site) -> None:
    pass


@dataclass(frozen=True)
class Drill:
    """A fault with the alarms that it fires, and what people do according to their runbooks."""

    alarms: tuple[str, ...]
    provoke: Callable[[Site], None]
    finish: Callable[[Site], None] = _nothing
    traffic: Traffic | None = None


def prepare(site: Site) -> None:
    """Have the database server archive its log, which needs a restart.

    Raises `Problem` if it does not come back.
    """
    folder = site.system.state.data / "archive"
    _give_room(site)
    site.administer(
        "alter system set archive_mode = on",
        f"alter system set archive_command = 'test -d {folder} && cp %p {folder}/%f'",
    )
    if site.make("make restart S=postgres"):
        raise Problem("PostgreSQL did not start with an archive.")


def _give_room(site: Site) -> None:
    folder = site.system.state.data / "archive"
    folder.mkdir()
    # The database's user writes it.
    folder.chmod(0o777)


def _open_payments(site: Site) -> urllib.request.Request:
    # It asks for a session: 401 is the answer of a service that is well.
    return urllib.request.Request(f"{site.system.options.public_url}/api/v1/payments")


def _call_back(site: Site) -> urllib.request.Request:
    """Repeat one callback of the card provider, which payments stores once."""
    from deploy.sandboxes.paymob.config import Settings  # noqa: PLC0415 - of the environment
    from deploy.sandboxes.paymob.signature import sign  # noqa: PLC0415

    sandbox = Settings()
    flags = (
        "error_occured", "has_parent_transaction", "is_3d_secure", "is_auth", "is_capture",
        "is_refunded", "is_standalone_payment", "is_voided", "pending", "success",
    )  # fmt: skip
    body: dict[str, Any] = {
        **dict.fromkeys(flags, False),
        "id": _ORDER,
        "order": {"id": _ORDER},
        "amount_cents": 100,
        "currency": "SAR",
        "created_at": "2026-11-01T10:00:00",
        "integration_id": sandbox.integration_id,
        "owner": sandbox.owner_id,
        "source_data": {"pan": "2346", "sub_type": "MasterCard", "type": "card"},
    }
    return urllib.request.Request(
        f"{site.system.options.public_url}/api/v1/webhooks/paymob"
        f"?hmac={sign(body, sandbox.hmac_secret)}",
        json.dumps({"type": "TRANSACTION", "obj": body}).encode(),
        {"Content-Type": "application/json"},
    )


def _organization_event() -> Any:
    from contracts.identity import OrganizationUpdated  # noqa: PLC0415 - of the environment
    from contracts.testing import event  # noqa: PLC0415

    return event(OrganizationUpdated)


def _stop_payments(site: Site) -> None:
    """Stop payments, and let an enrollment fall due, about which it is asked in vain."""
    subject = _find_unpaid(site, "asc")
    site.stop("payments")
    site.psql("enrollment", f"update enrollments set payment_due_at = now() where id = '{subject}'")
    older = "update expiry_requests set requested_at = now() - interval '16 minutes'"

    def has_asked() -> bool:
        try:
            site.psql("enrollment", f"{older} where subject_id = '{subject}'")
        except Problem:
            return False
        return True

    if not poll(has_asked, 30):
        raise Problem("Enrollment does not ask whether an overdue enrollment is unpaid.")


def _find_unpaid(site: Site, order: str) -> str:
    return site.psql(
        "payments",
        "select subject_id from charges where status = 'open' and purpose = 'enrollment' "
        f"order by id {order} limit 1",
    ).strip()


def _stop_broker(site: Site) -> None:
    site.stop("rabbit")
    if site.make("make kit S=identity C=republish"):
        raise Problem("The drill could not publish identity's state again.")


def _park(site: Site) -> None:
    site.send("payments", _organization_event(), parked=True)


def _stop_enrollment(site: Site) -> None:
    """Stop enrollment, and forget that it has acknowledged a payment."""
    site.stop("enrollment")
    site.psql(
        "payments",
        "update charges set acknowledged_at = null where id = (select id from charges "
        "where status = 'paid' and purpose = 'enrollment' and acknowledged_at is not null "
        "and paid_at < now() - interval '3 minutes' limit 1)",
    )


def _lock(site: Site) -> None:
    """Leave a session open that locks callbacks, handled messages, and the runs of rules."""
    site.lock(
        "payments",
        "update invariant_runs set checked_at = now() - interval '10 minutes'",
        "begin; lock table invariant_runs, inbox, callbacks in exclusive mode; "
        "select pg_sleep(600)",
    )
    site.send("payments", _organization_event(), copies=_MESSAGES)


def _scale_back(site: Site) -> None:
    for service in ("payments", "catalog", "identity"):
        site.make(f"make scale S={service} N=1")


def _leave_rows(site: Site) -> None:
    """Write what faults of providers, jobs and disks leave, which would take hours or days."""
    _set_newest_payment(site, "succeeded", "under_review")
    _refund(site, 1, "failed")
    _leave_unexpected_charge(site)
    for channel, error in (("email", "550"), ("push", "SenderIdMismatchError")):
        site.psql(
            "notifications",
            "insert into deliveries (id, channel, status, attempts, unanswered, last_error) "
            f"values (gen_random_uuid(), '{channel}', 'failed', 1, 0, '{error}')",
        )
    site.psql("payments", "comment on database payments is 'backup of 2026-01-01 00:00:00+00'")
    site.psql(
        "identity",
        "update signing_keys set signs_at = now() - interval '101 days' "
        "where verifies_until is null",
    )
    with site.ballast.open("wb") as file:
        os.posix_fallocate(file.fileno(), 0, BALLAST)
    shutil.rmtree(site.system.state.data / "archive")
    site.administer("select pg_switch_wal()")


def _leave_unexpected_charge(site: Site) -> None:
    """Cancel an enrollment whose charge stays open, since the message is parked."""
    from uuid import UUID  # noqa: PLC0415

    from contracts.enrollment import ChargeCancelled  # noqa: PLC0415
    from contracts.payments import ChargePurpose  # noqa: PLC0415

    subject = _find_unpaid(site, "desc")
    site.psql(
        "enrollment",
        "update enrollments set status = 'cancelled', version = version + 1 "
        f"where id = '{subject}'",
    )
    cancelled = ChargeCancelled(purpose=ChargePurpose.ENROLLMENT, subject_id=UUID(subject))
    site.send("payments", cancelled, parked=True)
    site.psql(
        "payments",
        "update charges set unexpected_since = now() - interval '5 minutes' "
        f"where subject_id = '{subject}'",
    )


def _decide(site: Site) -> None:
    """Decide a payment, repeat a refund, and make room, which people do."""
    _set_newest_payment(site, "under_review", "succeeded")
    _refund(site, 2, "requested")
    site.ballast.unlink()
    _give_room(site)


def _set_newest_payment(site: Site, before: str, after: str) -> None:
    site.psql(
        "payments",
        f"update payments set status = '{after}' where id = "
        f"(select id from payments where status = '{before}' order by id desc limit 1)",
    )


def _refund(site: Site, number: int, status: str) -> None:
    """Add a refund of the oldest payment of an enrollment."""
    site.psql(
        "payments",
        "insert into refunds (id, payment_id, charge_id, transaction_id, amount_minor, currency, "
        "reason, request_key, method, status, attempts) "
        f"select '00000000-0000-7000-8000-{number:012}', payments.id, charges.id, "
        f"transaction_id, 100, charges.currency, 'admin', 'drill-{number}', "
        f"'refund', '{status}', 0 "
        "from charges join payments on payments.id = charges.payment_id "
        "where charges.status = 'paid' and purpose = 'enrollment' and transaction_id is not null "
        "order by payments.id limit 1",
    )


def _exhaust_memory(site: Site) -> None:
    site.make('make broker C="set_vm_memory_high_watermark absolute 1MB"')


DRILLS = (
    Drill(
        (
            "AnswersSlow",
            "ConnectionsUsedUp",
            "RequestsFail",
            "RequestsRefused",
            "QueueGrows",
            "PeriodicWorkStopped",
            "InvariantUnchecked",
        ),
        _lock,
        _scale_back,
        Traffic(60, _call_back),
    ),
    Drill(
        (
            "ServiceVanished",
            "GatewayFails",
            "ErrorBudgetBurnsFast",
            "ErrorBudgetBurnsSlowly",
            "ExpiryUnanswered",
        ),
        _stop_payments,
        traffic=Traffic(4, _open_payments),
    ),
    Drill(("MessagesParked", "InvariantBroken"), _park),
    Drill(("BrokerAway", "OutboxWaits", "OutboxGrows"), _stop_broker),
    Drill(
        (
            "PaymentsUnderReview",
            "RefundsFailed",
            "ChargesUnexpected",
            "MailsFailed",
            "PushesOfAnotherProject",
            "BackupOld",
            "SigningKeyOld",
            "DiskFull",
            "WalNotArchived",
        ),
        _leave_rows,
        _decide,
    ),
    Drill(("ChargesUnacknowledged",), _stop_enrollment),
    Drill(("DatabaseAway",), lambda site: site.stop("postgres")),
    Drill(("CopyDown",), lambda site: site.freeze("payments-1")),
    Drill(("Watchdog",), _nothing),
    Drill(("BrokerRefuses",), _exhaust_memory),
)

BY_PROMTOOL: Mapping[str, str] = {
    "ReplicaLags": "no native or compose database has a standby",
    "CertificateExpires": "no native gateway ends TLS",
    "MemoryHigh": "a replica's memory is bounded, so no request makes it grow",
}
"""The alarms that only the tests of deploy/monitoring fire, with the reason."""
