"""`make status`, `logs`, `restart`, `down`, `reset`: questions and orders to a running system."""

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from deploy.local import leftovers, memory
from deploy.local.layout import STATE
from deploy.local.options import Options
from deploy.local.plan import Plan, Process
from deploy.local.problems import Problem
from deploy.local.restart import chosen
from deploy.local.restart import restart as restart_each
from deploy.local.scale import scale as change_copies
from deploy.local.state import State
from deploy.local.supervisor import ProcessInfo, Supervisor
from deploy.local.system import is_healthy

MIB = 1024 * 1024
_NOTHING = "Nothing runs in this clone: start it with `make up`."


@dataclass(frozen=True)
class Part:
    """A line of `make status`; `size` is in bytes."""

    name: str
    copies: int
    healthy: int
    size: int


def status() -> int:
    """Print health, copies and memory of each part; 1 when a part is not healthy."""
    supervisor = _running()
    state = supervisor.state
    plan = Plan(Options.load(state.notes["options"]), state)
    known = {info.name: info for info in supervisor.information()}
    parts = [
        build_part(name, processes, known) for name, processes in _by_part(plan.processes()).items()
    ]
    own = supervisor.pid()
    parts.append(Part("supervisor", 1, 1, memory.proportional_set_size(own) if own else 0))
    print(f"  {'part':<16} {'replicas':>8} {'healthy':>8} {'memory':>10}")
    for part in parts:
        print(f"  {part.name:<16} {part.copies:>8} {part.healthy:>8} {part.size / MIB:>6.0f} MiB")
    total = sum(part.size for part in parts)
    print(f"  {'total':<34} {total / MIB:>6.0f} MiB   {plan.options.public_url}")
    for info in known.values():
        if info.deaths:
            print(f"  {supervisor.obituary(info.name, info.deaths)}")
    return 0 if all(part.healthy == part.copies for part in parts) else 1


def build_part(name: str, processes: list[Process], known: Mapping[str, ProcessInfo]) -> Part:
    """Count the part's copies; none is healthy when a process that helps them is not."""
    well = {process.name: _is_well(process, known[process.name]) for process in processes}
    copies = [process.name for process in processes if process.is_copy]
    helped = all(well[process.name] for process in processes if not process.is_copy)
    pids = [known[process.name].pid for process in processes]
    return Part(
        name,
        copies=len(copies),
        healthy=sum(well[copy] for copy in copies) if helped else 0,
        size=sum(memory.tree_size(pid) for pid in pids if pid),
    )


def logs(part: str, text: str = "") -> int:
    """Follow the logs of a part, all of its copies, or of everything when `part` is empty.

    With `text` the lines that hold it are printed, and nothing is followed.
    """
    if not STATE.exists():
        raise Problem("Nothing was started in this clone yet: run `make up`.")
    state = State.load(STATE)
    known = sorted(state.logs.glob("*.log"))
    files = [file for file in known if not part or file.stem.rpartition("-")[0] == part
             or file.stem == part]  # fmt: skip
    if not files:
        parts = sorted({file.stem.rstrip("-0123456789") for file in known})
        raise Problem(f"S={part} has no log. Parts with a log: {', '.join(parts) or 'none yet'}.")
    if not text:
        os.execvp("tail", ["tail", "-n", "50", "-F", *map(str, files)])
    lines = [line for file in files for line in _lines(file) if text in line]
    print("\n".join(lines) or f"No line contains `{text}`.")
    return 0


def _lines(log: Path) -> list[str]:
    """The lines of a log and of the one before it."""
    logs = [each for each in (log.with_name(f"{log.name}.1"), log) if each.exists()]
    return [line for each in logs for line in each.read_text(errors="replace").splitlines()]


def restart() -> int:
    """Restart the part that `S=` names, one copy after the other."""
    supervisor = _running()
    plan = Plan(Options.load(supervisor.state.notes["options"]), supervisor.state)
    copies = chosen(plan.processes())
    if len(copies) == 1:
        print(f"{copies[0].part} has one replica: its callers get a 503 until it is back.")
    rabbit = plan.rabbit()
    ready = {
        "postgres": plan.postgres().ready,
        # A broker that starts before its port mapper leaves one of its own in its place.
        "rabbit-mapper": rabbit.mapper_ready,
        "rabbit": rabbit.ready,
    }
    restart_each(supervisor, copies, plan.gateway_metrics, ready)
    print(f"{copies[0].part} was restarted: {len(copies)} of {len(copies)} replicas.")
    return 0


def scale() -> int:
    """Have as many copies of the service that `S=` names as `N=` says."""
    supervisor = _running()
    plan = Plan(Options.load(supervisor.state.notes["options"]), supervisor.state)
    print(change_copies(supervisor, plan, os.environ.get("S", ""), os.environ.get("N", "")))
    return 0


def down() -> int:
    """Stop the system that runs in this clone, if one does, and what a lost one has left."""
    if not leftovers.find(STATE):
        print(_NOTHING)
        return 0
    supervisor = _supervisor()
    if supervisor is None:
        leftovers.stop(STATE)
    else:
        supervisor.stop()
    print("Everything is stopped.")
    return 0


def reset() -> int:
    """Stop the system and wipe its data; the built files stay.

    Raises `Problem` if it is no demo, and neither a person nor `CONFIRM=yes` has agreed.
    """
    state = State.load(STATE) if STATE.exists() else None
    options = state.notes.get("options") if state else None
    if options and not Options.load(options).demo and not _is_confirmed():
        raise Problem("Nothing was deleted: this is no demo. Run `make reset CONFIRM=yes`.")
    down()
    if state:
        state.wipe()
    print("The data is deleted: the next `make up` starts with an empty system.")
    return 0


def _is_confirmed() -> bool:
    if os.environ.get("CONFIRM") == "yes":
        return True
    if not sys.stdin.isatty():
        return False
    return input("This wipes data that is no demo. Type `yes` to go on: ") == "yes"


def _running() -> Supervisor:
    left = leftovers.find(STATE)
    if not left:
        raise Problem(_NOTHING)
    supervisor = _supervisor()
    if supervisor is None:
        raise Problem(
            f"{len(left)} processes of this clone run, but their supervisor does not answer: "
            "`make down` stops them."
        )
    return supervisor


def _supervisor() -> Supervisor | None:
    """The supervisor of this clone, if it answers."""
    if not (STATE / "state.json").exists():
        return None
    supervisor = Supervisor(State.load(STATE))
    return supervisor if supervisor.answers() else None


def _by_part(processes: list[Process]) -> dict[str, list[Process]]:
    parts: dict[str, list[Process]] = {}
    for process in processes:
        parts.setdefault(process.part, []).append(process)
    return parts


def _is_well(process: Process, info: ProcessInfo) -> bool:
    return info.state == "RUNNING" and (process.health_url is None or is_healthy(process))
