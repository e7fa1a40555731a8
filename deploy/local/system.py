"""The whole system on this machine: started in order, watched until healthy, stopped."""

import signal
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial

from deploy.local import databases, gateway, hung, memory
from deploy.local.options import Options
from deploy.local.plan import Plan, Process
from deploy.local.problems import Problem
from deploy.local.state import State
from deploy.local.steps import Steps
from deploy.local.supervisor import Supervisor, log_file

STALLED_SECONDS = 120.0
"""Seconds for which processes that are not ready may idle. A start on a busy machine takes longer,
but uses CPU.
"""
REST_SECONDS = 2.5
"""CPU that one of them uses in that time without making progress."""


class System:
    """One running system; its state folder keeps it apart from any other on the machine."""

    def __init__(self, state: State, options: Options) -> None:
        self.state = state
        self.options = options
        self.plan = Plan(options, state)
        self.supervisor = Supervisor(state)

    @contextmanager
    def running(self, steps: Steps) -> Iterator[None]:
        """Start everything and wait until it is healthy; stop everything when the block ends."""
        try:
            self.start(steps)
            with hung.watching(self.supervisor, self.services):
                yield
        finally:
            # A second, impatient Ctrl-C must not leave half of it running.
            before = signal.signal(signal.SIGINT, signal.SIG_IGN)
            self.supervisor.stop()
            signal.signal(signal.SIGINT, before)

    def services(self) -> list[Process]:
        """The copies that run now; `make scale`, another process, may have changed them."""
        state = State.load(self.state.folder)
        options = state.notes.get("options")
        return Plan(Options.load(options) if options else self.options, state).services()

    def start(self, steps: Steps) -> None:
        """Start everything; a `Problem` when a part does not become healthy."""
        plan, state = self.plan, self.state
        state.assign_ports(plan.port_names())
        postgres, rabbit = plan.postgres(), plan.rabbit()
        with steps.step("Starting PostgreSQL and RabbitMQ"):
            postgres.initialise()
            rabbit.initialise()
            (state.folder / "mail").mkdir(exist_ok=True)
            plan.copies_file.write_text("{}")
            gateway.write_static_configuration(
                state.folder / "traefik.yaml",
                port=self.options.port,
                private_port=state.port("gateway-private"),
            )
            self.supervisor.start(plan.processes())
            database, mapper, broker = plan.foundation()
            self.supervisor.launch([database, mapper])
            self._wait_until({mapper.name: rabbit.mapper_ready})
            self.supervisor.launch([broker])
            self._wait_until({database.name: postgres.ready})
            # RabbitMQ takes its time: it goes on while the databases are made ready.
        databases.make_ready(plan, steps)
        with steps.step("Starting the services, the gateway and the sandboxes"):
            # The services do without a broker for a while, so their start and its own overlap.
            processes = [*plan.services(), *plan.edge()]
            self.supervisor.launch(processes)
            self._wait_until({broker.name: rabbit.ready})
            self._wait_until({each.name: partial(is_healthy, each) for each in processes})

    def _wait_until(self, ready: Mapping[str, Callable[[], bool]]) -> None:
        """Wait for all of these processes as long as those that are not ready make progress."""
        waiting, used, since = dict(ready), 0.0, time.monotonic()
        while True:
            waiting = {name: is_ready for name, is_ready in waiting.items() if not is_ready()}
            if not waiting:
                return
            self.supervisor.require_alive()
            now = time.monotonic()
            pids = {info.name: info.pid for info in self.supervisor.information()}
            using = sum(memory.tree_cpu_seconds(pids[name]) for name in waiting if pids[name])
            if abs(using - used) >= REST_SECONDS * len(waiting):
                used, since = using, now
            elif now - since > STALLED_SECONDS:
                name = next(iter(waiting))
                tail = log_file(self.state, name).read_text(errors="replace")[-3000:]
                raise Problem(f"{name} makes no progress. The end of its log:\n{tail}")
            time.sleep(0.25)


def is_healthy(process: Process) -> bool:
    """Tell if the process answers its health check with 200."""
    assert process.health_url
    try:
        with urllib.request.urlopen(process.health_url, timeout=3) as answer:
            return bool(answer.status == 200)
    except (OSError, urllib.error.URLError):
        return False
