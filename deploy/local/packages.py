"""Debian packages: which are missing, and their installation without starting their servers."""

import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

from deploy.local.problems import Problem
from deploy.local.servers import RABBIT_BIN, postgres_bin

# Looked for by what they bring, so that one installed in another way counts as well.
_PRESENT: dict[str, Callable[[], bool]] = {
    "ca-certificates": lambda: Path("/etc/ssl/certs/ca-certificates.crt").exists(),
    f"python3.{sys.version_info.minor}-venv": (
        lambda: importlib.util.find_spec("ensurepip") is not None
    ),
    "postgresql": lambda: postgres_bin() is not None,
    "rabbitmq-server": (RABBIT_BIN / "rabbitmq-server").exists,
    "chromium": lambda: shutil.which("chromium") is not None,
    "wrk": lambda: shutil.which("wrk") is not None,
    # Its promtool.
    "prometheus": lambda: shutil.which("promtool") is not None,
    # Its amtool.
    "prometheus-alertmanager": lambda: shutil.which("amtool") is not None,
}
_MONITORING = ("prometheus", "prometheus-alertmanager")
ALWAYS = tuple(name for name in _PRESENT if name not in ("chromium", "wrk", *_MONITORING))
PACKAGES_BY_TASK = {
    "test": (*ALWAYS, "chromium", *_MONITORING),
    "bench": (*ALWAYS, "wrk"),
    "faults": (*ALWAYS, "chromium", *_MONITORING),
    "drill": (*ALWAYS, "prometheus"),
    "containers": (*ALWAYS, "chromium"),
}

# A package's own script starts its server unless /usr/sbin/policy-rc.d says no.
_INSTALL = """
set -e
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ]; then
    trap 'rm -f "$policy"' EXIT
    printf '#!/bin/sh\\nexit 101\\n' > "$policy"
    chmod 755 "$policy"
fi
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -y -qq --no-install-recommends "$@" > /dev/null
"""


def missing(names: Iterable[str]) -> list[str]:
    """Those of the packages that this machine does not have."""
    return [name for name in names if not _PRESENT[name]()]


def has_apt() -> bool:
    """Tell if this is Debian or a derivative."""
    return shutil.which("apt-get") is not None


def docker_answers() -> bool:
    """Tell if a Docker engine runs here."""
    docker = shutil.which("docker")
    if docker is None:
        return False
    asked = subprocess.run([docker, "info"], check=False, capture_output=True)
    return asked.returncode == 0


def require_installable(names: list[str]) -> None:
    """Raise a `Problem` when the packages cannot be installed from here."""
    listed = " ".join(names)
    if not has_apt():
        raise Problem(
            f"This machine lacks {listed} and has neither apt-get nor a running Docker: "
            "install them in its own way, or install Docker and run `make up COMPOSE=1`."
        )
    if os.geteuid() != 0 and shutil.which("sudo") is None:
        raise Problem(
            f"The Debian packages {listed} are missing, and you are neither root nor have sudo: "
            f"ask an administrator to run `apt-get install {listed}`."
        )


def install(names: list[str]) -> None:
    """Install the packages; a `Problem` when apt-get fails."""
    as_root = [] if os.geteuid() == 0 else ["sudo"]
    done = subprocess.run(
        [*as_root, "sh", "-c", _INSTALL, "install", *names],
        check=False,
        stderr=subprocess.PIPE,
        text=True,
    )
    if done.returncode:
        reason = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
        raise Problem(f"apt-get could not install {' '.join(names)}: {reason}")
