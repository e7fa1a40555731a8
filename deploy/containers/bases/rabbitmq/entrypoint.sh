#!/bin/bash
set -euo pipefail
if [ "$1" = rabbitmq-server ] && [ "$(id -u)" = 0 ]; then
    chown -R rabbitmq /var/lib/rabbitmq /var/log/rabbitmq
    exec setpriv --reuid=rabbitmq --regid=rabbitmq --init-groups \
        /usr/lib/rabbitmq/bin/rabbitmq-server
fi
exec "$@"
