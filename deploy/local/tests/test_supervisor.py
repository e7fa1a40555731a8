"""Processes under supervision: as planned, watched, and all gone at the end."""

import os
import signal
import subprocess
import sys
import textwrap
import time
from functools import partial

import pytest

from deploy.local import memory
from deploy.local.layout import ROOT, SERVICES
from deploy.local.options import Options
from deploy.local.plan import Plan, Process
from deploy.local.problems import Problem
from deploy.local.state import State
from deploy.local.supervisor import Supervisor, log_file
from deploy.local.tests.waiting import eventually, gone

ODD = "50% of \"this\" and 'that', path=/a b/c:d"


class TestSupervisor:
    def test_passes_arguments_and_variables_on_unchanged(self, state: State) -> None:
        value = ODD.replace("'", "")
        process = Process(
            "told",
            "told",
            [sys.executable, "-c", "import os,sys,time;print(sys.argv[1], os.environ['V'],"
             "flush=True);time.sleep(60)", ODD],
            {"V": value},
        )  # fmt: skip
        supervisor = Supervisor(state)
        supervisor.start([process])
        try:
            supervisor.launch([process])
            log = log_file(state, "told")
            eventually(lambda: log.exists() and log.read_text().endswith("\n"), "nothing printed")
            assert log.read_text() == f"{ODD} {value}\n"
        finally:
            supervisor.stop()

    def test_stops_children_of_children_too(self, state: State) -> None:
        process = Process("parent", "parent", ["sh", "-c", "sleep 300 & sleep 300 & wait"])
        supervisor = Supervisor(state)
        supervisor.start([process])
        supervisor.launch([process])
        root = supervisor.pid()
        assert root is not None
        eventually(lambda: len(memory.descendants(root)) == 4, "the children did not start")
        assert memory.tree_size(root) > 1_000_000
        everyone = memory.descendants(root)
        supervisor.stop()
        for pid in everyone:
            eventually(partial(gone, pid), f"process {pid} is left")
        assert supervisor.pid() is None

    def test_another_process_finds_it_and_stops_it(self, state: State) -> None:
        process = Process("one", "one", ["sleep", "300"])
        started = Supervisor(state)
        started.start([process])
        started.launch([process])
        other = Supervisor(State.load(state.folder))
        assert [info.name for info in other.information()] == ["one"]
        # Its parent reaps it, as a running `make up` does.
        pid = other.pid()
        assert pid is not None
        os.kill(pid, signal.SIGTERM)
        started.watch(print)
        assert not other.answers()

    def test_one_that_cannot_start_is_reported_with_the_end_of_its_log(self, state: State) -> None:
        process = Process("bad", "bad", ["sh", "-c", "echo the reason; exit 3"])
        supervisor = Supervisor(state)
        supervisor.start([process])
        try:
            supervisor.launch([process])
            with pytest.raises(Problem, match=r"(?s)bad does not start.*the reason"):
                end = time.monotonic() + 120
                while time.monotonic() < end:
                    supervisor.require_alive()
                    time.sleep(0.1)
        finally:
            supervisor.stop()

    def test_nothing_is_left_when_make_up_itself_is_killed(self, state: State) -> None:
        script = textwrap.dedent(f"""
            import os, time
            from pathlib import Path
            from deploy.local.plan import Process
                        from deploy.local.supervisor import Supervisor
            supervisor = Supervisor(State.load(Path({str(state.folder)!r})))
            process = Process("one", "one", ["sleep", "300"])
            supervisor.start([process])
            supervisor.launch([process])
            print(supervisor.pid(), supervisor.information()[0].pid, flush=True)
            time.sleep(300)
        """)
        running = subprocess.Popen(
            [sys.executable, "-c", script], cwd=ROOT, stdout=subprocess.PIPE, text=True
        )
        assert running.stdout
        pids = [int(pid) for pid in running.stdout.readline().split()]
        running.kill()
        running.wait()
        for pid in pids:
            eventually(partial(gone, pid), f"process {pid} is left")


class TestPlan:
    @pytest.fixture
    def plan(self, state: State) -> Plan:
        plan = Plan(Options(port=9000, copies={**dict.fromkeys(SERVICES, 1), "payments": 3}), state)
        state.assign_ports(plan.port_names())
        return plan

    def test_every_copy_has_a_port_of_its_own_and_the_gateway_knows_it(self, plan: Plan) -> None:
        copies = [process for process in plan.services() if process.part == "payments"]
        urls = {(process.health_url or "").removesuffix("/health/ready") for process in copies}
        gateway = next(process for process in plan.edge() if process.name == "gateway")
        assert len(urls) == 3
        assert set(gateway.environment["PAYMENTS_URLS"].split(",")) == urls

    def test_no_two_parts_share_a_port(self, plan: Plan) -> None:
        taken = list(plan.state.ports.values())
        assert len(taken) == len(set(taken))

    def test_every_service_has_an_account_of_its_own_at_the_database(self, plan: Plan) -> None:
        urls = {plan.database_url(service) for service in SERVICES}
        assert len({url.partition("@")[0] for url in urls}) == len(SERVICES)
        assert all(plan.state.secret("postgres") not in url for url in urls)

    def test_each_secret_is_known_to_the_service_that_needs_it(self, plan: Plan) -> None:
        for service in SERVICES:
            variables = plan.environment(service)
            assert ("ITQAN_SIGNING_KEY" in variables) == (service == "identity")
            assert ("ITQAN_CREDENTIAL_SECRET" in variables) == (service == "enrollment")
            shared = service in ("identity", "enrollment")
            assert ("ITQAN_LEARNER_SECRET" in variables) == shared
            assert ("ITQAN_SEALING_SECRET" in variables) == (service == "notifications")
            assert ("ITQAN_PAYMOB_SECRET_KEY" in variables) == (service == "payments")

    def test_everything_listens_on_loopback(self, plan: Plan) -> None:
        text = str(plan.processes())
        assert "0.0.0.0" not in text
        assert plan.postgres().command().count("listen_addresses=127.0.0.1") == 1

    def test_ports_are_kept_for_the_next_start(self, plan: Plan) -> None:
        before = dict(plan.state.ports)
        plan.state.assign_ports(plan.port_names())
        assert plan.state.ports == before
