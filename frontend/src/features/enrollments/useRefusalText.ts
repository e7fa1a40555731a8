import { useTranslation } from 'react-i18next';
import { asProblem } from '@/api/problem';
import { useProblemText } from '@/lib/useProblemText';

/** Returns the text of a refused decision; a full batch has its own text for organizations. */
export function useRefusalText(): (error: unknown) => string {
  const { t } = useTranslation();
  const problemText = useProblemText();
  return (error) =>
    asProblem(error)?.code === 'batch.full' ? t('enrollments.no_seat') : problemText(error);
}
