"""A part's processes start again in their order."""

from deploy.local.plan import Process
from deploy.local.restart import restart
from deploy.local.supervisor import ProcessInfo, Supervisor


class Supervised(Supervisor):
    """A supervisor whose processes are stopped until they are launched."""

    def __init__(self) -> None:
        self.events: list[str] = []
        self.pids = {"mapper": 0, "broker": 0}

    def launch(self, processes: object) -> None:
        for process in processes:  # type: ignore[attr-defined]
            self.events.append(f"launch {process.name}")
            self.pids[process.name] = 1

    def information(self) -> list[ProcessInfo]:
        return [ProcessInfo(name, "RUNNING", pid, 0) for name, pid in self.pids.items()]


def test_a_server_starts_once_the_one_before_it_is_ready() -> None:
    supervisor = Supervised()
    answers = iter([False, True])

    def is_ready() -> bool:
        supervisor.events.append("ask mapper")
        return next(answers)

    processes = [Process(name, "rabbit", []) for name in ("mapper", "broker")]
    restart(supervisor, processes, "", {"mapper": is_ready})
    assert supervisor.events == ["launch mapper", "ask mapper", "ask mapper", "launch broker"]
