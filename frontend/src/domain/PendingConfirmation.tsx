import Alert from '@mui/material/Alert';
import { useTranslation } from 'react-i18next';
import type { PendingConfirmation as Pending } from '@/api/identity';
import { LinkButton } from '@/components/RouterLinks';
import { useOpens } from '@/lib/access';
import { paths } from '@/routes/paths';

/** Says that a change of the account waits for another admin, or for the operator. */
export function PendingConfirmation({ pending }: { pending: Pending | null | undefined }) {
  const { t } = useTranslation();
  const opens = useOpens();
  if (!pending) return null;
  return (
    <Alert
      severity="info"
      action={
        opens('confirmations') && (
          <LinkButton color="inherit" size="small" to={paths.confirmations}>
            {t('confirmations.review')}
          </LinkButton>
        )
      }
    >
      {t(pending.for_operator ? 'confirmations.pending_operator' : 'confirmations.pending')}
    </Alert>
  );
}
