"""What the service has of a person: trainers, and what they teach. Their names go from both with
the erased profile, which comes as any other change of it."""

from kit.personal_data import DELETED, Personal
from sqlmodel import col

from catalog.batches.models import Batch
from catalog.calendars.models import CalendarFeed
from catalog.replicas.models import Trainer

PERSONAL = (
    Personal(Trainer, "trainers", lambda person: col(Trainer.id).in_(person.profile_ids)),
    Personal(Batch, "batches", lambda person: col(Batch.trainer_id).in_(person.profile_ids)),
    Personal(
        CalendarFeed,
        "calendar_feeds",
        lambda person: col(CalendarFeed.owner_id).in_(person.profile_ids),
        without=frozenset({"token_hash"}),
        erased=DELETED,
    ),
)
