#!/bin/sh
# Prints the recording rules and alarms as PrometheusRule objects.
set -eu
cd "$(dirname "$0")"
for name in recording alarms; do
    cat <<END
---
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata: { name: itqan-$name, namespace: itqan }
spec:
END
    sed 's/^\(.\)/  \1/' "$name.yaml"
done
