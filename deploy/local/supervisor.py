"""Process control by supervisord: its configuration, its start, questions to it, its stop."""

import contextlib
import os
import shlex
import signal
import subprocess
import sys
import time
import xmlrpc.client
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from deploy.local.plan import Process
from deploy.local.problems import Problem
from deploy.local.state import State

STOP_SECONDS = 20
_FOUNDATION = ("postgres", "rabbit")


@dataclass(frozen=True)
class ProcessInfo:
    """What the supervisor knows of one process."""

    name: str
    state: str
    pid: int


def configuration(state: State, processes: Iterable[Process]) -> str:
    """The supervisor's configuration file. Nothing starts by itself; the order is ours."""
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
    ]
    for priority, process in enumerate(processes, 1):
        environment = ",".join(
            f"{name}={_quote(value)}" for name, value in process.environment.items()
        )
        sections += [
            f"[program:{process.name}]",
            f"command={_escape(shlex.join(process.command))}",
            f"directory={_escape(str(process.directory))}",
            f"environment={_escape(environment)}",
            "autostart=false",
            "autorestart=true",
            # They stop in the reverse order.
            f"priority={priority}",
            # Longer than a service takes to fail at its start, so that it is given up at last.
            "startsecs=6",
            "startretries=2",
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
    """Where the process `name` writes."""
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
            f"http://itqan:{password}@127.0.0.1:{port}/RPC2"
        ).supervisor

    def start(self, processes: Iterable[Process]) -> None:
        """Start the supervisor itself, with no process yet."""
        self.state.logs.mkdir(parents=True, exist_ok=True)
        file = self.state.folder / "supervisord.conf"
        file.touch(mode=0o600)
        file.write_text(configuration(self.state, processes))
        self._child = subprocess.Popen(
            # Should `make up` be killed, the supervisor hears of it and stops everything.
            ["setpriv", "--pdeathsig=TERM", "--",
             sys.executable, "-m", "supervisor.supervisord", "--configuration", str(file)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=(self.state.logs / "supervisord.err").open("wb"),
            # Ctrl-C is for `make up`, which then asks the supervisor to stop all in order.
            start_new_session=True,
        )  # fmt: skip
        end = time.monotonic() + 20
        while not self.answers():
            if self._child.poll() is not None or time.monotonic() > end:
                raise Problem(f"The supervisor did not start: see {self.state.logs}.")
            time.sleep(0.05)

    def answers(self) -> bool:
        """Whether the supervisor of this state runs."""
        if "supervisor" not in self.state.ports:
            return False
        try:
            return bool(self._rpc.getState()["statename"] == "RUNNING")
        except (OSError, xmlrpc.client.Error):
            return False

    def launch(self, processes: Iterable[Process]) -> None:
        """Start processes without waiting for them."""
        for process in processes:
            self._rpc.startProcess(process.name, False)

    def information(self) -> list[ProcessInfo]:
        """The state of each process."""
        return [
            ProcessInfo(item["name"], item["statename"], item["pid"])
            for item in self._rpc.getAllProcessInfo()
        ]

    def require_alive(self) -> None:
        """Raise a `Problem`, with the end of its log, for a process that is given up."""
        for info in self.information():
            if info.state == "FATAL":
                tail = log_file(self.state, info.name).read_text(errors="replace")[-3000:]
                raise Problem(f"{info.name} does not start. The end of its log:\n{tail}")

    def pid(self) -> int | None:
        """The supervisor's process id, if it runs."""
        return int(self._rpc.getPID()) if self.answers() else None

    def wait(self) -> None:
        """Return when the supervisor ends."""
        assert self._child is not None
        self._child.wait()

    def stop(self) -> None:
        """Stop every process and then the supervisor; returns when all are gone."""
        self._stop_together()
        if self._child is not None:
            if self._child.poll() is None:
                self._child.send_signal(signal.SIGTERM)
            self._child.wait(2 * STOP_SECONDS + 40)
            self._child = None
            return
        pid = self.pid()
        if pid is None:
            return
        os.kill(pid, signal.SIGTERM)
        end = time.monotonic() + 2 * STOP_SECONDS + 40
        while Path(f"/proc/{pid}").exists():
            if time.monotonic() > end:
                raise Problem(f"The supervisor (process {pid}) does not stop: kill it.")
            time.sleep(0.1)

    def _stop_together(self) -> None:
        """Stop all but the servers at once; the supervisor itself would go one by one."""
        if not self.answers():
            return
        for info in reversed(self.information()):
            if info.state in ("RUNNING", "STARTING") and not info.name.startswith(_FOUNDATION):
                # One that ends in the same moment is what is wanted.
                with contextlib.suppress(xmlrpc.client.Fault):
                    self._rpc.stopProcess(info.name, False)
