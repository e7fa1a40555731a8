"""Base images: the official ones, or without a registry images built from Debian's packages.

The latter contain this machine's certificate authorities, so they are never pushed.
"""

import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

import yaml

from deploy.containers.engine import FOLDER, NEWER_RELEASES, mirror
from deploy.local.build import Stamp, run
from deploy.local.layout import MAIL, ROOT, digest, node, tool
from deploy.local.steps import Steps

SOURCE = Path(__file__).resolve().parent / "bases"
_KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg"
_AUTHORITIES = Path("/etc/ssl/certs/ca-certificates.crt")
_PULL_SECONDS = 60
_STABLE, _TESTING = NEWER_RELEASES
_PACKAGES = {
    "stable": (_STABLE, ("busybox-static", "ca-certificates", "libcap2-bin", "python-is-python3",
                         "python3", "python3-pip", "python3-venv")),
    "testing": (_TESTING, ("postgresql-18", "prometheus", "rabbitmq-server")),
}  # fmt: skip
# Packages that would make a database cluster of their own.
_NO_CLUSTER = (
    'mkdir -p "$1/etc/postgresql-common"; '
    'echo "create_main_cluster = false" > "$1/etc/postgresql-common/createcluster.conf"'
)


def names() -> list[str]:
    """The images that the Dockerfiles and compose.yaml begin with, Grafana left out."""
    compose = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]
    found = {part["image"] for part in compose.values() if "image" in part and "build" not in part}
    for file in (ROOT / "deploy" / "docker").glob("*.Dockerfile"):
        found |= set(re.findall(r"^FROM (\S+:\S+)", file.read_text(), re.MULTILINE))
    return sorted(name for name in found if not name.startswith("grafana/"))


def ensure(steps: Steps) -> None:
    """Have each base image in the engine."""
    stamp = Stamp("container-bases", FOLDER / "data")
    value = digest([SOURCE, Path(__file__)], *names())
    missing = [name for name in names() if not (stamp.holds(value) and _exists(name))]
    if not missing:
        return
    with steps.step("Checking the image registry"):
        pulled = _pull(missing[0])
    if pulled:
        for name in missing[1:]:
            with steps.step(f"Pulling {name}"):
                run(["docker", "pull", "--quiet", name])
        return
    for name in ("stable", "testing"):
        with steps.step(f"Building a base image of Debian {name}"):
            _bootstrap(name)
    with steps.step("Building stand-ins for the official images"):
        # In the order in which they build on each other.
        for kind in ("busybox", "python", "traefik", "caddy", "node", "postgres", "rabbitmq",
                     "maildev", "prometheus"):  # fmt: skip
            _build(kind)
            for name in missing:
                if name.split(":")[0].rpartition("/")[2] == kind:
                    run(["docker", "tag", f"itqan-base/{kind}", name])
    stamp.set(value)


def _exists(name: str) -> bool:
    asked = subprocess.run(["docker", "image", "inspect", name], check=False, capture_output=True)
    return asked.returncode == 0


def _pull(name: str) -> bool:
    try:
        done = subprocess.run(
            ["docker", "pull", "--quiet", name],
            check=False,
            capture_output=True,
            timeout=_PULL_SECONDS,
        )
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def _bootstrap(name: str) -> None:
    release, packages = _PACKAGES[name]
    archive = FOLDER / f"{name}.tar"
    run([
        "eatmydata", "mmdebstrap", "--quiet", "--variant=minbase", f"--keyring={_KEYRING}",
        "--aptopt=Apt::Install-Recommends false", "--aptopt=Acquire::Check-Valid-Until false",
        f"--essential-hook={_NO_CLUSTER}",
        f"--include={','.join(packages)}", release, str(archive), f"deb {mirror()} {release} main",
    ])  # fmt: skip
    run(["docker", "import", str(archive), f"itqan-base/{name}"])
    archive.unlink()


def _build(kind: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        context = Path(folder)
        shutil.copytree(SOURCE / kind, context, dirs_exist_ok=True)
        if kind in _ADD:
            _ADD[kind](context)
        run(["docker", "build", "--quiet", "--network", "host",
             "--tag", f"itqan-base/{kind}", str(context)])  # fmt: skip


def _add_node(context: Path) -> None:
    shutil.copytree(node().parents[1], context / "nodejs", symlinks=True)


def _add_mail(context: Path) -> None:
    for name in ("package.json", "package-lock.json"):
        shutil.copy2(MAIL / name, context)


_ADD: dict[str, Callable[[Path], object]] = {
    "python": lambda context: shutil.copy2(_AUTHORITIES, context),
    "traefik": lambda context: shutil.copy2(tool("traefik"), context),
    "caddy": lambda context: shutil.copy2(tool("caddy"), context),
    "node": _add_node,
    "maildev": _add_mail,
}
