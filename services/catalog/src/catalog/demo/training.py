"""Structure of a demo training; the trainings are in one file per organization."""

from typing import NamedTuple

from catalog.trainings.models import TrainingLevel

FOUNDATION = TrainingLevel.FOUNDATION
INTERMEDIATE = TrainingLevel.INTERMEDIATE
ADVANCED = TrainingLevel.ADVANCED
_ATTENDANCE_PERCENT = 80
_SCORE_PERCENT = {FOUNDATION: 60, INTERMEDIATE: 65, ADVANCED: 70}
_SAFETY = ("dg-", "port-equipment", "logistics-safety", "professional-driving")
"""Subcategories where missing skills endanger people."""
_SAFETY_PERCENT = (100, 80)
_PRACTICAL = ("material-", "port-", "professional-", "terminal-", "air-cargo", "logistics-safety")
"""Subcategories practised on machines and on site, never online."""


_STANDARDS = {
    "warehouse-operations": "ISCO-9333",
    "material-handling": "ISCO-8344",
    "inventory-control": "ISCO-4321",
    "demand-planning": "ISCO-1324",
    "logistics-safety": "ISCO-3257",
    "port-equipment": "ISCO-8343",
    "customs-clearance": "ISCO-3331",
    "tariff-classification": "ISCO-3331",
    "professional-driving": "ISCO-8332",
    "route-planning": "ISCO-4323",
}
"""Occupation for each subcategory, by its unit group of ISCO-08."""


class Text(NamedTuple):
    """Text in both languages."""

    en: str
    ar: str


class DemoTraining(NamedTuple):
    """Demo training, with the ID `demo_id("training", code)`."""

    code: str
    category: str
    """Slug of the subcategory."""
    level: TrainingLevel
    hours: int
    price: int
    """Usual price of a seat in whole riyals; 0 is free."""
    valid_months: int | None
    title: Text
    summary: Text
    description: Text
    objectives: tuple[Text, ...]
    audience: Text
    prerequisites: Text = Text("", "")

    @property
    def standard(self) -> str:
        """Return the code of the occupational standard; empty without one."""
        return _STANDARDS.get(self.category, "")

    @property
    def is_practical(self) -> bool:
        """Check if the training cannot be given online only."""
        return self.category.startswith(_PRACTICAL)

    @property
    def rules(self) -> tuple[int, int]:
        """Return the minimum attendance and score to pass, in per cent."""
        if self.category.startswith(_SAFETY):
            return _SAFETY_PERCENT
        return _ATTENDANCE_PERCENT, _SCORE_PERCENT[self.level]
