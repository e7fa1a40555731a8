"""A copy is killed when its event loop stops turning, not when it is busy."""

from pathlib import Path
from typing import cast

import pytest

from deploy.local.hung import EVERY_SECONDS, KILL_EVERY_SECONDS, QUIET_LOOKS, Watch
from deploy.local.plan import Process
from deploy.local.supervisor import ProcessInfo, Supervisor


class Copies:
    """Supervised copies of services, and the clock of who watches them."""

    def __init__(self, folder: Path, *names: str) -> None:
        self.now = 0.0
        self.killed: list[tuple[str, float]] = []
        self.pids = {name: 100 + number for number, name in enumerate(names)}
        self._beats = 0
        self._processes = [
            Process(name, name.partition("-")[0], [], {"ITQAN_HEARTBEAT_FILE": str(folder / name)})
            for name in names
        ]
        self._folder = folder
        self.watch = Watch(cast(Supervisor, self), lambda: self._processes, lambda: self.now)

    def information(self) -> list[ProcessInfo]:
        return [ProcessInfo(name, "RUNNING", pid, 0) for name, pid in self.pids.items()]

    def kill(self, process: Process) -> None:
        self.killed.append((process.name, self.now))
        self.pids[process.name] += 100

    def beat(self, *names: str) -> None:
        self._beats += 1
        for name in names:
            (self._folder / name).write_text(f"{self.pids[name]} {self._beats}")

    def look(self, times: int, *beating: str, every_looks: int = 1) -> None:
        for number in range(times):
            if number % every_looks == 0:
                self.beat(*beating)
            self.now += EVERY_SECONDS
            self.watch.look()


def test_a_hung_copy_is_killed_and_the_others_are_not(tmp_path: Path) -> None:
    copies = Copies(tmp_path, "payments-1", "payments-2", "catalog-1")
    copies.beat("payments-1")
    copies.look(3 * QUIET_LOOKS, "payments-2", "catalog-1")
    assert [name for name, _ in copies.killed] == ["payments-1"]


def test_a_busy_copy_whose_heart_beats_slowly_lives(tmp_path: Path) -> None:
    copies = Copies(tmp_path, "payments-1")
    copies.look(10 * QUIET_LOOKS, "payments-1", every_looks=QUIET_LOOKS - 1)
    assert copies.killed == []


def test_no_two_copies_of_a_service_are_killed_within_a_minute(tmp_path: Path) -> None:
    copies = Copies(tmp_path, "payments-1", "payments-2", "catalog-1")
    copies.beat("payments-1", "payments-2", "catalog-1")
    copies.look(60)
    times = [at for name, at in copies.killed if name.startswith("payments")]
    assert len(times) == 2
    assert times[1] - times[0] >= KILL_EVERY_SECONDS
    assert ("catalog-1", times[0]) in copies.killed, "another service need not wait"


def test_a_copy_that_recovers_before_its_turn_lives(tmp_path: Path) -> None:
    copies = Copies(tmp_path, "payments-1", "payments-2")
    copies.beat("payments-1", "payments-2")
    copies.look(QUIET_LOOKS + 1)
    copies.look(60, "payments-2")
    assert [name for name, _ in copies.killed] == ["payments-1"]


@pytest.mark.parametrize("left_behind", [None, "7 12"])
def test_a_copy_that_starts_is_waited_for(tmp_path: Path, left_behind: str | None) -> None:
    copies = Copies(tmp_path, "payments-1")
    if left_behind:
        (tmp_path / "payments-1").write_text(left_behind)
    copies.look(3 * QUIET_LOOKS)
    assert copies.killed == []
