"""The demo system in containers, as a project and at ports of its own."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from testcontainers.compose import DockerCompose

from deploy.containers.engine import FOLDER
from deploy.containers.images import PYTHON
from deploy.local import ports
from deploy.local.layout import ROOT

PROJECT = "itqan-containers"


class Containers(DockerCompose):
    """The running project."""

    @property
    def url(self) -> str:
        """Return the gateway's URL."""
        return f"http://localhost:{os.environ['PORT']}"

    @property
    def network(self) -> str:
        """Return the network of the databases."""
        return f"{PROJECT}_back"

    def command(self, *arguments: str) -> str:
        """Run `docker compose` with these arguments; what it printed."""
        return subprocess.run(
            ["docker", "compose", *arguments],
            check=True,
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
        ).stdout

    def copies(self, service: str) -> list[str]:
        """The ids of the service's running containers."""
        return self.command("ps", "--quiet", "--status", "running", service).split()

    def scale(self, service: str, number: int) -> None:
        """Change the number of copies and wait until they are healthy."""
        self.command("up", "--detach", "--no-recreate", "--no-deps", "--wait",
                     "--scale", f"{service}={number}", service)  # fmt: skip


def docker(*arguments: str) -> str:
    """Run `docker` with these arguments; what it printed."""
    return subprocess.run(
        ["docker", *arguments], check=True, stdout=subprocess.PIPE, text=True
    ).stdout


@pytest.fixture(scope="session")
def containers() -> Iterator[Containers]:
    """The system; its volumes are gone afterwards."""
    taken: set[int] = set()
    for name in ("PORT", "MAIL_PORT", "SANDBOX_PORT", "SMS_PORT"):
        number = ports.choose(taken)
        taken.add(number)
        os.environ[name] = str(number)
    os.environ["COMPOSE_PROJECT_NAME"] = PROJECT
    # One browser and one client do what many people do.
    os.environ["COMPOSE_FILE"] = ":".join((
        "compose.yaml", "deploy/docker/compose.archive.yaml", "deploy/containers/unlimited.yaml",
    ))  # fmt: skip
    system = Containers(ROOT, compose_file_name=os.environ["COMPOSE_FILE"].split(":"))
    # An interrupted run leaves its containers and volumes.
    system.stop()
    try:
        system.start()
        yield system
    except subprocess.CalledProcessError:
        print(system.command("logs", "--no-color", "--tail=40"))
        raise
    finally:
        system.stop()


@pytest.fixture(scope="session")
def packages() -> Path:
    """The folder of what tests need beside an image's own packages, for its Python."""
    folder = FOLDER / "test-packages"
    docker("run", "--rm", "--network", "host", "--volume", f"{FOLDER}:/containers",
           "--volume", f"{ROOT / 'deploy' / 'containers'}:/source:ro", PYTHON,
           "pip", "install", "--quiet", "--no-deps", "--upgrade", "--require-hashes",
           "--requirement", "/source/tests.lock",
           "--target", "/containers/test-packages")  # fmt: skip
    return folder
