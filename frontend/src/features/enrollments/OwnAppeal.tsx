import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppealRead } from '@/api/enrollment';
import {
  createAppealMutation,
  getMyAppealOptions,
  withdrawAppealMutation,
} from '@/api/enrollment/@tanstack/react-query.gen';
import { zAppealCreate } from '@/api/enrollment/zod.gen';
import { ConfirmDialog } from '@/components/feedback/ConfirmDialog';
import { FormDialog } from '@/components/form/FormDialog';
import { TextInput } from '@/components/form/TextInput';
import { StatusChip } from '@/components/StatusChip';
import { useLocale } from '@/i18n';
import { formatDate } from '@/lib/format';
import { useZodForm, z } from '@/lib/forms';
import { toast } from '@/lib/toast';
import { useInvalidate } from '@/lib/useInvalidate';

const MAX_LENGTH = 3000;
const appealForm = z.object({ text: zAppealCreate.shape.text });

/** The appeal against the candidate's result, or its outcome. */
export function OwnAppeal({ enrollmentId }: { enrollmentId: string }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const [writing, setWriting] = useState(false);
  const { data } = useQuery(getMyAppealOptions({ path: { enrollment_id: enrollmentId } }));
  if (!data) return null;
  if (data.appeal) return <AppealStatus appeal={data.appeal} />;
  if (!data.can_appeal) return null;
  const until = formatDate(data.until, locale, 'datetime');
  return (
    <AppealFooter>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('appeals.own.lead', { until })}
      </Typography>
      <Button variant="outlined" onClick={() => setWriting(true)}>
        {t('appeals.own.action')}
      </Button>
      {writing && <Write enrollmentId={enrollmentId} onClose={() => setWriting(false)} />}
    </AppealFooter>
  );
}

function AppealFooter({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'grid',
        justifyItems: 'start',
        gap: 1.5,
        mt: 2.5,
        pt: 2.5,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      {children}
    </Box>
  );
}

function Write({ enrollmentId, onClose }: { enrollmentId: string; onClose: () => void }) {
  const { t } = useTranslation();
  const send = useMutation({ ...createAppealMutation(), onSuccess: useInvalidate('appeals') });
  const form = useZodForm(appealForm, { text: '' }, 'onSubmit');
  return (
    <FormDialog
      form={form}
      title={t('appeals.own.title')}
      text={t('appeals.own.text')}
      saveLabel={t('appeals.own.send')}
      onSave={async ({ text }) => {
        await send.mutateAsync({ body: { enrollment_id: enrollmentId, text } });
        toast.success(t('appeals.own.sent'));
      }}
      onClose={onClose}
    >
      <TextInput
        control={form.control}
        name="text"
        label={t('appeals.own.why')}
        hint={t('appeals.own.why_hint')}
        multiline
        minRows={4}
        required
        autoFocus
        slotProps={{ htmlInput: { dir: 'auto', maxLength: MAX_LENGTH } }}
      />
    </FormDialog>
  );
}

function AppealStatus({ appeal }: { appeal: AppealRead }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const [leaving, setLeaving] = useState(false);
  const withdraw = useMutation({
    ...withdrawAppealMutation(),
    onSuccess: useInvalidate('appeals'),
  });
  return (
    <AppealFooter>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
        <Typography sx={{ fontWeight: 600 }}>{t('appeals.own.yours')}</Typography>
        <StatusChip noun="appeal" status={appeal.status} />
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {formatDate(appeal.created_at, locale, 'datetime')}
        </Typography>
      </Box>
      <Typography dir="auto" sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {appeal.text}
      </Typography>
      {appeal.answer && (
        <Alert severity={appeal.status === 'changed' ? 'success' : 'info'} sx={{ width: '100%' }}>
          <strong>{t('appeals.own.answer')}</strong>{' '}
          <Box component="span" dir="auto" sx={{ whiteSpace: 'pre-line' }}>
            {appeal.answer}
          </Box>
        </Alert>
      )}
      {appeal.status === 'open' && (
        <>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t('appeals.own.waits')}
          </Typography>
          <Button color="inherit" size="small" onClick={() => setLeaving(true)}>
            {t('appeals.own.withdraw')}
          </Button>
          <ConfirmDialog
            open={leaving}
            title={t('appeals.own.withdraw_title')}
            confirmLabel={t('appeals.own.withdraw')}
            pending={withdraw.isPending}
            error={withdraw.error}
            onConfirm={() =>
              withdraw.mutate(
                { path: { appeal_id: appeal.id } },
                { onSuccess: () => setLeaving(false) },
              )
            }
            onClose={() => setLeaving(false)}
          >
            {t('appeals.own.withdraw_text')}
          </ConfirmDialog>
        </>
      )}
    </AppealFooter>
  );
}
