"""The servers that tests need: real PostgreSQL and RabbitMQ, one of each for the whole run.

They come from `ITQAN_TEST_POSTGRES_URL` and `ITQAN_TEST_BROKER_URL` where those are set, else
from private native instances.
"""

import os
from contextlib import ExitStack
from pathlib import Path

import pytest

from deploy.local.layout import ROOT
from deploy.local.scratch import scratch_servers

POSTGRES = "ITQAN_TEST_POSTGRES_URL"
BROKER = "ITQAN_TEST_BROKER_URL"

_servers = ExitStack()


# Tests that start whole services and mostly wait, by their first folder.
_WAITING = ("tests", "deploy", "gateway")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Spread the waiting files evenly among the others.

    In one block they would leave the CPU idle and then compete for it.
    """
    groups: tuple[list[Path], list[Path]] = ([], [])
    for path in dict.fromkeys(item.path for item in items):
        groups[path.relative_to(ROOT).parts[0] in _WAITING].append(path)
    position = {path: index / len(group) for group in groups for index, path in enumerate(group)}
    items.sort(key=lambda item: position[item.path])


def pytest_sessionstart(session: pytest.Session) -> None:
    """Start missing servers, in the controlling process only: xdist's workers inherit them."""
    if hasattr(session.config, "workerinput") or session.config.option.collectonly:
        return
    if POSTGRES in os.environ and BROKER in os.environ:
        return
    urls = _servers.enter_context(scratch_servers())
    for name, url in zip((POSTGRES, BROKER), urls, strict=True):
        os.environ.setdefault(name, url)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Stop the servers that this process started."""
    _servers.close()


@pytest.fixture(scope="session")
def postgres_url() -> str:
    """A PostgreSQL superuser's address without a database; each test session makes its own."""
    return os.environ[POSTGRES]


@pytest.fixture(scope="session")
def broker_url() -> str:
    """A RabbitMQ administrator's address."""
    return os.environ[BROKER]
