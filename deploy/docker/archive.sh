#!/bin/sh
# The entrypoint of PostgreSQL's container with compose.archive.yaml: it archives the server's log,
# and restores an empty server to a moment of the archive.
set -eu
log=/archive/log bases=/archive/base
kept_bases=7

case $1 in
postgres)
    install -d -o postgres -g postgres -m 700 "$log" "$bases"
    # At most the last minute is lost with the machine.
    exec docker-entrypoint.sh "$@" -c archive_mode=on -c archive_timeout=60 \
        -c "archive_command=sh /etc/itqan/archive.sh keep %p %f"
    ;;
keep)
    file=$log/$3.gz
    # After a crash the server archives the last file again.
    [ ! -e "$file" ] || exec sh -c 'gzip -dc "$1" | cmp - "$2"' - "$file" "$2"
    gzip -c "$2" > "$file.part"
    sync "$file.part"
    mv "$file.part" "$file"
    ;;
base)
    part=$bases/part
    rm -rf "$part"
    pg_basebackup --username=postgres --pgdata="$part" --format=tar --gzip --wal-method=none --checkpoint=fast
    # Restores are possible to moments after its end.
    mv "$part" "$bases/$(date -u +%Y%m%dT%H%M%SZ)"
    find "$bases" -mindepth 1 -maxdepth 1 -name '*Z' | sort | head -n -$kept_bases | xargs -r rm -rf
    oldest=$(find "$bases" -mindepth 1 -maxdepth 1 -name '*Z' | sort | head -n 1)
    first=$(tar -xzOf "$oldest/base.tar.gz" backup_label | sed -n 's/^START WAL LOCATION: .*(file \(.*\))$/\1/p')
    pg_archivecleanup -x .gz "$log" "$first"
    ;;
restore)
    moment=$(date -u -d "$2" +%Y%m%dT%H%M%SZ)
    [ ! -e "$PGDATA/PG_VERSION" ] || { echo "The volume holds a database: remove it first." >&2; exit 1; }
    base=$(find "$bases" -mindepth 1 -maxdepth 1 -name '*Z' | sort | awk -F/ -v to="$moment" '$NF <= to' | tail -n 1)
    [ -n "$base" ] || { echo "No base is older than $2." >&2; exit 1; }
    install -d -o postgres -g postgres -m 700 "$PGDATA"
    tar -xzpf "$base/base.tar.gz" -C "$PGDATA"
    cat >> "$PGDATA/postgresql.auto.conf" <<END
restore_command = 'gzip -dc $log/%f.gz > %p'
recovery_target_time = '$2'
recovery_target_action = promote
END
    install -o postgres -g postgres -m 600 /dev/null "$PGDATA/recovery.signal"
    chown -R postgres:postgres "$PGDATA"
    echo "From the base ${base##*/} to $2, at the next start."
    ;;
*)
    exec docker-entrypoint.sh "$@"
    ;;
esac
