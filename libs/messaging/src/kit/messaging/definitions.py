"""RabbitMQ definitions loaded at its start: a user for each service, and all queues.

`python -m kit.messaging.definitions` prints them as JSON, with placeholders such as
`IDENTITY_BROKER_PASSWORD`.

A dead-lettering queue may only be created by a user that can read it, and no service may read
another's queue. So the broker creates all queues; declaring an existing one only needs the right to
configure.
"""

import json
import re
import sys
from typing import Any

from contracts.consumers import CONSUMERS
from kit.messaging.broker import Broker

_HOST = "/"


def definitions() -> dict[str, Any]:
    """Build users, permissions and topology for `load_definitions` of RabbitMQ 3.10 or later."""
    broker = Broker("")
    return {
        "vhosts": [{"name": _HOST}],
        "users": [
            {"name": service, "password": password_word(service), "tags": ""}
            for service in CONSUMERS
        ],
        "permissions": [_permission(broker, service) for service in CONSUMERS],
        "exchanges": [
            {
                "name": broker.exchange_name,
                "vhost": _HOST,
                "type": "topic",
                "durable": True,
                "auto_delete": False,
                "internal": False,
                "arguments": {},
            }
        ],
        "queues": [
            {
                "name": name,
                "vhost": _HOST,
                "durable": True,
                "auto_delete": False,
                "arguments": arguments,
            }
            for service in CONSUMERS
            for name, arguments in broker.queues(service).items()
        ],
        "bindings": [
            {
                "source": broker.exchange_name,
                "vhost": _HOST,
                "destination": name,
                "destination_type": "queue",
                "routing_key": key,
                "arguments": {},
            }
            for service, events in CONSUMERS.items()
            for name, key in broker.bindings(service, sorted(event.type for event in events))
        ],
    }


def password_word(service: str) -> str:
    """Return the placeholder for the password of a service's user."""
    return f"{service.upper()}_BROKER_PASSWORD"


def _permission(broker: Broker, service: str) -> dict[str, str]:
    """Build the minimal permissions of a service.

    It declares and binds all queues, and publishes to the default exchange for retries. It reads
    its own queues and broadcasts, and the exchange for binding.
    """
    ours = re.escape(broker.namespace)
    broadcasts = r"amq\.gen-.+"
    own = rf"{ours}\.{service}(\.(urgent|dead|retry-\d+ms))?"
    return {
        "user": service,
        "vhost": _HOST,
        "configure": rf"^({ours}\..+|{broadcasts})$",
        "write": rf"^({ours}\..+|{broadcasts}|amq\.default)$",
        "read": rf"^({re.escape(broker.exchange_name)}|{own}|{broadcasts})$",
    }


if __name__ == "__main__":
    sys.stdout.write(json.dumps(definitions(), indent=1) + "\n")
