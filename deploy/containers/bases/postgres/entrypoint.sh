#!/bin/bash
# Makes the cluster at the first start, runs the scripts of /docker-entrypoint-initdb.d while it
# listens on a socket alone, and becomes the server.
set -euo pipefail

as_postgres() {
    setpriv --reuid=postgres --regid=postgres --init-groups "$@"
}

mkdir -p "$PGDATA" /var/run/postgresql
chown -R postgres: /var/lib/postgresql /var/run/postgresql
chmod 700 "$PGDATA"
if [ ! -s "$PGDATA/PG_VERSION" ]; then
    password=$(mktemp)
    chown postgres "$password"
    cat "${POSTGRES_PASSWORD_FILE:-/dev/stdin}" <<< "$POSTGRES_PASSWORD" > "$password"
    as_postgres initdb --username=postgres --pwfile="$password" \
        --auth-local=trust --auth-host=scram-sha-256 --encoding=UTF8 --locale=C.UTF-8
    rm "$password"
    echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
    echo "listen_addresses = '*'" >> "$PGDATA/postgresql.conf"
    as_postgres pg_ctl start --wait --options="-c listen_addresses=''"
    export POSTGRES_USER=postgres
    for script in /docker-entrypoint-initdb.d/*.sh; do
        [ -e "$script" ] && as_postgres sh "$script"
    done
    as_postgres pg_ctl stop --wait --mode=fast
fi
exec setpriv --reuid=postgres --regid=postgres --init-groups "$@"
