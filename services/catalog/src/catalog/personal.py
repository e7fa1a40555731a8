"""Personal data in this service: trainers, their batches, and candidates' saved batches and alerts.

Trainers' names are erased by identity's profile event.
"""

from kit.messaging.personal_data import DELETED, Personal
from sqlmodel import col

from catalog.alerts.models import TrainingAlert
from catalog.batches.models import Batch
from catalog.calendars.models import CalendarFeed
from catalog.replicas.models import Trainer
from catalog.saved.models import SavedBatch

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
    Personal(
        SavedBatch,
        "saved_batches",
        lambda person: col(SavedBatch.profile_id).in_(person.profile_ids),
        erased=DELETED,
    ),
    Personal(
        TrainingAlert,
        "training_alerts",
        lambda person: col(TrainingAlert.user_id) == person.user_id,
        erased=DELETED,
    ),
)
