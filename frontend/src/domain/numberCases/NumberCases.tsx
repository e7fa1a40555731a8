import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import type { OwnCase } from '@/api/identity';
import { DateText } from '@/components/DateText';
import { DocumentList } from '@/components/DocumentList';
import { ConfirmDialog } from '@/components/feedback/ConfirmDialog';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { DocumentPicker } from '@/components/file/DocumentPicker';
import { Quote } from '@/components/Quote';
import { toast } from '@/lib/toast';
import {
  fetchOwnDocument,
  ownNumberCasesQuery,
  useAddDocument,
  useWithdrawNumberCase,
} from './queries';

const MAX_DOCUMENTS = 5;
export const isUndecided = ({ status }: OwnCase) =>
  status === 'open' || status === 'more_requested';

/** The user's open cases about identity numbers, or the result of the latest one. */
export function NumberCases() {
  const { t } = useTranslation();
  const { data: cases = [], error, refetch } = useQuery(ownNumberCasesQuery());
  const waiting = cases.filter(isUndecided);
  const latest = cases.find(({ status }) => status === 'granted' || status === 'refused');
  const shown = waiting.length > 0 ? waiting : latest ? [latest] : [];
  if (!error && shown.length === 0) return null;
  return (
    <Box
      component="section"
      aria-label={t('numbers.title')}
      sx={{ display: 'grid', gap: 2, mt: 3 }}
    >
      <ErrorAlert error={error} onRetry={() => void refetch()} />
      {shown.map((found) => (
        <NumberCaseCard key={found.id} found={found} />
      ))}
    </Box>
  );
}

function NumberCaseCard({ found }: { found: OwnCase }) {
  const { t } = useTranslation();
  const { party, status, kind } = found;
  const waits = isUndecided(found);
  const state = status === 'more_requested' && !found.asked ? 'open' : status;
  const lost = (party === 'claimant') === (status === 'refused');
  return (
    <Alert
      severity={waits ? (found.asked ? 'warning' : 'info') : lost ? 'warning' : 'success'}
      // The content needs the whole width.
      sx={{ '& .MuiAlert-message': { flex: 1, minWidth: 0, display: 'grid', gap: 1.5 } }}
    >
      <AlertTitle sx={{ m: 0 }}>
        {t(`numbers.${party}.${state}.title`)} · {t(`numbers.kind.${kind}`)}{' '}
        <bdi dir="ltr">{found.number}</bdi>
      </AlertTitle>
      <Typography variant="body2">{t(`numbers.${party}.${state}.text`)}</Typography>
      {found.comment && (found.asked || !waits) && (
        <Quote color="currentColor">{found.comment}</Quote>
      )}
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        <Trans
          i18nKey="numbers.asked_on"
          components={{ date: <DateText value={found.created_at} style="datetime" /> }}
        />
      </Typography>
      {waits && <PendingCase found={found} />}
    </Alert>
  );
}

function PendingCase({ found }: { found: OwnCase }) {
  const { t } = useTranslation();
  const add = useAddDocument();
  return (
    <>
      {found.documents.length > 0 && (
        <DocumentList
          documents={found.documents}
          whose={t('numbers.own_documents')}
          fetchDocument={(id) => fetchOwnDocument(found.id, id)}
        />
      )}
      <Box sx={{ display: 'grid', gap: 1.5, justifyItems: 'start' }}>
        {found.documents.length < MAX_DOCUMENTS && (
          <DocumentPicker
            label={t('document.add')}
            pending={add.isPending}
            error={add.error}
            onChoose={(file) =>
              add.mutate(
                { path: { case_id: found.id }, body: { file } },
                { onSuccess: () => toast.success(t('numbers.document_added')) },
              )
            }
          />
        )}
        {found.party === 'claimant' && <Withdraw found={found} />}
      </Box>
    </>
  );
}

function Withdraw({ found }: { found: OwnCase }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const withdraw = useWithdrawNumberCase();
  return (
    <>
      <Button color="inherit" size="small" sx={{ px: 0 }} onClick={() => setOpen(true)}>
        {t('numbers.withdraw')}
      </Button>
      <ConfirmDialog
        open={open}
        title={t('numbers.withdraw_title')}
        confirmLabel={t('numbers.withdraw')}
        closeLabel={t('numbers.withdraw_keep')}
        color="error"
        pending={withdraw.isPending}
        error={withdraw.error}
        onClose={() => setOpen(false)}
        onConfirm={() =>
          withdraw.mutate(
            { path: { case_id: found.id } },
            { onSuccess: () => toast.success(t('numbers.withdrawn')) },
          )
        }
      >
        {t(`numbers.withdraw_text.${found.cause}`)}
      </ConfirmDialog>
    </>
  );
}
