"""`make drill`: alarms fire on a running system, and their runbooks are followed to the end.

The system is one of its own. Prometheus runs beside it with the rules of deploy/monitoring, whose
durations are shortened.
"""

import os
import time
import urllib.error
import urllib.request
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache

from deploy.local import build, ports
from deploy.local.drill_site import Site, read_rules
from deploy.local.drills import BY_PROMTOOL, DRILLS, Drill, prepare
from deploy.local.layout import ROOT
from deploy.local.options import Options
from deploy.local.problems import Problem
from deploy.local.runbooks import NATIVE, read_blocks, read_operations
from deploy.local.scratch import scratch_state
from deploy.local.servers import poll
from deploy.local.steps import Steps
from deploy.local.system import System

FIRE_SECONDS = 90.0
CLEAR_SECONDS = 150.0
VERIFY_SECONDS = 60.0
_HEARTBEAT = "Watchdog"
_SETTINGS = {
    # Periodic work that waits for a lock leaves others a connection.
    "ITQAN_DATABASE_CONNECTIONS": "40",
}

_REQUEST_ID = "drilled-request"
KEYS = {
    '"keys revoke ID': ("identity", "signing_keys"),
    '"credential-keys revoke ID': ("enrollment", "credential_keys"),
}
"""Commands that name a key, and the table that has its id."""


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


def drill(steps: Steps) -> int:
    """Run the drills of the alarms that `ONLY` names, or all; 1 when one of them failed."""
    chosen = set(os.environ.get("ONLY", "").split())
    with build.building():
        build.node_packages(steps)
        build.app(steps)
    options = Options(port=ports.choose_three(), monitored=True, settings=_SETTINGS)
    outcomes: list[Outcome] = []
    with scratch_state("itqan-drill-") as state:
        state.notes["options"] = options.dump()
        system = System(state, options)
        with system.running(steps):
            site = Site(system, state.folder / "drill")
            site.folder.mkdir()
            prepare(site)
            with site.watched():
                for each in DRILLS:
                    if not chosen or chosen & set(each.alarms):
                        outcomes += _run(site, each, steps)
            failed = [] if chosen else _follow_operations(site, steps)
    print(f"\n  {'alarm':<24} {'fired':>8} {'cleared':>8} {'commands':>9}")
    print("\n".join(map(str, outcomes)))
    passed = sum(each.passed for each in outcomes)
    print(f"{passed} of {len(outcomes)} passed after {steps.seconds / 60:.1f} minutes")
    for alarm, reason in BY_PROMTOOL.items():
        print(f"  {alarm} is tested by promtool only: {reason}")
    for command in failed:
        print(f"  docs/operations.md: failed: {command}")
    return 0 if outcomes and passed == len(outcomes) and not failed else 1


def _run(site: Site, drilled: Drill, steps: Steps) -> list[Outcome]:
    outcomes = [Outcome(alarm) for alarm in drilled.alarms]
    heard = [each for each in outcomes if each.alarm != _HEARTBEAT]
    with steps.step(f"Drilling {', '.join(drilled.alarms)}"), site.visited(drilled.traffic):
        if not poll(lambda: not site.firing() & {each.alarm for each in heard}, CLEAR_SECONDS):
            for each in heard:
                each.failed.append("an alarm fired before its fault")
            return outcomes
        began = time.monotonic()
        try:
            drilled.provoke(site)
            poll(lambda: _note_fired(site, outcomes, began), FIRE_SECONDS)
            _follow_runbooks(site, drilled, outcomes)
        except Problem as problem:
            outcomes[0].failed.append(str(problem))
        began = time.monotonic()
        poll(lambda: _note_cleared(site, outcomes, began), CLEAR_SECONDS)
    print("\n".join(map(str, outcomes)), flush=True)
    return outcomes


def _note_fired(site: Site, outcomes: list[Outcome], began: float) -> bool:
    firing = site.firing()
    for each in outcomes:
        if each.fired is None and each.alarm in firing:
            each.fired = time.monotonic() - began
    return all(each.fired is not None for each in outcomes)


def _note_cleared(site: Site, outcomes: list[Outcome], began: float) -> bool:
    firing = site.firing()
    if _HEARTBEAT not in firing:
        # Prometheus did not answer.
        return False
    for each in outcomes:
        if each.alarm in firing - {_HEARTBEAT}:
            each.cleared = None
        elif each.cleared is None:
            each.cleared = time.monotonic() - began
    return all(each.cleared is not None for each in outcomes)


def _follow_runbooks(site: Site, drilled: Drill, outcomes: list[Outcome]) -> None:
    """Check, act and verify by the runbooks; each distinct command runs once in a section."""

    @cache
    def succeeds(command: str, section: str) -> bool:
        seconds = VERIFY_SECONDS if section == "Verify" else 0.0
        # A check of a stopped part fails by design.
        return poll(lambda: site.make(command) == 0, seconds) or section == "Check"

    for section in ("Check", "Act", "Verify"):
        if section == "Verify":
            drilled.finish(site)
        for outcome in outcomes:
            for block in read_blocks(ROOT / find_runbook(outcome.alarm), section):
                for command in block.get(NATIVE, []):
                    outcome.commands += 1
                    if not succeeds(command, section):
                        outcome.failed.append(command)


def _follow_operations(site: Site, steps: Steps) -> list[str]:
    """Run the commands of docs/operations.md, and find a request in all logs; those that failed."""
    failed = []
    with steps.step("Running the commands of docs/operations.md"):
        visit = urllib.request.Request(
            f"{site.system.options.public_url}/api/v1/payments",
            headers={"X-Request-Id": _REQUEST_ID},
        )
        with suppress(urllib.error.HTTPError):
            urllib.request.urlopen(visit, timeout=15).close()
        for command in read_operations():
            if site.make(_name_key(site, command), {"ID": _REQUEST_ID}):
                failed.append(command)
        logged = site.commands_log.read_text(errors="replace")
        if f'"request_X-Request-Id":"{_REQUEST_ID}"' not in logged:
            failed.append('make logs FIND="$ID" (no line of the gateway)')
    return failed


def _name_key(site: Site, command: str) -> str:
    """Put the id of the oldest valid key into a command that revokes one."""
    for words, (service, table) in KEYS.items():
        if words in command:
            statement = f"select id from {table} where revoked_at is null order by signs_at limit 1"
            return command.replace("ID", site.psql(service, statement).strip())
    return command


def find_runbook(alarm: str) -> str:
    """Return the path of an alarm's runbook in the clone."""
    return next(
        str(rule["annotations"]["runbook"])
        for group in read_rules("alarms.yaml")["groups"]
        for rule in group["rules"]
        if rule["alert"] == alarm
    )
