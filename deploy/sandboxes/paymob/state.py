"""The parts of one running sandbox, kept on the application."""

from dataclasses import dataclass, field
from datetime import datetime

from fastapi import Request

from .acquirer import Acquirer
from .callbacks import Dispatcher
from .config import Settings
from .store import Store


@dataclass
class Sandbox:
    settings: Settings
    store: Store
    dispatcher: Dispatcher
    acquirer: Acquirer
    tokens: dict[str, datetime] = field(default_factory=dict)


async def sandbox(request: Request) -> Sandbox:
    """The sandbox that serves this request."""
    here = request.app.state.sandbox
    assert isinstance(here, Sandbox)
    return here
