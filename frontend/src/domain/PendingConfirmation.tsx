import Alert from '@mui/material/Alert';
import { useTranslation } from 'react-i18next';
import type { PendingConfirmation as Pending } from '@/api/identity';
import { LinkButton } from '@/components/RouterLinks';
import { useOpens } from '@/lib/access';
import { paths } from '@/routes/paths';

/** Shows that a change awaits confirmation by another admin or by the operator. */
export function PendingConfirmation({
  pending,
  of = 'change',
}: {
  pending: Pending | null | undefined;
  of?: 'change' | 'decision';
}) {
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
      {t(`confirmations.pending.${of}.${pending.for_operator ? 'operator' : 'admin'}`)}
    </Alert>
  );
}
