import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import type { ThreadRead } from '@/api/notifications';
import { zThreadMessage } from '@/api/notifications/zod.gen';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { Form } from '@/components/form/Form';
import { SubmitButton } from '@/components/form/SubmitButton';
import { TextInput } from '@/components/form/TextInput';
import { PageContainer } from '@/components/PageContainer';
import { LinkButton } from '@/components/RouterLinks';
import { CopyText } from '@/components/record/CopyText';
import { TitledCard } from '@/components/record/TitledCard';
import { useZodForm } from '@/lib/forms';
import { toast } from '@/lib/toast';
import { paths } from '@/routes/paths';
import { Conversation } from './Conversation';
import { threadQuery, useAddMessage } from './queries';

/** A visitor's conversation, opened by the emailed link. */
export default function ConversationPage() {
  const { t } = useTranslation();
  // The secret is in the fragment, which browsers do not send to servers.
  const token = useLocation().hash.slice(1);
  const { data, error, isPending, refetch } = useQuery({
    ...threadQuery(token),
    enabled: token !== '',
  });
  return (
    <PageContainer
      title={t('routes.conversation')}
      subtitle={data && <CopyText text={data.reference} />}
      trail={[{ label: t('routes.contact'), to: paths.contact }]}
      width="md"
    >
      <Box sx={{ display: 'grid', gap: 3 }}>
        {token === '' && <Alert severity="info">{t('conversation.no_link')}</Alert>}
        <ErrorAlert error={error} onRetry={() => void refetch()} />
        {token !== '' && isPending && (
          <Skeleton variant="rounded" height={320} sx={{ borderRadius: 4 }} />
        )}
        {data && <Thread thread={data} token={token} />}
        {(token === '' || error) && (
          <LinkButton variant="outlined" to={paths.contact} sx={{ justifySelf: 'start' }}>
            {t('routes.contact')}
          </LinkButton>
        )}
      </Box>
    </PageContainer>
  );
}

function Thread({ thread, token }: { thread: ThreadRead; token: string }) {
  const { t } = useTranslation();
  const add = useAddMessage(token);
  const form = useZodForm(zThreadMessage, { text: '' }, 'onSubmit');
  const files =
    thread.files > 0 ? t('conversation.with_files', { count: thread.files }) : undefined;
  const first = { id: 'first', kind: 'message', text: thread.message, note: files } as const;
  return (
    <>
      <Card sx={{ p: { xs: 2.5, sm: 3.5 } }}>
        <Alert severity={thread.status === 'open' ? 'info' : 'success'}>
          {t(`conversation.state.${thread.status}`)}
        </Alert>
        <Conversation
          label={t('routes.conversation')}
          said={[
            { ...first, who: t('conversation.you'), at: thread.created_at },
            ...thread.entries.map((entry) => ({
              id: entry.id,
              kind: entry.kind,
              who: t(entry.kind === 'answer' ? 'conversation.us' : 'conversation.you'),
              text: entry.text,
              at: entry.created_at,
            })),
          ]}
        />
      </Card>
      <TitledCard title={t('conversation.add')} lead={t('conversation.add_lead')}>
        <Form
          form={form}
          sx={{ mt: 2.5 }}
          onSave={async (body) => {
            await add.mutateAsync({ path: { token }, body });
            form.reset();
            toast.success(t('conversation.sent'));
          }}
        >
          <TextInput
            control={form.control}
            name="text"
            label={t('contact.message')}
            multiline
            minRows={4}
            required
            slotProps={{ htmlInput: { dir: 'auto', maxLength: 5000 } }}
          />
          <SubmitButton control={form.control} sx={{ justifySelf: 'start' }}>
            {t('contact.send')}
          </SubmitButton>
        </Form>
      </TitledCard>
    </>
  );
}
