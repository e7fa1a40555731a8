"""What the service has of a person: the copy of a trainer's profile."""

from kit.personal_data import Personal
from sqlmodel import col

from catalog.replicas.models import Trainer

PERSONAL = (Personal(Trainer, "trainers", lambda person: col(Trainer.id).in_(person.profile_ids)),)
