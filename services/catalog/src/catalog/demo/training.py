"""The shape of a demo training; the trainings themselves stand in files of their organization."""

from typing import NamedTuple

from catalog.trainings.models import TrainingLevel

FOUNDATION = TrainingLevel.FOUNDATION
INTERMEDIATE = TrainingLevel.INTERMEDIATE
ADVANCED = TrainingLevel.ADVANCED
_ATTENDANCE_PERCENT = 80
_SCORE_PERCENT = {FOUNDATION: 60, INTERMEDIATE: 65, ADVANCED: 70}
_SAFETY = ("dg-", "port-equipment", "logistics-safety", "professional-driving")
"""The subcategories where a gap in what is learned endangers people."""
_SAFETY_PERCENT = (100, 80)
_PRACTICAL = ("material-", "port-", "professional-", "terminal-", "air-cargo", "logistics-safety")
"""The subcategories that are practised on machines and on site, never from home."""


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
"""The occupation that a subcategory leads to, by its unit group of ISCO-08."""


class Text(NamedTuple):
    """The same words in both languages."""

    en: str
    ar: str


class DemoTraining(NamedTuple):
    """A training of the demo, known as `demo_id("training", code)`."""

    code: str
    category: str
    """The slug of its subcategory."""
    level: TrainingLevel
    hours: int
    price: int
    """What a seat usually costs, in whole riyals; 0 is free."""
    valid_months: int | None
    title: Text
    summary: Text
    description: Text
    objectives: tuple[Text, ...]
    audience: Text
    prerequisites: Text = Text("", "")

    @property
    def standard(self) -> str:
        """The code of the occupational standard; empty where there is none."""
        return _STANDARDS.get(self.category, "")

    @property
    def is_practical(self) -> bool:
        """Whether it cannot be given online only."""
        return self.category.startswith(_PRACTICAL)

    @property
    def rules(self) -> tuple[int, int]:
        """The least attendance and score, in per cent, to pass."""
        if self.category.startswith(_SAFETY):
            return _SAFETY_PERCENT
        return _ATTENDANCE_PERCENT, _SCORE_PERCENT[self.level]
