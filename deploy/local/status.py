"""`make status`, `logs`, `down` and `reset`: questions and orders to a system that runs."""

import os

from deploy.local import memory
from deploy.local.layout import LOCAL
from deploy.local.options import Options
from deploy.local.plan import Plan, Process
from deploy.local.problems import Problem
from deploy.local.state import State
from deploy.local.supervisor import ProcessInfo, Supervisor
from deploy.local.system import is_healthy

MIB = 1024 * 1024


def status() -> int:
    """Print health, copies and memory of each part; 1 when a part is not healthy."""
    state, supervisor = _running()
    plan = Plan(Options.load(state.notes["options"]), state)
    known = {info.name: info for info in supervisor.information()}
    print(f"  {'part':<16} {'copies':>6} {'healthy':>8} {'memory':>10}")
    total, well = 0, True
    for part, processes in _by_part(plan.processes()).items():
        infos = [known[process.name] for process in processes]
        size = sum(memory.tree_size(info.pid) for info in infos if info.pid)
        healthy = sum(map(_is_well, processes, infos))
        well &= healthy == len(processes)
        total += size
        print(f"  {part:<16} {len(processes):>6} {healthy:>8} {size / MIB:>6.0f} MiB")
    own = supervisor.pid()
    supervision = memory.proportional_set_size(own) if own else 0
    total += supervision
    print(f"  {'supervisor':<16} {1:>6} {1:>8} {supervision / MIB:>6.0f} MiB")
    print(f"  {'all together':<32} {total / MIB:>6.0f} MiB   {plan.options.public_url}")
    return 0 if well else 1


def logs(part: str) -> int:
    """Follow the logs of a part, all of its copies, or of everything when `part` is empty."""
    if not LOCAL.exists():
        raise Problem("Nothing has been started in this clone yet: `make up` does.")
    state = State.load(LOCAL)
    known = sorted(state.logs.glob("*.log"))
    files = [file for file in known if not part or file.stem.rpartition("-")[0] == part
             or file.stem == part]  # fmt: skip
    if not files:
        parts = sorted({file.stem.rstrip("-0123456789") for file in known})
        raise Problem(f"S={part} has no log here: choose one of {', '.join(parts) or 'none yet'}.")
    os.execvp("tail", ["tail", "-n", "50", "-F", *map(str, files)])


def down() -> int:
    """Stop the system that runs in this clone, if one does."""
    try:
        _, supervisor = _running()
    except Problem as problem:
        print(problem)
        return 0
    supervisor.stop()
    print("Everything is stopped.")
    return 0


def reset() -> int:
    """Stop the system and wipe its data; what was built stays."""
    down()
    if LOCAL.exists():
        State.load(LOCAL).wipe()
    print("The data is wiped: the next `make up` begins anew.")
    return 0


def _running() -> tuple[State, Supervisor]:
    state = State.load(LOCAL) if (LOCAL / "state.json").exists() else None
    supervisor = Supervisor(state) if state else None
    if state is None or supervisor is None or not supervisor.answers():
        raise Problem("Nothing runs in this clone: `make up` starts it.")
    return state, supervisor


def _by_part(processes: list[Process]) -> dict[str, list[Process]]:
    parts: dict[str, list[Process]] = {}
    for process in processes:
        parts.setdefault(process.part, []).append(process)
    return parts


def _is_well(process: Process, info: ProcessInfo) -> bool:
    return info.state == "RUNNING" and (process.health_url is None or is_healthy(process))
