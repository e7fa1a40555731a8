"""What RabbitMQ loads at its start: a user for each service, and all queues.

`python -m kit.messaging.definitions` prints it as JSON, with a word such as
`IDENTITY_BROKER_PASSWORD` in the place of each password.

Who makes a queue that dead-letters must be allowed to read it, and no service may read another's
queue. So the broker has all queues before anybody connects; to declare one that exists needs the
right to configure only.
"""

import json
import re
import sys
from typing import Any

from contracts.consumers import CONSUMERS
from kit.messaging.broker import Broker

_HOST = "/"


def definitions() -> dict[str, Any]:
    """Users, permissions and topology, for `load_definitions` of RabbitMQ 3.10 and later."""
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
    """What stands where the password of the service's user belongs."""
    return f"{service.upper()}_BROKER_PASSWORD"


def _permission(broker: Broker, service: str) -> dict[str, str]:
    """What the topology needs and no more: a publisher declares and binds the queues of all, and
    its retries go through the default exchange; it reads its own queues, its broadcasts, and,
    to bind, the exchange."""
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
