import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { ownBatchQuery } from '@/domain/useBatchFilter';
import { useSession } from '@/lib/session';
import { toast } from '@/lib/toast';
import { href, paths } from '@/routes/paths';
import { GroupMessageForm, GroupMessageFrame } from './GroupMessageForm';
import { toFormValues } from './messageForm';
import { useWrite } from './queries';

/** Writes a message; `?batch=` preselects a batch as recipients. */
export default function GroupMessageAddPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const write = useWrite();
  const isAdmin = useSession().profile?.type === 'admin';
  const batchId = useSearchParams()[0].get('batch');
  const { data: batch, error } = useQuery({
    ...ownBatchQuery(batchId ?? ''),
    enabled: batchId !== null,
    retry: false,
  });
  // If the URL's batch does not exist, the user selects another.
  if (batchId && !batch && !error) return <GroupMessageFrame title={t('routes.groupMessageAdd')} />;
  return (
    <GroupMessageForm
      title={t('routes.groupMessageAdd')}
      values={toFormValues(isAdmin && !batch ? 'people' : 'batch', batch ?? null)}
      onSave={async (body) => {
        const { id } = await write.mutateAsync({ body });
        toast.success(t(body.send_at ? 'group_messages.scheduled' : 'group_messages.begun'));
        void navigate(href(paths.groupMessageView, { id }));
      }}
    />
  );
}
