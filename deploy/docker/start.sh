#!/bin/sh
# Starts a service's container: its tables and the data to begin with, then its API and its workers.
# Copies that start together wait for one another at the migration's lock.
set -eu
if [ "${ITQAN_DEMO:-0}" = 1 ]; then
    set -- --demo
else
    # The demo brings an admin of its own; without it, identity's reference data makes the first.
    export ITQAN_FIRST_ADMIN=1
fi
python -m kit "$ITQAN_SERVICE" prepare "$@"
exec python -m kit "$ITQAN_SERVICE" serve --host 0.0.0.0
