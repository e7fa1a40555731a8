#!/bin/sh
# Run once by the PostgreSQL image: creates a role and a database for each service.
set -eu
for name in identity catalog enrollment payments approvals notifications; do
    file=/run/secrets/${name}_database_password
    if [ -e "$file" ]; then
        password=$(cat "$file")
    else
        password=$(printenv "$(echo "$name" | tr a-z A-Z)_DATABASE_PASSWORD")
    fi
    psql -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -v name="$name" -v password="$password" <<'SQL'
CREATE ROLE :"name" LOGIN PASSWORD :'password';
CREATE DATABASE :"name" OWNER :"name";
REVOKE ALL ON DATABASE :"name" FROM PUBLIC;
-- Not set by each connection, because connection poolers refuse that.
ALTER DATABASE :"name" SET jit = off;
-- Parallel workers cost more than they save under concurrent requests.
ALTER DATABASE :"name" SET max_parallel_workers_per_gather = 0;
-- Compresses long events faster.
ALTER DATABASE :"name" SET default_toast_compression = lz4;
\connect :"name"
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS unaccent;
CREATE EXTENSION IF NOT EXISTS fuzzystrmatch;
SQL
done
