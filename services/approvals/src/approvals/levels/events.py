"""What is published of levels."""

from contracts.approvals import LevelUnattended

from approvals.levels.models import Level


def level_unattended(level: Level) -> LevelUnattended:
    """Nobody approves at a level any more."""
    return LevelUnattended(
        level_id=level.id,
        content_type=level.content_type,
        name_en=level.name_en,
        name_ar=level.name_ar,
    )
