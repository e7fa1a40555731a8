"""Private PostgreSQL and RabbitMQ: own data, own ports, loopback only.

The supervisor runs their commands for `make up`; tests start them as context managers. The
machine's own servers are never touched.
"""

import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar, Self
from urllib.parse import quote

from deploy.local.problems import Problem
from deploy.local.state import DATABASE_USER

RABBIT_BIN = Path("/usr/lib/rabbitmq/bin")
START_SECONDS = 120.0
ALONE_START_SECONDS = 300.0
"""Timeout of a server started alone, mostly by tests on a busy machine. A server that exits early
is noticed at once.
"""
STOP_SECONDS = 30.0


def postgres_bin() -> Path | None:
    """The programs of the newest PostgreSQL that Debian has installed, if there is one."""
    found = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/postgres")]
    return max(found, key=lambda path: int(path.parent.name), default=None)


def dying_with_parent(command: list[str], death_signal: str = "KILL") -> list[str]:
    """The command, sent this signal when the thread that started it ends, however that ends."""
    return ["setpriv", f"--pdeathsig={death_signal}", "--", *command]


def poll(is_done: Callable[[], bool], seconds: float) -> bool:
    """Ask `is_done`, once at least, until it says yes; False when it has not after `seconds`."""
    end = time.monotonic() + seconds
    while not is_done():
        if time.monotonic() > end:
            return False
        time.sleep(0.1)
    return True


def wait_until(ready: Callable[[], bool], what: str, seconds: float = START_SECONDS) -> None:
    """Ask `ready` until it says yes; a `Problem` when it has not after `seconds`."""
    if not poll(ready, seconds):
        raise Problem(f"{what} did not answer within {seconds:.0f} seconds: see its log.")


@dataclass
class PrivatePostgres:
    """A PostgreSQL cluster in the folder `data`, whose superuser is `postgres`."""

    data: Path
    port: int
    password: str
    max_connections: int = 200
    durable: bool = True
    """Off for tests: a crash of the machine may then lose the data, and tables are cleaned only
    on command."""
    death_signal: ClassVar[str] = "QUIT"
    """Ends its children too, and at once; the next start recovers as after any crash."""

    def initialise(self) -> None:
        """Make the cluster unless there is one."""
        if (self.data / "PG_VERSION").exists():
            return
        self.data.mkdir(parents=True, exist_ok=True, mode=0o700)
        password_file = self.data.parent / f".{self.data.name}-password"
        password_file.touch(mode=0o600)
        password_file.write_text(self.password)
        if os.geteuid() == 0:
            for path in (self.data, password_file):
                shutil.chown(path, DATABASE_USER, DATABASE_USER)
        try:
            done = subprocess.run(
                [*self._as_user(), str(self._bin() / "initdb"), "--pgdata", str(self.data),
                 "--username=postgres", "--auth=scram-sha-256", f"--pwfile={password_file}",
                 "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"],
                check=False, capture_output=True, text=True, cwd=self.data,
            )  # fmt: skip
        finally:
            password_file.unlink()
        if done.returncode:
            raise Problem(f"PostgreSQL could not make its data folder: {done.stderr.strip()}")

    def command(self) -> list[str]:
        """Return the command that starts the server."""
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": str(self.port),
            # Everyone connects over loopback with a password; a socket's path may be too long.
            "unix_socket_directories": "",
            "max_connections": str(self.max_connections),
            "shared_buffers": "64MB",
            "jit": "off",
            "max_parallel_workers_per_gather": "0",
            "default_toast_compression": "lz4",
            "timezone": "UTC",
            "log_timezone": "UTC",
        }
        if not self.durable:
            # Autovacuum would change plans during a test. Commits stay synchronous: VACUUM marks a
            # page all-visible only after its commits are flushed.
            settings |= {"fsync": "off", "full_page_writes": "off", "autovacuum": "off"}
        command = [*self._as_user(), str(self._bin() / "postgres"), "-D", str(self.data)]
        for name, value in settings.items():
            command += ["-c", f"{name}={value}"]
        return command

    def ready(self) -> bool:
        """Tell if it accepts connections now."""
        asked = subprocess.run(
            [str(self._bin() / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)],
            check=False,
        )
        return asked.returncode == 0

    @property
    def url(self) -> str:
        """The address for its superuser, without a database."""
        return f"postgresql://postgres:{quote(self.password)}@127.0.0.1:{self.port}"

    @contextmanager
    def running(self, log: Path) -> Iterator[Self]:
        """Run it until the block ends."""
        self.initialise()
        # SIGINT is its fast shutdown: it does not wait for clients that forgot to leave.
        command = dying_with_parent(self.command(), self.death_signal)
        with _process(command, log, cwd=self.data, stop_with=signal.SIGINT) as process:
            _wait_for(process, self.ready, "PostgreSQL")
            yield self

    def _bin(self) -> Path:
        found = postgres_bin()
        if found is None:
            raise Problem("PostgreSQL is missing: install the Debian package `postgresql`.")
        return found

    @staticmethod
    def _as_user() -> list[str]:
        if os.geteuid() != 0:
            return []
        # Replaces itself, so the process's id and its signals are PostgreSQL's own. A change of
        # user clears the signal for the parent's death: it is set again.
        return ["setpriv", f"--reuid={DATABASE_USER}", f"--regid={DATABASE_USER}",
                "--init-groups", f"--pdeathsig={PrivatePostgres.death_signal}", "--"]  # fmt: skip


@dataclass
class PrivateRabbit:
    """A RabbitMQ node in `folder`, with a port mapper (epmd) of its own.

    Its users are those of `definitions`, which it loads at each start; without them it has one
    administrator, with `password`.
    """

    folder: Path
    port: int
    distribution_port: int
    mapper_port: int
    password: str = ""
    user: str = "itqan"
    definitions: str = field(default="", repr=False)
    """JSON, as `kit.messaging.definitions` makes it."""
    metrics_port: int | None = None
    """Address of its Prometheus metrics; none by default, to save memory."""
    plugins: Sequence[str] = ()
    """Others that it is to have."""

    def initialise(self) -> None:
        """Write the configuration; the node creates its database and users."""
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        metrics = () if self.metrics_port is None else ("rabbitmq_prometheus",)
        plugins = ",".join((*self.plugins, *metrics))
        (self.folder / "enabled_plugins").write_text(f"[{plugins}].\n")
        (self.folder / "rabbitmq-env.conf").write_text("")
        (self.folder / "advanced.config").write_text("[].\n")
        self._write_secretly(
            "rabbitmq.conf",
            f"listeners.tcp.local = 127.0.0.1:{self.port}\n"
            f"{self._users()}"
            f"{self._metrics()}"
            # What quorum queues keep in memory before it is written out: 512 MB by default.
            "raft.wal_max_size_bytes = 33554432\n"
            "log.console = true\n"
            "log.console.level = warning\n"
            "log.file = false\n",
        )

    def _users(self) -> str:
        if self.definitions:
            self._write_secretly("definitions.json", self.definitions)
            return f"load_definitions = {self.folder / 'definitions.json'}\n"
        return (
            f"default_user = {self.user}\n"
            f"default_pass = {self.password}\n"
            "default_permissions.configure = .*\n"
            "default_permissions.read = .*\n"
            "default_permissions.write = .*\n"
            "default_user_tags.administrator = true\n"
        )

    def _metrics(self) -> str:
        if self.metrics_port is None:
            return ""
        return f"prometheus.tcp.ip = 127.0.0.1\nprometheus.tcp.port = {self.metrics_port}\n"

    def _write_secretly(self, name: str, text: str) -> None:
        file = self.folder / name
        file.touch(mode=0o600)
        file.write_text(text)

    def environment(self) -> dict[str, str]:
        """Return the environment of the node and its tools, with this folder and these ports."""
        folder = str(self.folder)
        return {
            "HOME": folder,
            "RABBITMQ_CONF_ENV_FILE": f"{folder}/rabbitmq-env.conf",
            "RABBITMQ_CONFIG_FILE": f"{folder}/rabbitmq.conf",
            "RABBITMQ_ADVANCED_CONFIG_FILE": f"{folder}/advanced.config",
            "RABBITMQ_ENABLED_PLUGINS_FILE": f"{folder}/enabled_plugins",
            "RABBITMQ_NODENAME": "itqan@localhost",
            "RABBITMQ_DIST_PORT": str(self.distribution_port),
            "RABBITMQ_MNESIA_BASE": f"{folder}/mnesia",
            "RABBITMQ_LOG_BASE": f"{folder}/log",
            "RABBITMQ_PID_FILE": f"{folder}/pid",
            "RABBITMQ_ALLOW_INPUT": "1",
            # Two schedulers that sleep when idle: this machine has other work.
            "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS": (
                "+S 2:2 +SDio 2 +sbwt none +sbwtdcpu none +sbwtdio none "
                "-kernel inet_dist_use_interface {127,0,0,1}"
            ),
            # While it is down, a command would leave a port mapper that holds the port of ours.
            "ERL_FLAGS": "-start_epmd false",
            **self.mapper_environment(),
        }

    def mapper_environment(self) -> dict[str, str]:
        """Return the environment of the port mapper."""
        return {"ERL_EPMD_PORT": str(self.mapper_port), "ERL_EPMD_ADDRESS": "127.0.0.1"}

    def mapper_command(self) -> list[str]:
        """Return the command of the port mapper, which Erlang would otherwise leave behind as a
        daemon.
        """
        return ["epmd", "-port", str(self.mapper_port), "-address", "127.0.0.1"]

    def command(self) -> list[str]:
        """Return the node's command, without Debian's wrapper, which changes the user.

        `RABBITMQ_ALLOW_INPUT` makes the script replace itself with the node; otherwise a shell
        remains, whose end the node does not notice.
        """
        if not (RABBIT_BIN / "rabbitmq-server").exists():
            raise Problem("RabbitMQ is missing: install the Debian package `rabbitmq-server`.")
        return [str(RABBIT_BIN / "rabbitmq-server"), "-noinput"]

    def mapper_ready(self) -> bool:
        """Tell if the port mapper listens."""
        return _answers(self.mapper_port, b"", 0)

    def ready(self) -> bool:
        """Tell if the node speaks AMQP: it opens its port at the end of its start."""
        return _answers(self.port, b"AMQP\x00\x00\x09\x01", 1)

    @property
    def url(self) -> str:
        """The administrator's address."""
        return self.address(self.user, self.password)

    def address(self, user: str, password: str) -> str:
        """The address for a user."""
        return f"amqp://{user}:{quote(password)}@127.0.0.1:{self.port}/"

    @contextmanager
    def running(self, log: Path) -> Iterator[Self]:
        """Run it until the block ends."""
        self.initialise()
        environment = {**os.environ, **self.environment()}
        mapper_log = log.with_name(f"{log.stem}-mapper.log")
        mapper, node = map(dying_with_parent, (self.mapper_command(), self.command()))
        with _process(mapper, mapper_log, cwd=self.folder, env=environment) as process:
            _wait_for(process, self.mapper_ready, "RabbitMQ's port mapper")
            with _process(node, log, cwd=self.folder, env=environment) as started:
                _wait_for(started, self.ready, "RabbitMQ")
                yield self


def _wait_for(process: "subprocess.Popen[bytes]", ready: Callable[[], bool], what: str) -> None:
    """Wait until the process is ready; a `Problem` when it ends before that, or takes too long."""

    def is_ready() -> bool:
        if process.poll() is not None:
            raise Problem(f"{what} ended with {process.returncode} when it started: see its log.")
        return ready()

    wait_until(is_ready, what, ALONE_START_SECONDS)


def _answers(port: int, greeting: bytes, expected: int) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=2) as connection:
            connection.sendall(greeting)
            return not expected or len(connection.recv(expected)) == expected
    except OSError:
        return False


@contextmanager
def _process(
    command: list[str],
    log: Path,
    *,
    cwd: Path,
    env: dict[str, str] | None = None,
    stop_with: signal.Signals = signal.SIGTERM,
) -> Iterator["subprocess.Popen[bytes]"]:
    with log.open("ab") as output:
        process = subprocess.Popen(
            command,
            cwd=cwd,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            # A Ctrl-C at the terminal is for the command, which then stops its servers in order.
            start_new_session=True,
        )
    try:
        yield process
    finally:
        process.send_signal(stop_with)
        try:
            process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
