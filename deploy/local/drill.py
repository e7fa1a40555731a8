"""`make drill`: alarms fire on a running system, and their runbooks are followed to the end.

The system is one of its own. Prometheus runs beside it with the rules of deploy/monitoring, whose
durations are shortened.
"""

import asyncio
import http.client
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
import urllib.request
import xmlrpc.client
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from deploy.local import build, ports
from deploy.local.layout import ROOT
from deploy.local.options import Options
from deploy.local.problems import Problem
from deploy.local.runbooks import NATIVE, read_blocks
from deploy.local.scratch import scratch_state
from deploy.local.servers import dying_with_parent, poll
from deploy.local.steps import Steps
from deploy.local.system import System

RULES = ROOT / "deploy" / "monitoring"
FIRE_SECONDS = CLEAR_SECONDS = 90.0
COMMAND_SECONDS = 120.0
VERIFY_SECONDS = 60.0
_SHORTER = (
    (r"\[\d+[mh]\]", "[20s]"),
    (r"offset 1h", "offset 20s"),
    (r"(itqan_outbox_oldest_seconds\) >) 60", r"\1 3"),
)
"""Patterns in the rules' expressions and their shorter durations; each `for` becomes 2 s."""


@dataclass(frozen=True)
class Drill:
    """An alarm, the fault that fires it, and what people do in the app according to its runbook."""

    alarm: str
    provoke: Callable[["Site"], None]
    finish: Callable[["Site"], None] = lambda _: None


@dataclass
class Outcome:
    """A line of the table; seconds are None where the alarm did not fire, or did not clear."""

    alarm: str
    fired: float | None = None
    cleared: float | None = None
    commands: int = 0
    failed: list[str] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        """Tell whether the alarm fired and cleared, and the runbook's commands succeeded."""
        return self.fired is not None and self.cleared is not None and not self.failed

    def __str__(self) -> str:
        fired, cleared = (
            "never" if seconds is None else f"{seconds:.0f} s"
            for seconds in (self.fired, self.cleared)
        )
        line = f"  {self.alarm:<24} {fired:>8} {cleared:>8} {self.commands:>9}"
        return "\n".join([line, *(f"    failed: {command}" for command in self.failed)])


class Site:
    """The system and the Prometheus that watches it."""

    def __init__(self, system: System, folder: Path) -> None:
        self.system = system
        self.folder = folder
        self.port = ports.choose()
        self.targets = folder / "targets.json"

    def stop(self, part: str) -> None:
        """Stop all copies of a part and wait until they are gone."""
        stopped = [each for each in self.system.plan.processes() if each.part == part]
        for process in stopped:
            self.system.supervisor.stop_one(process)
        names = {process.name for process in stopped}
        poll(
            lambda: (
                not any(
                    each.pid for each in self.system.supervisor.information() if each.name in names
                )
            ),
            COMMAND_SECONDS,
        )

    def freeze(self, name: str) -> None:
        """Stop a process from doing anything while it keeps its port."""
        (pid,) = (each.pid for each in self.system.supervisor.information() if each.name == name)
        os.kill(pid, signal.SIGSTOP)

    def make(self, command: str) -> int:
        """Run a command as an operator does in the clone; its exit code."""
        # Backups of a drill belong to its own folder.
        command = command.replace("/var/backups", str(self.folder))
        try:
            return subprocess.run(
                ["sh", "-c", command],
                cwd=ROOT,
                env={
                    **os.environ,
                    "ITQAN_STATE": str(self.system.state.folder),
                    "PYTHON": sys.executable,
                },
                stdin=subprocess.DEVNULL,
                stdout=(self.folder / "commands.log").open("ab"),
                stderr=subprocess.STDOUT,
                check=False,
                timeout=COMMAND_SECONDS,
            ).returncode
        except subprocess.TimeoutExpired:
            return 124

    def psql(self, service: str, statement: str) -> None:
        """Run a statement in the database of a service.

        Raises:
            Problem: it failed.
        """
        if self.make(f'make psql S={service} Q="{statement}"'):
            raise Problem(f"The drill could not run: {statement}")

    def park(self, service: str) -> None:
        """Publish a valid message to the dead-letter queue of a service."""
        asyncio.run(_park(self.system.plan.broker_url(service), service))

    def discover(self) -> None:
        """Write which copies run, as DNS tells Prometheus in containers."""
        state = self.system.state
        addresses = {
            each.name: (each.part, state.port(each.name)) for each in self.system.plan.services()
        }
        addresses["gateway"] = ("gateway", state.port("gateway-private"))
        addresses["rabbit"] = ("rabbit", state.port("rabbit-metrics"))
        running = {each.name for each in self.system.supervisor.information() if each.pid}
        found = [
            {"targets": [f"127.0.0.1:{port}"], "labels": {"job": job}}
            for name, (job, port) in addresses.items()
            if name in running
        ]
        text = json.dumps(found)
        if not self.targets.exists() or self.targets.read_text() != text:
            draft = self.targets.with_suffix(".new")
            draft.write_text(text)
            draft.replace(self.targets)

    def is_firing(self, alarm: str) -> bool:
        """Tell whether Prometheus fires the alarm now."""
        try:
            with urllib.request.urlopen(
                f"http://127.0.0.1:{self.port}/api/v1/alerts", timeout=5
            ) as answer:
                alerts: list[dict[str, Any]] = json.load(answer)["data"]["alerts"]
        except OSError:
            return False
        return any(
            each["labels"]["alertname"] == alarm and each["state"] == "firing" for each in alerts
        )


async def _park(url: str, service: str) -> None:
    import aio_pika  # noqa: PLC0415 - as the next, only of the clone's environment
    from contracts.identity import OrganizationUpdated  # noqa: PLC0415
    from contracts.testing import event  # noqa: PLC0415
    from kit.messaging.broker import Broker, open_channel, publish  # noqa: PLC0415
    from kit.messaging.envelope import CONTENT_TYPE, SUBJECT, encode  # noqa: PLC0415

    happened = event(OrganizationUpdated)
    message_id, text = encode(happened, sequence=1)
    message = aio_pika.Message(
        text.encode(),
        message_id=str(message_id),
        type=happened.type,
        content_type=CONTENT_TYPE,
        headers={SUBJECT: happened.subject},
    )
    broker = Broker(url)
    async with broker.connect("drill") as connection:
        channel = await open_channel(connection)
        await publish(channel.default_exchange, message, broker.dead_name(service))


def _wait_in_outbox(site: Site) -> None:
    site.stop("rabbit")
    if site.make("make kit S=identity C=republish"):
        raise Problem("The drill could not publish identity's state again.")


def _review(status: str) -> Callable[[Site], None]:
    """Set the state of the newest payment, which a person does in the app."""
    return lambda site: site.psql(
        "payments",
        f"update payments set status = '{status}' where id = (select id from payments "
        "where status in ('succeeded', 'under_review') order by id desc limit 1)",
    )


def _exhaust_memory(site: Site) -> None:
    site.make('make broker C="set_vm_memory_high_watermark absolute 1MB"')


DRILLS = (
    Drill("Watchdog", lambda _: None),
    Drill("CopyDown", lambda site: site.freeze("payments-1")),
    Drill("ServiceVanished", lambda site: site.stop("payments")),
    Drill("DatabaseAway", lambda site: site.stop("postgres")),
    Drill("BrokerAway", lambda site: site.stop("rabbit")),
    Drill("OutboxWaits", _wait_in_outbox),
    Drill("MessagesParked", lambda site: site.park("payments")),
    Drill("PaymentsUnderReview", _review("under_review"), _review("succeeded")),
    Drill("MailsFailed", lambda site: site.psql(
        "notifications",
        "insert into deliveries (id, channel, status, attempts, unanswered) "
        "values (gen_random_uuid(), 'email', 'failed', 1, 0)")),
    Drill("BackupOld", lambda site: site.psql(
        "payments", "comment on database payments is 'backup of 2026-01-01 00:00:00+00'")),
    Drill("SigningKeyOld", lambda site: site.psql(
        "identity", "update signing_keys set signs_at = now() - interval '101 days' "
        "where verifies_until is null")),
    Drill("BrokerRefuses", _exhaust_memory),
)  # fmt: skip
"""All others are fired by promtool in the tests of deploy/monitoring."""


def drill(steps: Steps) -> int:
    """Run the drills that `ONLY` names, or all; 1 when one of them failed."""
    chosen = os.environ.get("ONLY", "").split() or [each.alarm for each in DRILLS]
    with build.building():
        build.node_packages(steps)
        build.app(steps)
    options = Options(port=ports.choose_three(), monitored=True)
    with scratch_state("itqan-drill-") as state:
        state.notes["options"] = options.dump()
        system = System(state, options)
        with system.running(steps):
            site = Site(system, state.folder / "drill")
            site.folder.mkdir()
            with _watching(site):
                outcomes = [_run(site, each, steps) for each in DRILLS if each.alarm in chosen]
    print(f"\n  {'alarm':<24} {'fired':>8} {'cleared':>8} {'commands':>9}")
    print("\n".join(map(str, outcomes)))
    passed = sum(each.passed for each in outcomes)
    print(f"{passed} of {len(outcomes)} passed after {steps.seconds / 60:.1f} minutes")
    return 0 if outcomes and passed == len(outcomes) else 1


def _run(site: Site, drilled: Drill, steps: Steps) -> Outcome:
    outcome = Outcome(drilled.alarm)
    with steps.step(f"Drilling {drilled.alarm}"):
        always = drilled.alarm == "Watchdog"
        if not always and not poll(lambda: not site.is_firing(drilled.alarm), CLEAR_SECONDS):
            outcome.failed.append("the alarm fired before its fault")
            return outcome
        began = time.monotonic()
        drilled.provoke(site)
        if poll(lambda: site.is_firing(drilled.alarm), FIRE_SECONDS):
            outcome.fired = time.monotonic() - began
        _follow_runbook(site, drilled, outcome)
        began = time.monotonic()
        if always or poll(lambda: not site.is_firing(drilled.alarm), CLEAR_SECONDS):
            outcome.cleared = time.monotonic() - began
    print(outcome, flush=True)
    return outcome


def _follow_runbook(site: Site, drilled: Drill, outcome: Outcome) -> None:
    path = next(
        rule["annotations"]["runbook"]
        for rule in _rules("alarms.yaml")["groups"][0]["rules"]
        if rule["alert"] == drilled.alarm
    )
    for section in ("Check", "Act", "Verify"):
        if section == "Verify":
            drilled.finish(site)
        for block in read_blocks(ROOT / path, section):
            for command in block.get(NATIVE, []):
                outcome.commands += 1
                # A check of a stopped part fails by design.
                if not _succeeds(site, command, section) and section != "Check":
                    outcome.failed.append(command)


def _succeeds(site: Site, command: str, section: str) -> bool:
    seconds = VERIFY_SECONDS if section == "Verify" else 0.0
    return poll(lambda: site.make(command) == 0, seconds)


def _rules(name: str) -> dict[str, Any]:
    rules: dict[str, Any] = yaml.safe_load((RULES / name).read_text())
    return rules


def shorten(rules: dict[str, Any]) -> dict[str, Any]:
    """Return the rules with durations that a drill can wait for."""
    for group in rules["groups"]:
        for rule in group["rules"]:
            for pattern, replacement in _SHORTER:
                rule["expr"] = re.sub(pattern, replacement, rule["expr"])
            if "for" in rule:
                rule["for"] = "2s"
    return rules


@contextmanager
def _watching(site: Site) -> Iterator[None]:
    """Run Prometheus within the block."""
    names = ("recording.yaml", "alarms.yaml")
    for name in names:
        (site.folder / name).write_text(yaml.safe_dump(shorten(_rules(name))))
    site.discover()
    (site.folder / "prometheus.yaml").write_text(
        yaml.safe_dump(
            {
                "global": {
                    "scrape_interval": "2s",
                    "scrape_timeout": "2s",
                    "evaluation_interval": "1s",
                },
                "rule_files": list(names),
                "scrape_configs": [
                    {
                        "job_name": "drill",
                        "file_sd_configs": [
                            {"files": [site.targets.name], "refresh_interval": "2s"}
                        ],
                    }
                ],
            }
        )
    )
    command = [
        "prometheus",
        f"--config.file={site.folder / 'prometheus.yaml'}",
        f"--storage.tsdb.path={site.folder / 'data'}",
        f"--web.listen-address=127.0.0.1:{site.port}",
    ]
    ended = threading.Event()
    discovery = threading.Thread(target=_keep_discovering, args=(site, ended), daemon=True)
    with (
        (site.folder / "prometheus.log").open("wb") as log,
        subprocess.Popen(dying_with_parent(command), stdout=log, stderr=log) as process,
    ):
        discovery.start()
        try:
            yield
        finally:
            ended.set()
            discovery.join()
            process.terminate()


def _keep_discovering(site: Site, ended: threading.Event) -> None:
    while not ended.wait(1):
        # A supervisor that is busy is asked again.
        with suppress(OSError, http.client.HTTPException, xmlrpc.client.Error):
            site.discover()
