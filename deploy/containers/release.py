"""`make release TAG=1.2.0`: other images for the containers that run, one copy at a time.

An earlier tag rolls back: migrations only add, so the earlier release runs on the later tables.
"""

import json
import os
import subprocess
import time

from deploy.local.checks import release_checks
from deploy.local.layout import ROOT, SERVICES
from deploy.local.problems import Problem
from deploy.local.servers import wait_until
from deploy.local.steps import Steps

# Its port belongs to one container at a time, so requests are refused until the other one listens.
_REPLACED = "gateway"
_HEALTHY_SECONDS = 180.0
# Within it the gateway sends requests to a new copy.
_SHARE_SECONDS = 10.0


def release(steps: Steps, tag: str) -> None:
    """Replace each copy by one of the images of `tag` while the others serve.

    Compose finds its files and variables as always: COMPOSE_FILE, COMPOSE_ENV_FILES. The images are
    in the engine or in REGISTRY.

    Raises `Problem` if the release does not fit the running one, an image is missing, or a new copy
    does not become healthy. The remaining copies keep running.
    """
    if not tag:
        raise Problem("Name the release: make release TAG=1.2.0")
    with steps.step("Checking that both releases can run side by side"):
        release_checks()
    os.environ["TAG"] = tag
    for service in SERVICES:
        with steps.step(f"Migrating the tables of {service} to {tag}"):
            _compose("run", "--rm", "--no-deps", "-T", service,
                     "python", "-m", "kit", service, "migrate")  # fmt: skip
    for part in (*SERVICES, "web"):
        with steps.step(f"Replacing the replicas of {part}"):
            _roll(part)
    if _is_other(_REPLACED):
        with steps.step(f"Replacing the {_REPLACED}, which takes some seconds"):
            _compose("up", "--detach", "--no-deps", "--wait", _REPLACED)


def _is_other(part: str) -> bool:
    """Tell whether the image of the new release is not the one that runs."""
    running = _compose("ps", "--quiet", part).strip()
    image = json.loads(_compose("config", "--format", "json"))["services"][part]["image"]
    runs, comes = (
        _docker("inspect", "--format", field, name).strip()
        for field, name in (("{{.Image}}", running), ("{{.Id}}", image))
    )
    return runs != comes


def _roll(part: str) -> None:
    before = sorted(_copies(part))
    for old in before:
        known = _copies(part)
        _compose("up", "--detach", "--no-recreate", "--no-deps",
                 "--scale", f"{part}={len(before) + 1}", part)  # fmt: skip
        for new in _copies(part) - known:
            _wait_until_healthy(new)
        time.sleep(_SHARE_SECONDS)
        # It serves until the gateway has seen that it goes.
        for command in ("stop", "rm"):
            _docker(command, old)


def _copies(part: str) -> set[str]:
    return set(_compose("ps", "--quiet", part).split())


def _wait_until_healthy(copy: str) -> None:
    """Ask more often than the engine, which runs the image's check each 30 s."""
    check = json.loads(_docker("inspect", "--format", "{{json .Config.Healthcheck.Test}}", copy))

    def is_healthy() -> bool:
        asked = subprocess.run(
            ["docker", "exec", copy, *check[1:]], check=False, capture_output=True
        )
        return asked.returncode == 0

    wait_until(is_healthy, f"The new copy {copy[:12]}", _HEALTHY_SECONDS)


def _compose(*arguments: str) -> str:
    return _docker("compose", *arguments)


def _docker(*arguments: str) -> str:
    done = subprocess.run(
        ["docker", *arguments], check=False, cwd=ROOT, capture_output=True, text=True
    )
    if done.returncode:
        raise Problem(f"`docker {' '.join(arguments)}` failed:\n{done.stderr[-3000:]}")
    return done.stdout
