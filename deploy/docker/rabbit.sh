#!/bin/sh
# Writes the services' passwords into the broker's definitions, then runs the given command.
# rabbit.sh [-t TEMPLATE] [-o FILE] COMMAND ...
# Passwords are files in SECRETS, or variables.
set -eu
template=/etc/itqan/definitions.json
file=/etc/rabbitmq/definitions.json
while getopts t:o: option; do
    case $option in
        t) template=$OPTARG ;;
        o) file=$OPTARG ;;
        *) exit 2 ;;
    esac
done
shift $((OPTIND - 1))
umask 077
filled=$(cat "$template")
for word in $(grep -o '[A-Z]*_BROKER_PASSWORD' "$template"); do
    secret=${SECRETS:-/run/secrets}/$(echo "$word" | tr A-Z a-z)
    if [ -e "$secret" ]; then
        password=$(cat "$secret")
    else
        password=$(printenv "$word")
    fi
    # The password is part of JSON here, and of a URL elsewhere.
    case $password in
        "" | *[!A-Za-z0-9._~-]*)
            echo "$word must be letters, digits and . _ ~ - only" >&2
            exit 1
            ;;
    esac
    filled=$(printf '%s' "$filled" | sed "s/\"$word\"/\"$password\"/")
done
printf '%s\n' "$filled" > "$file"
if [ "$(id -u)" = 0 ] && id rabbitmq > /dev/null 2>&1; then
    chown rabbitmq "$file"
fi
exec "$@"
