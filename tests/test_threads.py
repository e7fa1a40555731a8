"""No request waits for a thread where it needs none, or reads there what the loop changes."""

import re
from collections.abc import Iterable, Iterator
from importlib import import_module
from inspect import isasyncgenfunction, iscoroutinefunction, unwrap
from typing import Any

import pytest
from fastapi import APIRouter
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute

from deploy.local.layout import ROOT
from deploy.sandboxes.paymob import api, checkout, control

SERVICES = ("identity", "catalog", "enrollment", "payments", "approvals", "notifications")


def _dependencies(dependant: Dependant) -> Iterator[Any]:
    for each in dependant.dependencies:
        yield each.call
        yield from _dependencies(each)


def _is_called_in_a_thread(dependency: Any) -> bool:
    called = unwrap(dependency), type(dependency).__call__
    return not any(iscoroutinefunction(each) or isasyncgenfunction(each) for each in called)


def _in_threads(routers: Iterable[APIRouter]) -> set[str]:
    routes = [each for router in routers for each in router.routes if isinstance(each, APIRoute)]
    assert routes
    return {
        getattr(each, "__qualname__", repr(each))
        for route in routes
        for each in _dependencies(route.dependant)
        if _is_called_in_a_thread(each)
    }


@pytest.mark.parametrize("service", SERVICES)
def test_dependencies_are_coroutines(service: str) -> None:
    assert not _in_threads(import_module(f"{service}.main").app.routers)


def test_dependencies_of_the_card_sandbox_are_coroutines() -> None:
    # What shows its pages is a class, which only keeps what it is given.
    assert _in_threads([api.router, checkout.router, control.router]) == {"Pages"}


def test_no_test_moves_the_clock_of_all_event_loops() -> None:
    """Tests change the clock of one module, which imports it `from time import monotonic`.

    A changed global clock would delay other threads by an hour.
    """
    parts = ("libs", "services", "tests", "gateway", "deploy")
    tests = [file for part in parts for file in (ROOT / part).rglob("test*.py")]
    assert len(tests) > 100
    moving = re.compile(r"setattr\(\s*(time, |\"[a-z_.]+\.time\.|\"time\.)\"?(monotonic|sleep)")
    assert [file for file in tests if moving.search(file.read_text())] == []
