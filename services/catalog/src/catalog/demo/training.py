"""The shape of a demo training; the trainings themselves stand in files of their organization."""

from typing import NamedTuple

from catalog.trainings.models import TrainingLevel

FOUNDATION = TrainingLevel.FOUNDATION
INTERMEDIATE = TrainingLevel.INTERMEDIATE
ADVANCED = TrainingLevel.ADVANCED


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
