"""Operators' commands reach the service, the database and the broker of a system that runs."""

import asyncio
import os
import subprocess
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from deploy.local import leftovers
from deploy.local.databases import make_databases
from deploy.local.layout import ROOT
from deploy.local.options import Options
from deploy.local.plan import Plan
from deploy.local.scratch import scratch_state
from deploy.local.state import State


@pytest.fixture(scope="module")
async def running() -> AsyncIterator[State]:
    """A database server and a broker, as `make up` starts them, and nothing else."""
    with scratch_state("itqan-operating-") as state:
        plan = Plan(Options(), state)
        state.assign_ports(plan.port_names())
        state.notes["options"] = plan.options.dump()
        state.logs.mkdir()
        state.save()
        (state.logs / "payments-1.log").write_text("handler failed: one\nall is well\n")
        (state.logs / "payments-1.log.1").write_text("handler failed: earlier\n")
        with (
            plan.postgres().running(state.logs / "postgres.log"),
            plan.rabbit().running(state.logs / "rabbit.log"),
        ):
            await make_databases(plan)
            # As each process of the system has it.
            mark = await asyncio.create_subprocess_exec(
                "sleep", "600", env={**os.environ, **leftovers.mark(state.folder)}
            )
            yield state
            mark.kill()
            await mark.wait()


def make(state: State, *words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        # Within `make test` it would say which folder it enters.
        ["make", "--no-print-directory", *words],
        cwd=ROOT,
        env={**os.environ, "ITQAN_STATE": str(state.folder)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


def test_psql_runs_a_statement_in_the_database_of_the_service(running: State) -> None:
    done = make(running, "psql", "S=payments", "Q=select current_database() || '!' as name")
    assert (done.returncode, done.stderr) == (0, "")
    assert "payments!" in done.stdout


def test_a_statement_that_fails_fails_the_command(running: State) -> None:
    done = make(running, "psql", "S=payments", "Q=select nothing")
    assert done.returncode != 0
    assert 'column "nothing" does not exist' in done.stderr


def test_kit_runs_a_command_of_the_service(running: State) -> None:
    done = make(running, "kit", "S=payments", "C=parked")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_broker_runs_both_of_its_programs(running: State) -> None:
    done = make(running, "broker")
    assert done.returncode == 0, done.stderr
    assert "itqan.payments.dead" in done.stdout
    done = make(running, "broker", "C=alarms")
    assert done.returncode == 0, done.stderr
    assert "no alarms" in done.stdout


def test_lines_of_a_log_are_found_in_the_one_before_it_too(running: State) -> None:
    done = make(running, "logs", "S=payments", "FIND=handler failed")
    assert done.stdout.splitlines() == ["handler failed: earlier", "handler failed: one"]


def test_another_name_than_a_services_is_refused(running: State) -> None:
    done = make(running, "psql", "S=pay")
    assert done.returncode != 0
    assert "Name a service, as in `make psql S=payments`" in done.stderr


class TestCompose:
    @pytest.fixture
    def docker(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        """A `docker` that writes down its arguments and answers with `containers`."""
        program = tmp_path / "docker"
        program.write_text(f'#!/bin/sh\ncd {tmp_path}\necho "$*" >> calls\ncat containers\n')
        program.chmod(0o755)
        monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
        return tmp_path

    def test_commands_go_to_its_containers(self, docker: Path) -> None:
        (docker / "containers").write_text("4f5e\n")
        state = State(docker / "none", docker / "data")
        make(state, "psql", "S=payments", "Q=select 1")
        make(state, "kit", "S=identity", "C=keys list")
        make(state, "broker", "C=memory_breakdown")
        calls = (docker / "calls").read_text().splitlines()
        assert calls[::2] == ["compose ps -q"] * 3
        assert calls[1::2] == [
            "compose exec -T postgres psql -X -v ON_ERROR_STOP=1 -P pager=off -c select 1"
            " postgresql://postgres@/payments",
            "compose exec -T identity python -m kit identity keys list",
            "compose exec -T rabbit rabbitmq-diagnostics memory_breakdown",
        ]

    def test_without_a_container_it_says_that_nothing_runs(self, docker: Path) -> None:
        (docker / "containers").write_text("")
        done = make(State(docker / "none", docker / "data"), "broker")
        assert done.returncode != 0
        assert "Nothing runs here" in done.stderr
