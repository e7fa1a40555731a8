import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '@/api/problem';
import { ActionError } from './ActionError';
import { ConfirmDialog } from './ConfirmDialog';
import { EmptyState } from './EmptyState';
import { ErrorAlert } from './ErrorAlert';

export default { title: 'Feedback' };

const refused = new ApiProblem(409, { code: 'resource.conflict' });
const offline = new ApiProblem(0, {});

export const NothingYet = () => {
  const { t } = useTranslation();
  return (
    <EmptyState
      title={t('payments.none')}
      description={t('payments.none_hint')}
      action={<Button variant="contained">{t('payments.browse')}</Button>}
    />
  );
};

export const Failures = () => (
  <Stack sx={{ gap: 2 }}>
    <ErrorAlert error={offline} onRetry={() => {}} />
    <ErrorAlert error={new ApiProblem(500, {})} onRetry={() => {}} />
    <ActionError error={refused} />
  </Stack>
);

export const Confirmation = () => {
  const { t } = useTranslation();
  return (
    <ConfirmDialog
      open
      title={t('payments.refund_title')}
      confirmLabel={t('payments.refund')}
      color="error"
      onConfirm={() => {}}
      onClose={() => {}}
    >
      {t('payments.refund_hint')}
    </ConfirmDialog>
  );
};
