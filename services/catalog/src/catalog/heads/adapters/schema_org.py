"""Trainings and their batches as Course and CourseInstance of schema.org."""

from typing import Any

from contracts.app_routes import AppRoute

from catalog.heads.schemas import Locale

_MODES = {"in_person": "Onsite", "online": "Online", "hybrid": "Blended"}


def build_course(
    training: dict[str, Any], batches: list[dict[str, Any]], locale: Locale, public_url: str
) -> dict[str, Any]:
    """Convert a public training and these batches to a Course."""
    return {
        "@context": "https://schema.org",
        "@type": "Course",
        "name": training[f"title_{locale}"],
        "description": training[f"summary_{locale}"],
        "courseCode": training["code"],
        "url": public_url + AppRoute.TRAINING.format(id=training["id"]),
        "provider": {
            "@type": "Organization",
            "name": training["organization"][f"name_{locale}"],
        },
        "offers": [_build_offer(batch) for batch in batches],
        "hasCourseInstance": [
            _build_instance(training, batch, locale, public_url) for batch in batches
        ],
    }


def _build_instance(
    training: dict[str, Any], batch: dict[str, Any], locale: Locale, public_url: str
) -> dict[str, Any]:
    instance = {
        "@type": "CourseInstance",
        "name": f"{training[f'title_{locale}']} · {batch['code']}",
        "url": public_url + AppRoute.BATCH.format(id=training["id"], batch_id=batch["id"]),
        "courseMode": _MODES.get(batch["mode"], "Onsite"),
        "courseWorkload": f"PT{training['duration_hours']}H",
        "inLanguage": _language(batch["language"]),
        "startDate": batch["starts_at"],
        "endDate": batch["ends_at"],
        "offers": _build_offer(batch),
    }
    if batch["city"]:
        instance["location"] = {
            "@type": "Place",
            "name": batch[f"venue_{locale}"] or batch["city"][f"name_{locale}"],
            "address": batch["city"][f"name_{locale}"],
        }
    return instance


def _build_offer(batch: dict[str, Any]) -> dict[str, Any]:
    return {
        "@type": "Offer",
        "category": "Paid" if batch["price_minor"] else "Free",
        "price": f"{batch['price_minor'] / 100:.2f}",
        "priceCurrency": batch["currency"],
        "availability": "https://schema.org/"
        + ("InStock" if batch["availability"] == "open" else "SoldOut"),
    }


def _language(language: str) -> list[str]:
    return ["ar", "en"] if language == "bilingual" else [language]
