"""Reasons why a training or its batches cannot be changed."""

from kit.core.errors import Conflict, Invalid, NotFound


class OrganizationUnknown(Conflict):
    """Identity's event about the organization has not arrived yet."""

    code = "organization.not_ready"
    default_detail = "This organization is still being set up. Try again in a moment."


class TrainingPublished(Conflict):
    """The training is published already."""

    code = "training.already_published"
    default_detail = "This training is already published."


class TrainingNotPublished(Conflict):
    """The training is archived already, or must be published before its batch."""

    code = "training.not_published"
    default_detail = "This training isn't published."


class TrainingArchived(Conflict):
    """An archived training accepts no new batches."""

    code = "training.archived"
    default_detail = "This training is archived. Publish it again before you add a batch."


class TrainingIncomplete(Invalid):
    """Required fields for publishing are missing; `fields` lists them."""

    code = "training.incomplete"
    default_detail = (
        "Enter the summary, description and outcomes in both languages before you publish."
    )


class TooManyAttachments(Conflict):
    """The training has the maximum number of files."""

    code = "training_attachment.limit_reached"
    default_detail = "A training can have up to 10 attachments. Remove one first."


class AttachmentNotFound(NotFound):
    """The file does not exist, or the reader may not see it."""

    code = "training_attachment.not_found"


class TrainingHasBatches(Conflict):
    """Published batches that are not over need their training."""

    code = "training.used_by_batches"
    default_detail = (
        "This training has published batches that haven't ended. Wait until they end, or cancel "
        "them first."
    )


class StaleEdit(Conflict):
    """The version differs from the current one."""

    code = "resource.edit_conflict"
    default_detail = "Someone else changed this. Reload it before you make changes."
