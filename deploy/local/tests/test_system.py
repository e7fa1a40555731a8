"""A start is waited for while it makes progress, however long it takes."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from deploy.local import system
from deploy.local.options import Options
from deploy.local.plan import Process
from deploy.local.problems import Problem
from deploy.local.state import State
from deploy.local.system import System

STALLED_SECONDS = 3.0
WORK = 'i=0; while [ $i -lt 3000000 ]; do i=$((i+1)); done; touch "$0"; sleep 600'


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system, "STALLED_SECONDS", STALLED_SECONDS)
    monkeypatch.setattr(system, "REST_SECONDS", 0.1)


@pytest.fixture
def ready(tmp_path: Path) -> Path:
    return tmp_path / "ready"


@pytest.fixture
def started(state: State, ready: Path) -> Iterator[System]:
    command = ["sh", "-c", WORK, str(ready)]
    started = System(state, Options())
    started.supervisor.start([Process("slow", "slow", command), Process("stuck", "stuck", ["cat"])])
    try:
        yield started
    finally:
        started.supervisor.stop()


def test_a_slow_start_that_goes_on_is_waited_for(started: System, ready: Path) -> None:
    started.supervisor.launch([Process("slow", "slow", [])])
    began = time.monotonic()
    started._wait_until({"slow": ready.exists})
    assert time.monotonic() - began > STALLED_SECONDS


def test_one_that_does_nothing_is_given_up(started: System, ready: Path) -> None:
    started.supervisor.launch([Process("stuck", "stuck", [])])
    with pytest.raises(Problem, match="stuck makes no progress"):
        started._wait_until({"stuck": ready.exists})
