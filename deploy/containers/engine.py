"""A container engine: the one that runs here, or Debian's, started for the length of a command."""

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from deploy.local import packages
from deploy.local.build import run
from deploy.local.layout import LOCAL
from deploy.local.problems import Problem
from deploy.local.steps import Steps

FOLDER = LOCAL / "containers"
_PACKAGES = ("docker.io", "mmdebstrap", "eatmydata", "iptables", "debian-archive-keyring")
# Debian 12 has neither Compose 2 nor buildx: those of newer releases are unpacked beside it.
_CLIENT_PACKAGES = ("docker-cli", "docker-compose", "docker-buildx")
NEWER_RELEASES = ("trixie", "forky")
_START_SECONDS = 60
_SOURCES = Path("/etc/apt/sources.list.d/debian.sources")


class Unavailable(Problem):
    """No container engine can run on this machine."""


@contextmanager
def running(steps: Steps) -> Iterator[None]:
    """Have an engine within the block; `docker` and its libraries find it by the environment.

    Raises `Unavailable` if none runs and none can be started here.
    """
    if _has_compose():
        yield
        return
    if os.geteuid() != 0 or not packages.has_apt() or not _SOURCES.exists():
        raise Unavailable("No container engine runs here, and only root on Debian can start one.")
    with steps.step("Preparing a container engine"):
        _install()
        _unpack_client()
        os.environ |= {
            "PATH": f"{FOLDER / 'client/usr/bin'}:{os.environ['PATH']}",
            "DOCKER_CONFIG": str(FOLDER / "config"),
            "DOCKER_HOST": f"unix://{FOLDER / 'docker.sock'}",
        }
        daemon = _start()
    try:
        yield
    finally:
        daemon.terminate()
        daemon.wait()


def mirror() -> str:
    """The Debian mirror that this machine installs from."""
    lines = _SOURCES.read_text().splitlines()
    return next(line.split()[1] for line in lines if line.startswith("URIs:"))


def _has_compose() -> bool:
    if not packages.docker_answers():
        return False
    asked = subprocess.run(["docker", "compose", "version"], check=False, capture_output=True)
    return asked.returncode == 0


def _install() -> None:
    if not all(shutil.which(name) for name in ("dockerd", "mmdebstrap", "eatmydata", "iptables")):
        packages.install(list(_PACKAGES))


def _unpack_client() -> None:
    """Unpack the newer client without installing anything of its release."""
    plugins = FOLDER / "config" / "cli-plugins"
    if (plugins / "docker-compose").exists():
        return
    apt, downloads = FOLDER / "apt", FOLDER / "downloads"
    for folder in (
        apt / "apt.conf.d",
        apt / "state/lists/partial",
        apt / "cache/archives/partial",
        downloads,
        plugins,
    ):
        folder.mkdir(parents=True, exist_ok=True)
    keyring = "/usr/share/keyrings/debian-archive-keyring.gpg"
    (apt / "sources.list").write_text(
        "".join(f"deb [signed-by={keyring}] {mirror()} {name} main\n" for name in NEWER_RELEASES)
    )
    (apt / "status").touch()
    (apt / "apt.conf").write_text(
        f'Dir::Etc "{apt}"; Dir::Etc::sourcelist "sources.list"; Dir::Etc::sourceparts "-";\n'
        f'Dir::State "{apt}/state"; Dir::State::status "{apt}/status"; Dir::Cache "{apt}/cache";\n'
        'Dir::Etc::trustedparts "/etc/apt/trusted.gpg.d"; Acquire::Languages "none";\n'
        # A mirror may be a snapshot.
        'Acquire::Check-Valid-Until "false";\n'
    )
    environment = {**os.environ, "APT_CONFIG": str(apt / "apt.conf")}
    run(["apt-get", "-qq", "update"], downloads, environment)
    run(["apt-get", "-qq", "download", *_CLIENT_PACKAGES], downloads, environment)
    for file in downloads.glob("*.deb"):
        run(["dpkg", "-x", str(file), str(FOLDER / "client")])
    for file in (FOLDER / "client/usr/libexec/docker/cli-plugins").iterdir():
        shutil.copy2(file, plugins)


def _start() -> subprocess.Popen[bytes]:
    daemon = subprocess.Popen(
        ["setpriv", "--pdeathsig=TERM", "--",
         "dockerd", "--data-root", FOLDER / "data", "--exec-root", FOLDER / "run",
         "--host", os.environ["DOCKER_HOST"], "--pidfile", FOLDER / "dockerd.pid",
         "--exec-opt", "native.cgroupdriver=cgroupfs"],
        stdin=subprocess.DEVNULL,
        stdout=(FOLDER / "dockerd.log").open("wb"),
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )  # fmt: skip
    end = time.monotonic() + _START_SECONDS
    while not packages.docker_answers():
        if daemon.poll() is not None or time.monotonic() > end:
            daemon.terminate()
            tail = (FOLDER / "dockerd.log").read_text(errors="replace").splitlines()[-1:]
            raise Unavailable(f"The container engine does not start: {' '.join(tail)}")
        time.sleep(0.2)
    return daemon
