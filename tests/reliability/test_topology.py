"""`contracts.consumers` lists the events that each service handles."""

from importlib import import_module

import pytest
from contracts.consumers import CONSUMERS


@pytest.mark.parametrize("service", sorted(CONSUMERS))
def test_each_service_handles_the_events_in_the_contracts(service: str) -> None:
    handlers = import_module(f"{service}.main").app.handlers
    assert {event.type for event in handlers} == {event.type for event in CONSUMERS[service]}
