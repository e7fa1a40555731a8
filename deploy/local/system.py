"""The whole system on this machine: started in order, watched until healthy, stopped."""

import signal
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from deploy.local import databases, gateway, hung
from deploy.local.options import Options
from deploy.local.plan import Plan, Process
from deploy.local.problems import Problem
from deploy.local.servers import wait_until
from deploy.local.state import State
from deploy.local.steps import Steps
from deploy.local.supervisor import Supervisor, log_file

HEALTHY_SECONDS = 240.0


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
            with hung.watching(self.supervisor, self.plan.services()):
                yield
        finally:
            # A second, impatient Ctrl-C must not leave half of it running.
            before = signal.signal(signal.SIGINT, signal.SIG_IGN)
            self.supervisor.stop()
            signal.signal(signal.SIGINT, before)

    def start(self, steps: Steps) -> None:
        """Start everything; a `Problem` when a part does not become healthy."""
        plan, state = self.plan, self.state
        state.assign_ports(plan.port_names())
        postgres, rabbit = plan.postgres(), plan.rabbit()
        with steps.step("Starting PostgreSQL and RabbitMQ"):
            postgres.initialise()
            rabbit.initialise()
            (state.folder / "mail").mkdir(exist_ok=True)
            gateway.write_static_configuration(
                state.folder / "traefik.yaml",
                port=self.options.port,
                private_port=state.port("gateway-private"),
            )
            self.supervisor.start(plan.processes())
            database, mapper, broker = plan.foundation()
            self.supervisor.launch([database, mapper])
            self._wait_until(rabbit.mapper_ready, "RabbitMQ's port mapper")
            self.supervisor.launch([broker])
            self._wait_until(postgres.ready, "PostgreSQL")
            # RabbitMQ takes its time: it goes on while the databases are made ready.
        databases.make_ready(plan, steps)
        with steps.step("Starting the services, the gateway and their surroundings"):
            # The services do without a broker for a while, so their start and its own overlap.
            self.supervisor.launch([*plan.services(), *plan.edge()])
            self._wait_until(rabbit.ready, "RabbitMQ")
            self._wait_until_healthy([*plan.services(), *plan.edge()])

    def _wait_until(self, ready: Callable[[], bool], what: str) -> None:
        def is_ready() -> bool:
            self.supervisor.require_alive()
            return ready()

        wait_until(is_ready, what)

    def _wait_until_healthy(self, processes: Iterable[Process]) -> None:
        waiting = {process.name: process for process in processes if process.health_url}
        end = time.monotonic() + HEALTHY_SECONDS
        while waiting:
            for name, process in list(waiting.items()):
                if is_healthy(process):
                    del waiting[name]
            self.supervisor.require_alive()
            if time.monotonic() > end:
                name = next(iter(waiting))
                tail = log_file(self.state, name).read_text(errors="replace")[-3000:]
                raise Problem(f"{name} did not become healthy. The end of its log:\n{tail}")
            time.sleep(0.25)


def is_healthy(process: Process) -> bool:
    """Whether the process answers its health check with 200."""
    assert process.health_url
    try:
        with urllib.request.urlopen(process.health_url, timeout=3) as answer:
            return bool(answer.status == 200)
    except (OSError, urllib.error.URLError):
        return False
