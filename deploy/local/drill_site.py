"""The system of `make drill`, with the traffic of people and the Prometheus that watches it."""

import asyncio
import http.client
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import urllib.request
import xmlrpc.client
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from deploy.local import ports
from deploy.local.layout import ROOT
from deploy.local.problems import Problem
from deploy.local.servers import dying_with_parent, poll
from deploy.local.system import System

if TYPE_CHECKING:
    from contracts import Event

RULES = ROOT / "deploy" / "monitoring"
RULE_FILES = ("recording.yaml", "alarms.yaml")
COMMAND_SECONDS = 120.0
BALLAST = 6 * 1024**3
"""Bytes of the file that fills the disk; two thirds of them fire the alarm."""
_SHORTER = (
    (r"\[\d+[mh]\]", "[20s]"),
    (r"offset 1h", "offset 20s"),
    (r"(itqan_outbox_oldest_seconds\) >) 60", r"\1 3"),
    (r"(itqan_outbox_backlog\) >) 10000", r"\1 3"),
    (r'(itqan_queue_messages\{queue!~".+"\}\) >) 10000', r"\1 3"),
    (r"5 (\* itqan_sweep_every_seconds \+) 300", r"2 \1 10"),
    (r"(itqan_wal_archive_failing_seconds\) >) 600", r"\1 3"),
)
"""Patterns in the rules' expressions and their shorter durations; each `for` becomes 2 s."""
_DISK = (r"(itqan_disk_free_ratio\) <) 0\.1", r"\1 {}")


@dataclass(frozen=True)
class Traffic:
    """Requests that several clients repeat, each a second after its last answer."""

    clients: int
    request: Callable[["Site"], urllib.request.Request]


class Site:
    """The system and the Prometheus that watches it."""

    def __init__(self, system: System, folder: Path) -> None:
        self.system = system
        self.folder = folder
        self.ballast = folder / "ballast"
        self.commands_log = folder / "commands.log"
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

    def make(self, command: str, variables: Mapping[str, str] | None = None) -> int:
        """Run a command as an operator does in the clone, with their variables; its exit code."""
        # A drill has its own folders.
        for folder in ("/var/backups", "/etc/itqan"):
            command = command.replace(folder, str(self.folder / "written"))
        command = command.replace(".local", str(self.system.state.folder))
        with self.commands_log.open("ab") as log:
            log.write(f"$ {command}\n".encode())
            log.flush()
            try:
                return subprocess.run(
                    ["sh", "-c", command],
                    cwd=ROOT,
                    env={
                        **os.environ,
                        "ITQAN_STATE": str(self.system.state.folder),
                        "PYTHON": sys.executable,
                        **(variables or {}),
                    },
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=subprocess.STDOUT,
                    check=False,
                    timeout=COMMAND_SECONDS,
                ).returncode
            except subprocess.TimeoutExpired:
                return 124

    def psql(self, service: str, statement: str) -> str:
        """Run a statement in the database of a service; the rows that it returns.

        Raises `Problem` if it failed, or returned and changed nothing.
        """
        return self._psql(self.system.plan.database_url(service), statement)

    def administer(self, *statements: str) -> None:
        """Run statements one by one as the server's superuser."""
        for statement in statements:
            self._psql(f"{self.system.plan.postgres().url}/postgres", statement)

    def _psql(self, url: str, statement: str) -> str:
        done = subprocess.run(
            ["psql", "-XAt", "-v", "ON_ERROR_STOP=1", url, "-c", statement],
            capture_output=True,
            text=True,
            check=False,
            timeout=COMMAND_SECONDS,
        )
        if done.returncode or done.stdout.strip() in ("", "UPDATE 0", "INSERT 0 0"):
            raise Problem(f"The drill could not run: {statement}\n{done.stdout}{done.stderr}")
        return done.stdout

    def lock(self, service: str, *statements: str) -> None:
        """Leave a session open whose last statements hold locks."""
        options = [word for each in statements for word in ("-c", each)]
        subprocess.Popen(
            dying_with_parent(["psql", "-X", self.system.plan.database_url(service), *options]),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def send(self, service: str, event: "Event", *, copies: int = 1, parked: bool = False) -> None:
        """Put an event into a service's queue, or among its dead letters."""
        url = self.system.plan.broker_url(service)
        asyncio.run(_send(url, service, event, copies=copies, parked=parked))

    @contextmanager
    def visited(self, traffic: Traffic | None) -> Iterator[None]:
        """Have the clients of the traffic repeat its request within the block."""
        ended = threading.Event()
        clients = []
        if traffic:
            request = traffic.request(self)
            clients = [
                threading.Thread(target=_repeat, args=(request, ended), daemon=True)
                for _ in range(traffic.clients)
            ]
        for client in clients:
            client.start()
        try:
            yield
        finally:
            ended.set()
            for client in clients:
                client.join()

    def discover(self) -> None:
        """Write which copies run, as DNS tells Prometheus in containers."""
        state = self.system.state
        addresses = {
            each.name: (each.part, str(each.health_url).split("/")[2])
            for each in self.system.services()
        }
        addresses["gateway"] = ("gateway", f"127.0.0.1:{state.port('gateway-private')}")
        addresses["rabbit"] = ("rabbit", f"127.0.0.1:{state.port('rabbit-metrics')}")
        running = {each.name for each in self.system.supervisor.information() if each.pid}
        found = [
            {"targets": [address], "labels": {"job": job}}
            for name, (job, address) in addresses.items()
            if name in running
        ]
        text = json.dumps(found)
        if not self.targets.exists() or self.targets.read_text() != text:
            draft = self.targets.with_suffix(".new")
            draft.write_text(text)
            draft.replace(self.targets)

    def firing(self) -> set[str]:
        """Return the alarms that Prometheus fires now; none while it does not answer."""
        try:
            with urllib.request.urlopen(
                f"http://127.0.0.1:{self.port}/api/v1/alerts", timeout=5
            ) as answer:
                alerts: list[dict[str, Any]] = json.load(answer)["data"]["alerts"]
        except OSError:
            return set()
        return {each["labels"]["alertname"] for each in alerts if each["state"] == "firing"}

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Run Prometheus, with shortened rules, and its discovery within the block."""
        usage = shutil.disk_usage(self.folder)
        disk_free = (usage.free - BALLAST * 2 / 3) / usage.total
        for name in RULE_FILES:
            (self.folder / name).write_text(yaml.safe_dump(shorten(read_rules(name), disk_free)))
        self.discover()
        (self.folder / "prometheus.yaml").write_text(yaml.safe_dump(self._configuration()))
        command = [
            "prometheus",
            f"--config.file={self.folder / 'prometheus.yaml'}",
            f"--storage.tsdb.path={self.folder / 'data'}",
            f"--web.listen-address=127.0.0.1:{self.port}",
        ]
        ended = threading.Event()
        discovery = threading.Thread(target=self._keep_discovering, args=(ended,), daemon=True)
        with (
            (self.folder / "prometheus.log").open("wb") as log,
            subprocess.Popen(dying_with_parent(command), stdout=log, stderr=log) as process,
        ):
            discovery.start()
            try:
                yield
            finally:
                ended.set()
                discovery.join()
                process.terminate()

    def _keep_discovering(self, ended: threading.Event) -> None:
        while not ended.wait(1):
            # A supervisor that is busy is asked again.
            with suppress(OSError, http.client.HTTPException, xmlrpc.client.Error):
                self.discover()

    def _configuration(self) -> dict[str, Any]:
        return {
            "global": {
                "scrape_interval": "2s",
                "scrape_timeout": "2s",
                "evaluation_interval": "1s",
            },
            "rule_files": list(RULE_FILES),
            "scrape_configs": [
                {
                    "job_name": "drill",
                    "file_sd_configs": [{"files": [self.targets.name], "refresh_interval": "2s"}],
                }
            ],
        }


def _repeat(request: urllib.request.Request, ended: threading.Event) -> None:
    while not ended.wait(1):
        # Faults are meant to make them fail.
        with (
            suppress(OSError, http.client.HTTPException),
            urllib.request.urlopen(request, timeout=15) as answer,
        ):
            answer.read()


async def _send(url: str, service: str, event: "Event", *, copies: int, parked: bool) -> None:
    import aio_pika  # noqa: PLC0415 - as the next, only of the clone's environment
    from kit.messaging.broker import Broker, open_channel, publish  # noqa: PLC0415
    from kit.messaging.envelope import CONTENT_TYPE, SUBJECT, encode  # noqa: PLC0415

    broker = Broker(url)
    queue = broker.dead_name(service) if parked else broker.queue_name(service)
    async with broker.connect("drill") as connection:
        channel = await open_channel(connection)
        for _ in range(copies):
            message_id, text = encode(event, sequence=1_000)
            message = aio_pika.Message(
                text.encode(),
                message_id=str(message_id),
                type=event.type,
                content_type=CONTENT_TYPE,
                headers={SUBJECT: event.subject},
            )
            await publish(channel.default_exchange, message, queue)


def read_rules(name: str) -> dict[str, Any]:
    """Return the rules of a file of deploy/monitoring."""
    rules: dict[str, Any] = yaml.safe_load((RULES / name).read_text())
    return rules


def shorten(rules: dict[str, Any], disk_free: float) -> dict[str, Any]:
    """Return the rules with durations that a drill can wait for.

    `disk_free` is the share of the disk below which it counts as full.
    """
    full = (_DISK[0], _DISK[1].format(disk_free))
    for group in rules["groups"]:
        for rule in group["rules"]:
            for pattern, replacement in (*_SHORTER, full):
                rule["expr"] = re.sub(pattern, replacement, rule["expr"])
            if "for" in rule:
                rule["for"] = "2s"
    return rules
