import { useTranslation } from 'react-i18next';
import { asProblem } from '@/api/problem';
import { useProblemText } from '@/lib/useProblemText';

/** Why a decision was refused: a full batch means to the organization what it does not to others. */
export function useRefusalText(): (error: unknown) => string {
  const { t } = useTranslation();
  const problemText = useProblemText();
  return (error) =>
    asProblem(error)?.code === 'batch.full' ? t('enrollments.no_seat') : problemText(error);
}
