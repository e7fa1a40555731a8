#!/bin/bash
# Makes the letters that nearly all texts need (make.py), in an environment of its own.
set -euo pipefail
cd "$(dirname "$0")"
environment=$(mktemp -d)
trap 'rm -r "$environment"' EXIT
python3 -m venv "$environment"
"$environment/bin/pip" install --quiet -r requirements.txt
# Fonts say when they were made: the same ones are the same files.
SOURCE_DATE_EPOCH=0 "$environment/bin/python" -B make.py
