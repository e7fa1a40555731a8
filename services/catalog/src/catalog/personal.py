"""What the service has of a person: trainers, and what they teach. Their names go from both with
the erased profile, which comes as any other change of it."""

from kit.personal_data import Personal
from sqlmodel import col

from catalog.batches.models import Batch
from catalog.replicas.models import Trainer

PERSONAL = (
    Personal(Trainer, "trainers", lambda person: col(Trainer.id).in_(person.profile_ids)),
    Personal(Batch, "batches", lambda person: col(Batch.trainer_id).in_(person.profile_ids)),
)
