import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate, useParams } from 'react-router';
import type { OrganizationName } from '@/api/identity';
import type { GroupMessageDetail } from '@/api/notifications';
import { ownBatchQuery } from '@/domain/useBatchFilter';
import { isNotFound, PageError } from '@/lib/fault';
import { toast } from '@/lib/toast';
import { href, paths } from '@/routes/paths';
import { GroupMessageForm, GroupMessageFrame } from './GroupMessageForm';
import { toFormValues } from './messageForm';
import { groupMessageQuery, useEdit } from './queries';

/** Edits a message that is not being sent yet. */
export default function GroupMessageEditPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { id = '' } = useParams();
  const edit = useEdit();
  const message = useQuery({ ...groupMessageQuery(id), refetchInterval: false });
  const batchId = message.data?.batch?.id;
  const batch = useQuery({ ...ownBatchQuery(batchId ?? ''), enabled: batchId !== undefined });
  if (isNotFound(message.error)) throw new PageError(404, 'errors.group_message.not_found');
  const title = t('routes.groupMessageEdit');
  const trail = [{ label: t('routes.groupMessageView'), to: href(paths.groupMessageView, { id }) }];
  const { data } = message;
  if (!data || (batchId && !batch.data)) {
    return <GroupMessageFrame title={title} trail={trail} failed={batchId ? batch : message} />;
  }
  if (data.status !== 'scheduled')
    return <Navigate to={href(paths.groupMessageView, { id })} replace />;
  return (
    <GroupMessageForm
      title={title}
      trail={trail}
      values={toFormValues('batch', batch.data ?? null, data, getOrganization(data))}
      onSave={async (body) => {
        const path = { message_id: id };
        await edit.mutateAsync({ path, body: { ...body, version: data.version } });
        toast.success(t(body.send_at ? 'group_messages.scheduled' : 'group_messages.begun'));
        void navigate(href(paths.groupMessageView, { id }));
      }}
    />
  );
}

function getOrganization(message: GroupMessageDetail): OrganizationName | null {
  const { audience } = message;
  if (audience.kind === 'batch' || !audience.organization_id) return null;
  return {
    id: audience.organization_id,
    name_en: message.audience_organization_name_en ?? '',
    name_ar: message.audience_organization_name_ar ?? '',
  };
}
