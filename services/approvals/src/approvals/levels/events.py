from contracts.approvals import LevelUnattended

from approvals.levels.models import Level


def level_unattended(level: Level) -> LevelUnattended:
    """Build the event of a level that lost its last approver."""
    return LevelUnattended(
        level_id=level.id,
        content_type=level.content_type,
        name_en=level.name_en,
        name_ar=level.name_ar,
    )
