"""`make up`: the whole system in the foreground until Ctrl-C or `make down`."""

import fcntl
import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

from deploy.local import build, leftovers, ports
from deploy.local.layout import LOCAL, ROOT
from deploy.local.options import Options
from deploy.local.problems import Problem
from deploy.local.state import State
from deploy.local.steps import Steps
from deploy.local.system import System


def up(options: Options, steps: Steps) -> int:
    """Run the system until it is told to stop; the exit code."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _interrupt)
    try:
        with only_one():
            stop_leftovers(steps)
            require_ports(options)
            with build.building():
                build.node_packages(steps)
                build.app(steps)
            state = State.load(LOCAL)
            state.notes["options"] = options.dump()
            system = System(state, options)
            with system.running(steps):
                print(announcement(system, steps.seconds), flush=True)
                try:
                    system.supervisor.watch(_print)
                except KeyboardInterrupt:
                    print("\nStopping …", flush=True)
    except KeyboardInterrupt:
        print("\nStopped before it was up.", flush=True)
        return 130
    print("Everything is stopped. The next `make up` uses the same data; `make reset` deletes it.")
    return 0


def announcement(system: System, seconds: float) -> str:
    """Build the final message: addresses and accounts."""
    options = system.options
    lines = [
        "",
        f"  Up after {seconds:.1f} s.",
        "",
        f"  Itqan            {options.public_url}",
        f"  Mail catcher     http://localhost:{options.mail_port}",
        f"  Card sandbox     {system.plan.sandbox_url}",
        f"  Text messages    {system.plan.sms_url}",
        "",
    ]
    accounts = system.state.notes.get("accounts", "")
    if accounts:
        lines += [f"  {line}" for line in accounts.splitlines()] + [""]
    return "\n".join([*lines, "  Ctrl-C stops all of it.", ""])


@contextmanager
def only_one() -> Iterator[None]:
    """Hold the clone for one `make up`; a `Problem` when another one has it."""
    LOCAL.mkdir(exist_ok=True)
    with (LOCAL / "up.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Problem(
                "This clone is already running: stop it with `make down` first."
            ) from None
        # The supervisor and its children must not inherit the lock.
        os.set_inheritable(lock.fileno(), False)
        yield


def stop_leftovers(steps: Steps) -> None:
    """Stop what an earlier `make up` has left that was killed."""
    if leftovers.find(LOCAL):
        with steps.step("Stopping processes of an earlier start"):
            leftovers.stop(LOCAL)


def require_ports(options: Options) -> None:
    """Raise a `Problem` when a port that people open is taken."""
    ports.require_free(options.port, "the address to open")
    ports.require_free(options.mail_port, "the mail catcher's page")
    ports.require_free(options.sandbox_port, "the card sandbox")


def compose(options: Options) -> NoReturn:
    """Replace this process by `docker compose up` with the same choices."""
    scales = [
        part
        for service, copies in options.copies.items()
        for part in ("--scale", f"{service}={copies}")
    ]
    environment = {
        **os.environ,
        "PORT": str(options.port),
        "MAIL_PORT": str(options.mail_port),
        "SANDBOX_PORT": str(options.sandbox_port),
        "DEMO": "1" if options.demo else "0",
    }
    os.chdir(ROOT)
    os.execvpe("docker", ["docker", "compose", "up", "--build", *scales], environment)


def _print(text: str) -> None:
    print(f"  {time.strftime('%H:%M:%S')}  {text}", flush=True)


def _interrupt(_signal: int, _frame: FrameType | None) -> NoReturn:
    raise KeyboardInterrupt
