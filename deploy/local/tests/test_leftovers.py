"""Nothing outlives a supervisor that is killed, and what does is found and stopped."""

import os
import signal
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import asyncpg
import pytest

from deploy.local import leftovers, memory, status
from deploy.local.options import Options
from deploy.local.plan import Plan, Process
from deploy.local.problems import Problem
from deploy.local.servers import wait_until
from deploy.local.state import State
from deploy.local.supervisor import Supervisor
from deploy.local.tests.waiting import eventually, gone

SECONDS = 20
"""Within which all of it must be gone."""


@pytest.fixture
def plan(tmp_path: Path) -> Iterator[Plan]:
    state = State.load(tmp_path / ".local")
    made = Plan(Options(port=9000), state)
    state.assign_ports(made.port_names())
    yield made
    state.wipe()


@pytest.fixture
def supervisor(plan: Plan) -> Iterator[Supervisor]:
    """One that runs PostgreSQL and RabbitMQ as `make up` does."""
    plan.postgres().initialise()
    plan.rabbit().initialise()
    database, mapper, broker = plan.foundation()
    started = Supervisor(plan.state)
    started.start([database, mapper, broker])
    try:
        started.launch([database, mapper])
        wait_until(plan.rabbit().mapper_ready, "the port mapper")
        started.launch([broker])
        wait_until(plan.postgres().ready, "PostgreSQL")
        wait_until(plan.rabbit().ready, "RabbitMQ")
        yield started
    finally:
        started.stop()


@pytest.fixture
def family(state: State) -> Iterator[Supervisor]:
    """A supervisor of one process whose two children do not notice its end."""
    process = Process("parent", "parent", ["sh", "-c", "sleep 300 & sleep 300 & wait"])
    started = Supervisor(state)
    started.start([process])
    try:
        started.launch([process])
        pid = main_pid(started)
        eventually(lambda: len(memory.descendants(pid)) == 4, "the children did not start")
        yield started
    finally:
        started.stop()


def main_pid(supervisor: Supervisor) -> int:
    pid = supervisor.pid()
    assert pid
    return pid


def pid_of(supervisor: Supervisor, name: str) -> int:
    return next(info.pid for info in supervisor.information() if info.name == name)


class TestServers:
    async def test_they_and_their_children_end_with_a_killed_supervisor(
        self, plan: Plan, supervisor: Supervisor
    ) -> None:
        connection = await asyncpg.connect(f"{plan.postgres().url}/postgres")
        everyone = memory.descendants(main_pid(supervisor))
        names = {Path(f"/proc/{pid}/comm").read_text().strip() for pid in everyone}
        assert {"postgres", "epmd", "beam.smp", "erl_child_setup", "inet_gethost"} <= names
        assert set(everyone) >= set(leftovers.find(plan.state.folder))
        os.kill(main_pid(supervisor), signal.SIGKILL)
        for pid in everyone:
            eventually(partial(gone, pid), f"process {pid} is left", SECONDS)
        connection.terminate()

    def test_a_killed_node_is_started_again_and_leaves_nothing(
        self, plan: Plan, supervisor: Supervisor
    ) -> None:
        node = pid_of(supervisor, "rabbit")
        assert Path(f"/proc/{node}/comm").read_text().strip() == "beam.smp"
        generation = memory.descendants(node)
        os.kill(node, signal.SIGKILL)
        for pid in generation:
            eventually(partial(gone, pid), f"process {pid} is left", SECONDS)
        eventually(lambda: pid_of(supervisor, "rabbit") not in (0, node), "no new node")
        wait_until(plan.rabbit().ready, "RabbitMQ")
        assert supervisor.deaths() == {"rabbit": 1}


class TestLostSupervisor:
    def test_make_up_does_not_call_it_a_stop(self, family: Supervisor) -> None:
        os.kill(main_pid(family), signal.SIGKILL)
        with pytest.raises(Problem, match="supervisor was killed"):
            family.watch(print)
        # Its child ends a moment after it, and the grandchildren outlive both.
        eventually(lambda: len(leftovers.find(family.state.folder)) == 2, "its child is left")
        family.stop()
        assert leftovers.find(family.state.folder) == []

    def test_status_shows_what_is_left_and_down_stops_it(
        self,
        family: Supervisor,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        monkeypatch.setattr(status, "STATE", family.state.folder)
        parent = pid_of(family, "parent")
        os.kill(main_pid(family), signal.SIGKILL)
        eventually(lambda: gone(parent), "it has outlived its supervisor")
        with pytest.raises(Problem, match="2 processes of this clone run, but their supervisor"):
            status.status()
        status.down()
        assert leftovers.find(family.state.folder) == []
        status.down()
        assert capsys.readouterr().out.splitlines() == [
            "Everything is stopped.",
            "Nothing runs in this clone: start it with `make up`.",
        ]

    def test_a_frozen_process_is_stopped_too(self, family: Supervisor) -> None:
        parent = pid_of(family, "parent")
        os.kill(parent, signal.SIGSTOP)
        leftovers.stop(family.state.folder)
        assert gone(parent)
        assert leftovers.find(family.state.folder) == []


class TestStatus:
    def test_the_port_mapper_is_no_copy_of_the_broker(self, plan: Plan) -> None:
        processes = [
            Process("rabbit-mapper", "rabbit", ["sleep", "300"], is_copy=False),
            Process("rabbit", "rabbit", ["sleep", "300"]),
        ]
        assert [p.is_copy for p in plan.foundation() if p.part == "rabbit"] == [False, True]
        supervisor = Supervisor(plan.state)
        supervisor.start(processes)
        try:
            supervisor.launch(processes)

            def part() -> status.Part:
                known = {info.name: info for info in supervisor.information()}
                return status.build_part("rabbit", processes, known)

            assert part().copies == 1
            eventually(lambda: part().healthy == 1, "it is not counted as healthy")
            os.kill(pid_of(supervisor, "rabbit-mapper"), signal.SIGKILL)
            eventually(lambda: part().healthy == 0, "a missing mapper is not noticed")
        finally:
            supervisor.stop()
