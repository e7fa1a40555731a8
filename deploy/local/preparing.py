"""Prepare the databases of all services, in a separate process of `make up`.

It imports the shared libraries once, and forks for each service.
"""

import json
import multiprocessing
import os
import sys
import traceback
from collections.abc import Mapping
from dataclasses import asdict
from importlib import import_module
from multiprocessing.connection import Connection
from typing import Any

from kit import messaging  # noqa: F401

# Imported for the forks, which all need them.
from kit.security import auth  # noqa: F401
from kit.web import migrations  # noqa: F401
from kit.web.app import Service
from kit.web.bootstrap import prepare


def main(text: str) -> int:
    """Prepare each service of a JSON object with the variables of each; print what each reports."""
    context = multiprocessing.get_context("fork")
    reports: dict[str, Connection] = {}
    for name, environment in json.loads(text).items():
        reports[name], end = context.Pipe(duplex=False)
        context.Process(target=_fork, args=(end, name, environment)).start()
        # Only the fork has it now, so its death ends the wait for it.
        end.close()
    answers = {name: connection.recv() for name, connection in reports.items()}
    sys.stdout.write(json.dumps(answers))
    return 0


def _fork(end: Connection, name: str, environment: Mapping[str, str]) -> None:
    try:
        answer = _prepare(name, environment)
    except Exception:
        answer = {"failure": traceback.format_exc()}
    end.send(answer)


def _prepare(name: str, environment: Mapping[str, str]) -> dict[str, Any]:
    os.environ.update(environment)
    # Log lines of a service go there.
    sys.stdout = sys.stderr
    service: Service = import_module(f"{name}.main").app
    demo = environment["ITQAN_DEMO"] == "1"
    return asdict(prepare(service, service.settings(), demo=demo))


if __name__ == "__main__":
    sys.exit(main(sys.stdin.read()))
