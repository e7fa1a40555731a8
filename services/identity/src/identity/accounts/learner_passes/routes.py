from fastapi import APIRouter
from kit.core.errors import TooManyRequests, problems
from kit.database.db import Session
from kit.web.idempotency import repeatable

from identity.accounts.learner_passes import service
from identity.accounts.learner_passes.schemas import LearnerNamed, LearnerPassRead
from identity.config import SettingsDep

router = APIRouter(prefix="/learner-passes", tags=["learner-passes"])


@router.post("", responses=problems(TooManyRequests))
@repeatable
async def create_learner_pass(
    session: Session, settings: SettingsDep, body: LearnerNamed
) -> LearnerPassRead:
    """Create a pass for the public certificates of a person, given a number and a birth date or
    full name.

    The response looks the same if no such person exists.
    """
    secret = settings.learner_secret.get_secret_value()
    return await service.give_pass(session, secret, body)
