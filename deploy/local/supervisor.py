"""Process control by supervisord: its configuration, its start, questions to it, its stop."""

import contextlib
import os
import shlex
import signal
import subprocess
import sys
import time
import xmlrpc.client
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from deploy.local import leftovers
from deploy.local.deaths import LONGEST_PAUSE
from deploy.local.layout import ROOT
from deploy.local.plan import Process
from deploy.local.problems import Problem
from deploy.local.servers import dying_with_parent
from deploy.local.state import State

STOP_SECONDS = 30
"""Longer than a copy of a service takes to stop: `STOP_SECONDS` of kit/web/serving.py."""
ANSWER_SECONDS = 10
"""Seconds without an answer after which it counts as frozen."""
HOPELESS = 3
"""Deaths after which a part that has not been healthy yet counts as one that cannot start."""
_FOUNDATION = ("postgres", "rabbit")
# The last waits for its next start.
_LIVING = ("RUNNING", "STARTING", "BACKOFF")
_WATCH_SECONDS = 1


@dataclass(frozen=True)
class ProcessInfo:
    """State of one process."""

    name: str
    state: str
    pid: int
    deaths: int


class _Transport(xmlrpc.client.Transport):
    """Does not wait for ever for a supervisor that is frozen."""

    def make_connection(self, host: Any) -> Any:
        connection = super().make_connection(host)
        connection.timeout = ANSWER_SECONDS
        return connection


def configuration(state: State, processes: Iterable[Process]) -> str:
    """Build the supervisor's configuration file; it starts no process without a call."""
    folder = state.folder
    password = state.secret("supervisor")
    sections = [
        "[supervisord]",
        "nodaemon=true",
        f"pidfile={_escape(str(folder / 'supervisord.pid'))}",
        f"logfile={_escape(str(state.logs / 'supervisord.log'))}",
        "logfile_maxbytes=5MB",
        "logfile_backups=1",
        f"childlogdir={_escape(str(state.logs))}",
        "minfds=4096",
        "[inet_http_server]",
        f"port=127.0.0.1:{state.port('supervisor')}",
        "username=itqan",
        f"password={_escape(password)}",
        "[rpcinterface:supervisor]",
        "supervisor.rpcinterface_factory = supervisor.rpcinterface:make_main_rpcinterface",
        "[rpcinterface:deaths]",
        "supervisor.rpcinterface_factory = deploy.local.deaths:make",
    ]
    for priority, process in enumerate(processes, 1):
        environment = ",".join(
            f"{name}={_quote(value)}" for name, value in process.environment.items()
        )
        command = dying_with_parent(process.command, process.death_signal)
        sections += [
            f"[program:{process.name}]",
            f"command={_escape(shlex.join(command))}",
            f"directory={_escape(str(process.directory))}",
            f"environment={_escape(environment)}",
            "autostart=false",
            "autorestart=true",
            # They stop in the reverse order.
            f"priority={priority}",
            # Longer than a service takes to fail at its start, so that the pauses grow.
            "startsecs=6",
            # Never more are counted, so nothing is given up.
            f"startretries={LONGEST_PAUSE}",
            f"stopsignal={process.stop_signal}",
            f"stopwaitsecs={STOP_SECONDS}",
            # The servers stop their own children in their own order.
            f"stopasgroup={str(not process.name.startswith(_FOUNDATION)).lower()}",
            "killasgroup=true",
            "redirect_stderr=true",
            f"stdout_logfile={_escape(str(log_file(state, process.name)))}",
            "stdout_logfile_maxbytes=10MB",
            "stdout_logfile_backups=1",
        ]
    return "\n".join(sections) + "\n"


def log_file(state: State, name: str) -> Path:
    """Return the log file of a process."""
    return state.logs / f"{name}.log"


def _escape(text: str) -> str:
    return text.replace("%", "%%")


def _quote(text: str) -> str:
    # The parser knows no escapes, but either quotation mark.
    mark = "'" if '"' in text else '"'
    return f"{mark}{text}{mark}"


class Supervisor:
    """A supervisord that this process started, or that another one runs in the same state."""

    def __init__(self, state: State) -> None:
        self.state = state
        self._child: subprocess.Popen[bytes] | None = None

    @property
    def _rpc(self) -> Any:
        # A new one each time: a connection kept over a restart would be a dead one.
        password = self.state.secret("supervisor")
        port = self.state.port("supervisor")
        return xmlrpc.client.ServerProxy(
            f"http://itqan:{password}@127.0.0.1:{port}/RPC2", _Transport()
        )

    def start(self, processes: Iterable[Process]) -> None:
        """Start the supervisor itself, with no process yet."""
        self.state.logs.mkdir(parents=True, exist_ok=True)
        file = self._write(processes)
        self._child = subprocess.Popen(
            # Should `make up` be killed, the supervisor hears of it and stops everything.
            ["setpriv", "--pdeathsig=TERM", "--",
             sys.executable, "-m", "supervisor.supervisord", "--configuration", str(file)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=(self.state.logs / "supervisord.err").open("wb"),
            # Ctrl-C is for `make up`, which then asks the supervisor to stop all in order.
            start_new_session=True,
            cwd=ROOT,
            env={**os.environ, **leftovers.mark(self.state.folder)},
        )  # fmt: skip
        # However busy the machine is, it answers or ends.
        while not self.answers():
            if self._child.poll() is not None:
                raise Problem(f"The supervisor did not start: see {self.state.logs}.")
            time.sleep(0.05)

    def _write(self, processes: Iterable[Process]) -> Path:
        file = self.state.folder / "supervisord.conf"
        file.touch(mode=0o600)
        file.write_text(configuration(self.state, processes))
        return file

    def answers(self) -> bool:
        """Tell if the supervisor of this state runs."""
        if "supervisor" not in self.state.ports:
            return False
        try:
            return bool(self._rpc.supervisor.getState()["statename"] == "RUNNING")
        except (OSError, xmlrpc.client.Error):
            return False

    def launch(self, processes: Iterable[Process]) -> None:
        """Start processes without waiting for them."""
        for process in processes:
            self._rpc.supervisor.startProcess(process.name, False)

    def add(self, all_processes: Iterable[Process], added: Iterable[Process]) -> None:
        """Start processes that the supervisor did not have, beside all the others."""
        self._write(all_processes)
        self._rpc.supervisor.reloadConfig()
        for process in added:
            self._rpc.supervisor.addProcessGroup(process.name)
            self._rpc.supervisor.startProcess(process.name, False)

    def remove(self, remaining: Iterable[Process], removed: Iterable[Process]) -> None:
        """Stop processes for good."""
        for process in removed:
            self._rpc.supervisor.stopProcess(process.name)
            self._rpc.supervisor.removeProcessGroup(process.name)
        self._write(remaining)
        self._rpc.supervisor.reloadConfig()

    def retire(self, process: Process) -> None:
        """Tell a process to end in its own time; then it is started again."""
        self._rpc.supervisor.signalProcess(process.name, "TERM")

    def kill(self, process: Process) -> None:
        """End a process that hangs; then it is started again, and counted as dead."""
        self._rpc.supervisor.signalProcess(process.name, "KILL")

    def stop_one(self, process: Process) -> None:
        """Begin to stop a process."""
        self._rpc.supervisor.stopProcess(process.name, False)

    def information(self) -> list[ProcessInfo]:
        """The state of each process."""
        deaths = self.deaths()
        return [
            ProcessInfo(item["name"], item["statename"], item["pid"], deaths.get(item["name"], 0))
            for item in self._rpc.supervisor.getAllProcessInfo()
        ]

    def deaths(self) -> dict[str, int]:
        """Return the deaths of each process that died; it was restarted each time."""
        return dict(self._rpc.deaths.counts())

    def obituary(self, name: str, times: int) -> str:
        """Build a message about a process that died this often."""
        often = "once" if times == 1 else f"{times} times"
        return f"{name} died {often} and was restarted: see {log_file(self.state, name)}."

    def require_alive(self) -> None:
        """Raise a `Problem`, with the end of its log, for a process that cannot start."""
        for name, times in self.deaths().items():
            if times >= HOPELESS:
                tail = log_file(self.state, name).read_text(errors="replace")[-3000:]
                raise Problem(f"{name} does not start. The end of its log:\n{tail}")

    def pid(self) -> int | None:
        """The supervisor's process id, if it runs."""
        return int(self._rpc.supervisor.getPID()) if self.answers() else None

    def watch(self, notify: Callable[[str], None]) -> None:
        """Report each process that dies, until the supervisor is told to stop.

        A `Problem` when it ends without having been told to.
        """
        child = self._child
        assert child is not None
        known: dict[str, int] = {}
        while child.poll() is None:
            known = self._notify_news(known, notify)
            with contextlib.suppress(subprocess.TimeoutExpired):
                child.wait(_WATCH_SECONDS)
        if child.returncode:
            raise Problem(
                "The supervisor was killed, so everything had to be stopped: "
                "`make up` starts it again."
            )

    def _notify_news(self, known: dict[str, int], notify: Callable[[str], None]) -> dict[str, int]:
        try:
            deaths = self.deaths()
        except (OSError, xmlrpc.client.Error):
            # It is stopping, or was killed.
            return known
        for name, times in deaths.items():
            if times > known.get(name, 0):
                notify(self.obituary(name, times))
        return deaths

    def stop(self) -> None:
        """Stop every process and then the supervisor; returns when all are gone."""
        self._stop_together()
        pid = self._child.pid if self._child else self.pid()
        if pid is not None:
            self._end(pid)
        leftovers.stop(self.state.folder)
        if self._child is not None:
            self._child.wait()
            self._child = None

    def _end(self, pid: int) -> None:
        """Tell the supervisor itself to stop, and give it the time."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGTERM)
        end = time.monotonic() + 2 * STOP_SECONDS + 40
        while pid in leftovers.find(self.state.folder) and time.monotonic() < end:
            time.sleep(0.1)

    def _stop_together(self) -> None:
        """Stop all but the servers at once; the supervisor itself would go one by one."""
        if not self.answers():
            return
        for info in reversed(self.information()):
            if info.state in ("RUNNING", "STARTING", "BACKOFF") and not info.name.startswith(
                _FOUNDATION
            ):
                # One that ends in the same moment is what is wanted.
                with contextlib.suppress(xmlrpc.client.Fault):
                    self._rpc.supervisor.stopProcess(info.name, False)
