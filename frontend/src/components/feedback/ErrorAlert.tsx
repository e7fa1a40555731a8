import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { isOffline } from '@/lib/fault';
import { useProblemText } from '@/lib/useProblemText';

/** The error of a query, in place of its data; a failed action has an `ActionError`. */
export function ErrorAlert({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation();
  const textOf = useProblemText();
  if (!error) return null;
  return (
    <Alert
      // Being offline is no fault of the page, and ends with the connection.
      severity={isOffline(error) ? 'info' : 'error'}
      action={
        onRetry && (
          <Button color="inherit" size="small" onClick={onRetry}>
            {t('common.try_again')}
          </Button>
        )
      }
    >
      {textOf(error)}
    </Alert>
  );
}
