import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pick } from 'zod/mini';
import type { CertificateRequestRead, RequestsReport } from '@/api/enrollment';
import { zRequestsReject } from '@/api/enrollment/zod.gen';
import { ConfirmDialog } from '@/components/feedback/ConfirmDialog';
import { FormDialog } from '@/components/form/FormDialog';
import { TextInput } from '@/components/form/TextInput';
import { BulkBar } from '@/components/list/BulkBar';
import type { SelectAll } from '@/components/list/useSelection';
import { usePersonName } from '@/components/Person';
import { useZodForm } from '@/lib/forms';
import { useApproveRequests, useRejectRequests } from './queries';

type Verb = 'approve' | 'reject';

interface Decided {
  verb: Verb;
  report: RequestsReport;
}

interface Dialog {
  ids: string[];
  onDone: (report: RequestsReport) => void;
  onClose: () => void;
}

/** Actions for selected requests, with their results. */
export function DecideRequests({
  chosen,
  all,
  onClear,
}: {
  chosen: CertificateRequestRead[];
  all: SelectAll | null;
  onClear: () => void;
}) {
  const { t } = useTranslation();
  // The dialog keeps its initial requests, because the list behind it changes.
  const [opened, setOpened] = useState<{ verb: Verb; ids: string[] }>();
  const [decided, setDecided] = useState<Decided>();
  const open = (verb: Verb) => setOpened({ verb, ids: chosen.map(({ id }) => id) });
  const close = () => setOpened(undefined);
  const done = (verb: Verb) => (report: RequestsReport) => {
    close();
    onClear();
    setDecided({ verb, report });
  };
  return (
    <>
      {chosen.length > 0 && (
        <BulkBar
          label={t('routes.certificateRequests')}
          count={chosen.length}
          all={all}
          onClear={onClear}
        >
          <Button variant="contained" size="small" onClick={() => open('approve')}>
            {t('certificates.requests.approve')}
          </Button>
          <Button variant="outlined" color="error" size="small" onClick={() => open('reject')}>
            {t('certificates.requests.reject')}
          </Button>
        </BulkBar>
      )}
      {opened?.verb === 'approve' && (
        <ApproveDialog ids={opened.ids} onDone={done('approve')} onClose={close} />
      )}
      {opened?.verb === 'reject' && (
        <RejectDialog ids={opened.ids} onDone={done('reject')} onClose={close} />
      )}
      {decided && <ReportDialog {...decided} onClose={() => setDecided(undefined)} />}
    </>
  );
}

function ApproveDialog({ ids, onDone, onClose }: Dialog) {
  const { t } = useTranslation();
  const approve = useApproveRequests();
  return (
    <ConfirmDialog
      open
      title={t('certificates.requests.approve_title', { count: ids.length })}
      confirmLabel={t('certificates.requests.approve')}
      pending={approve.isPending}
      error={approve.error}
      onConfirm={() => approve.mutate({ body: { ids } }, { onSuccess: onDone })}
      onClose={onClose}
    >
      {t('certificates.requests.approve_text')}
    </ConfirmDialog>
  );
}

const schema = pick(zRequestsReject, { reason: true });

function RejectDialog({ ids, onDone, onClose }: Dialog) {
  const { t } = useTranslation();
  const reject = useRejectRequests();
  const form = useZodForm(schema, { reason: '' }, 'onSubmit');
  return (
    <FormDialog
      form={form}
      title={t('certificates.requests.reject_title', { count: ids.length })}
      text={t('certificates.requests.reject_text')}
      saveLabel={t('certificates.requests.reject')}
      color="error"
      keepOpen
      onSave={async ({ reason }) => onDone(await reject.mutateAsync({ body: { ids, reason } }))}
      onClose={onClose}
    >
      <TextInput
        control={form.control}
        name="reason"
        label={t('certificates.requests.reason')}
        multiline
        minRows={3}
        required
        slotProps={{ htmlInput: { dir: 'auto', maxLength: 500 } }}
      />
    </FormDialog>
  );
}

function ReportDialog({ verb, report, onClose }: Decided & { onClose: () => void }) {
  const { t } = useTranslation();
  const nameOf = usePersonName();
  const { done, skipped } = report;
  return (
    <ConfirmDialog
      open
      title={t('routes.certificateRequests')}
      confirmLabel={t('common.close')}
      onConfirm={onClose}
      onClose={onClose}
    >
      <Alert severity={done.length > 0 ? 'success' : 'info'} role="status">
        {t(`certificates.requests.${verb === 'approve' ? 'approved' : 'rejected'}`, {
          count: done.length,
        })}
      </Alert>
      {skipped.length > 0 && (
        <>
          <Typography sx={{ mt: 2, fontWeight: 600 }}>
            {t('certificates.requests.skipped', { count: skipped.length })}
          </Typography>
          <Box component="ul" sx={{ my: 1, ps: 2.5, maxHeight: 240, overflowY: 'auto' }}>
            {skipped.map((person) => (
              <li key={person.id}>
                {nameOf(person) || '–'}: {t(`certificates.issue.reasons.${person.reason}`)}
              </li>
            ))}
          </Box>
        </>
      )}
    </ConfirmDialog>
  );
}
