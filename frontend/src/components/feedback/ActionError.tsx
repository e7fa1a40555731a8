import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { isTransient } from '@/lib/fault';
import { useProblemText } from '@/lib/useProblemText';
import { FailureAlert } from './FailureAlert';

/** A failed action, shown beside the button that began it; a failed query has an `ErrorAlert`. */
export function ActionError({
  error,
  onRetry,
}: {
  error: unknown;
  /** Repeats the action, where its button is not in view or does something else. */
  onRetry?: () => void;
}) {
  const { t } = useTranslation();
  const textOf = useProblemText();
  if (!error) return null;
  return (
    <FailureAlert
      failure={error}
      action={
        onRetry &&
        isTransient(error) && (
          <Button color="inherit" size="small" onClick={onRetry}>
            {t('common.try_again')}
          </Button>
        )
      }
    >
      {textOf(error)}
    </FailureAlert>
  );
}
