import { useTranslation } from 'react-i18next';
import type { AnnouncementDetail } from '@/api/catalog';
import { AttachmentsCard } from '@/domain/AttachmentsCard';
import { useAddAttachment, useRemoveAttachment } from './queries';

/** The documents of an announcement. */
export function AnnouncementAttachments({
  announcement,
  onChanged,
}: {
  announcement: AnnouncementDetail;
  onChanged: (announcement: AnnouncementDetail) => void;
}) {
  const { t } = useTranslation();
  const add = useAddAttachment();
  const remove = useRemoveAttachment();
  const path = { announcement_id: announcement.id };
  return (
    <AttachmentsCard
      title={t('announcements.attachments')}
      lead={t('announcements.attachments_lead')}
      attachments={announcement.attachments}
      onAdd={async (body) => onChanged(await add.mutateAsync({ path, body }))}
      onRemove={async (attachment_id) =>
        onChanged(await remove.mutateAsync({ path: { ...path, attachment_id } }))
      }
    />
  );
}
