"""Dead processes are always restarted and reported."""

import os
import signal
import threading
from collections.abc import Iterator
from functools import partial
from types import SimpleNamespace

import pytest
from supervisor import events

from deploy.local.deaths import LONGEST_PAUSE, Deaths
from deploy.local.plan import Process
from deploy.local.state import State
from deploy.local.supervisor import Supervisor, log_file
from deploy.local.tests.waiting import eventually


@pytest.fixture
def supervisor(state: State) -> Iterator[Supervisor]:
    """One that runs a single process, `one`."""
    process = Process("one", "one", ["sleep", "300"])
    started = Supervisor(state)
    started.start([process])
    try:
        started.launch([process])
        yield started
    finally:
        started.stop()


def the_process(supervisor: Supervisor) -> int:
    (info,) = supervisor.information()
    return info.pid if info.state in ("STARTING", "RUNNING") else 0


def test_killed_six_times_in_a_row_it_runs_again(supervisor: Supervisor) -> None:
    for _ in range(6):
        eventually(lambda: the_process(supervisor) > 0, "it was not started again")
        os.kill(the_process(supervisor), signal.SIGKILL)
        eventually(lambda: the_process(supervisor) == 0, "it was not missed")
    eventually(lambda: the_process(supervisor) > 0, "it was given up")
    assert supervisor.deaths() == {"one": 6}


def test_each_death_is_reported_with_its_number_and_the_log(supervisor: Supervisor) -> None:
    notices: list[str] = []
    watching = threading.Thread(target=supervisor.watch, args=(notices.append,))
    watching.start()
    log = log_file(supervisor.state, "one")
    for number, often in ((1, "once"), (2, "2 times")):
        eventually(lambda: the_process(supervisor) > 0, "it was not started again")
        os.kill(the_process(supervisor), signal.SIGKILL)
        eventually(partial(lambda count: len(notices) == count, number), "no notice came")
        assert notices[-1] == f"one died {often} and was restarted: see {log}."
    supervisor.stop()
    watching.join()
    # To be stopped is no death.
    assert len(notices) == 2


def test_the_pauses_end_with_the_longest_and_nothing_is_given_up() -> None:
    deaths = Deaths()
    try:
        config = SimpleNamespace(name="one")
        process = SimpleNamespace(config=config, group=None, backoff=LONGEST_PAUSE + 1)
        event = events.ProcessStateBackoffEvent(process, None)
        events.notify(event)
        # What supervisord compares with `startretries`, and adds to the time of the next start.
        assert process.backoff == LONGEST_PAUSE
        assert deaths.counts() == {"one": 1}
    finally:
        events.clear()
