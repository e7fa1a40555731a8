"""Why a training, or one of its batches, cannot be changed."""

from kit.core.errors import Conflict, Invalid, NotFound


class OrganizationUnknown(Conflict):
    """Identity's event about the organization has not arrived yet."""

    code = "organization.not_ready"
    default_detail = "Your organization is still being set up. Try again in a moment."


class TrainingPublished(Conflict):
    """It is published already."""

    code = "training.already_published"
    default_detail = "This training is published already."


class TrainingNotPublished(Conflict):
    """It is archived already, or its batch is to be published before it."""

    code = "training.not_published"
    default_detail = "This training is not published."


class TrainingArchived(Conflict):
    """An archived training gets no new batches."""

    code = "training.archived"
    default_detail = "This training is archived. Publish it again before adding a batch."


class TrainingIncomplete(Invalid):
    """What the public is shown of a training is not there yet; `fields` says what."""

    code = "training.incomplete"
    default_detail = "Summary, description and outcomes are needed in both languages."


class TooManyAttachments(Conflict):
    """It has as many files as it may have."""

    code = "training_attachment.limit_reached"
    default_detail = "This training has ten attachments already. Remove one first."


class AttachmentNotFound(NotFound):
    """There is no such file, or it is not for the reader."""

    code = "training_attachment.not_found"


class TrainingHasBatches(Conflict):
    """Published batches that are not over still need their training."""

    code = "training.used_by_batches"
    default_detail = "This training still has published batches that are not over."


class StaleEdit(Conflict):
    """The editor had read an older version."""

    code = "resource.edit_conflict"
    default_detail = "Somebody else has changed this meanwhile. Load it again before you change it."
