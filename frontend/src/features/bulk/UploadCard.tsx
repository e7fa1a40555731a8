import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asProblem } from '@/api/problem';
import { FileDrop } from '@/components/FileDrop';
import { useProblemText } from '@/lib/useProblemText';

const MAX_BYTES = 10 * 1024 * 1024;

interface UploadCardProps {
  error: unknown;
  pending: boolean;
  onChoose: (file: File) => void;
}

/** Takes a file of people; what is wrong with it as a file is said in its place. */
export function UploadCard({ error, pending, onChoose }: UploadCardProps) {
  const { t } = useTranslation();
  const [tooLarge, setTooLarge] = useState(false);
  const problem = useFileProblem(error);
  function choose(file: File) {
    setTooLarge(file.size > MAX_BYTES);
    if (file.size <= MAX_BYTES) onChoose(file);
  }
  return (
    <FileDrop
      title={t('bulk_enrollments.drop')}
      label={t('bulk_enrollments.choose_file')}
      hint={t('bulk_enrollments.limits')}
      accept=".xlsx,.csv"
      problem={tooLarge ? t('bulk_enrollments.too_large') : problem}
      pending={pending}
      onChoose={choose}
    />
  );
}

/** What the server said of the file itself, else of the call. */
function useFileProblem(error: unknown): string | null {
  const { t } = useTranslation();
  const textOf = useProblemText();
  if (!error) return null;
  const fields = asProblem(error)?.fields ?? [];
  const texts = fields.map(({ code, message }) => t(`errors.${code}`, { defaultValue: message }));
  return texts.join(' ') || textOf(error);
}
