import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { asProblem } from '@/api/problem';
import { isTransient } from '@/lib/fault';
import { useProblemText } from '@/lib/useProblemText';
import { FailureAlert } from './FailureAlert';

/** The error of an action, beside its button; a failed query has an `ErrorAlert`. */
export function ActionError({
  error,
  text,
  onRetry,
}: {
  error: unknown;
  /** Replaces the problem's own text. */
  text?: string;
  /** Repeats the action, if its button is out of view or has another purpose. */
  onRetry?: () => void;
}) {
  const { t } = useTranslation();
  const textOf = useProblemText();
  if (!error) return null;
  // These errors have a text of their own and no fields on the page.
  const fields = (asProblem(error)?.fields ?? [])
    .map(({ code, message }) => t(`errors.${code}`, { defaultValue: message }))
    .join(' ');
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
      {text ?? (fields || textOf(error))}
    </FailureAlert>
  );
}
