#!/bin/sh
# Starts a service's container: migrations and initial data, then the API and workers.
# Replicas that start together wait for the migration's lock.
set -eu
if [ "${ITQAN_DEMO:-0}" = 1 ]; then
    set -- --demo
else
    # The demo data has an admin; without it, identity's seed creates the first one.
    export ITQAN_FIRST_ADMIN=1
fi
python -m kit "$ITQAN_SERVICE" prepare "$@"
exec python -m kit "$ITQAN_SERVICE" serve --host 0.0.0.0
