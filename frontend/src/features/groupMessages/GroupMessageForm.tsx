import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { GroupMessageCreate } from '@/api/notifications';
import type { Crumb } from '@/components/Crumbs';
import { ConfirmDialog } from '@/components/feedback/ConfirmDialog';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { FormPage } from '@/components/form/FormPage';
import { PageContainer } from '@/components/PageContainer';
import { useLocale } from '@/i18n';
import { formatDate } from '@/lib/format';
import { useZodForm } from '@/lib/forms';
import { paths } from '@/routes/paths';
import { AudienceFields } from './AudienceFields';
import { type MessageInput, messageForm, toRequestBody } from './messageForm';
import { Preview } from './Preview';
import { countQuery } from './queries';
import { TextFields } from './TextFields';
import { TimeFields } from './TimeFields';

/** Thrown when the user cancels sending; not a failure. */
const NOT_YET = new Error('not yet');

interface Asked {
  body: GroupMessageCreate;
  answer: (sure: boolean) => void;
}

interface GroupMessageFormProps {
  title: string;
  trail?: readonly Crumb[];
  values: MessageInput;
  onSave: (body: GroupMessageCreate) => Promise<unknown>;
}

/** The form of a message: recipients, text, time and preview. */
export function GroupMessageForm({ title, trail = [], values, onSave }: GroupMessageFormProps) {
  const { t } = useTranslation();
  const form = useZodForm(messageForm, values);
  const [asked, ask] = useState<Asked | null>(null);
  return (
    <>
      <FormPage
        form={form}
        title={title}
        trail={[{ label: t('routes.groupMessages'), to: paths.groupMessages }, ...trail]}
        width="xl"
        saveLabel={t('group_messages.go_on')}
        onSave={async (typed) => {
          const body = toRequestBody(typed);
          const sure = await new Promise<boolean>((answer) => ask({ body, answer }));
          // The dialog returns the focus to the form first.
          flushSync(() => ask(null));
          if (!sure) throw NOT_YET;
          await onSave(body);
        }}
        onProblem={(error) => error === NOT_YET}
      >
        <Box
          sx={{
            display: 'grid',
            gap: 3,
            alignItems: 'start',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 440px)' },
          }}
        >
          <Box sx={{ display: 'grid', gap: 3, minWidth: 0 }}>
            <AudienceFields form={form} />
            <TextFields control={form.control} />
            <TimeFields control={form.control} />
          </Box>
          <Preview control={form.control} />
        </Box>
      </FormPage>
      {asked && <Question {...asked} />}
    </>
  );
}

/** Confirms the number of recipients before sending or scheduling. */
function Question({ body, answer }: Asked) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { data, error } = useQuery({ ...countQuery(body.audience), staleTime: 0 });
  const at = body.send_at && formatDate(body.send_at, locale, 'datetime');
  const ask = at ? 'group_messages.schedule_title' : 'group_messages.send_title';
  return (
    <ConfirmDialog
      open
      title={
        data ? t(ask, { count: data.receivers - data.passed_over }) : t('group_messages.counting')
      }
      confirmLabel={t(at ? 'group_messages.schedule' : 'group_messages.send')}
      closeLabel={t('group_messages.keep_writing')}
      pending={!data && !error}
      error={error}
      onConfirm={() => answer(true)}
      onClose={() => answer(false)}
    >
      <p>{at ? t('group_messages.schedule_text', { time: at }) : t('group_messages.send_text')}</p>
      {data && data.passed_over > 0 && (
        <p>{t('group_messages.passed_over', { count: data.passed_over })}</p>
      )}
    </ConfirmDialog>
  );
}

interface GroupMessageFrameProps {
  title: string;
  trail?: readonly Crumb[];
  failed?: { error: unknown; refetch: () => unknown };
}

/** The page while its data loads or after a failure. */
export function GroupMessageFrame({ title, trail = [], failed }: GroupMessageFrameProps) {
  const { t } = useTranslation();
  return (
    <PageContainer
      title={title}
      trail={[{ label: t('routes.groupMessages'), to: paths.groupMessages }, ...trail]}
      width="xl"
    >
      {failed?.error ? (
        <ErrorAlert error={failed.error} onRetry={() => void failed.refetch()} />
      ) : (
        <Skeleton variant="rounded" height={560} sx={{ borderRadius: 4 }} />
      )}
    </PageContainer>
  );
}
