import { useTranslation } from 'react-i18next';
import { FileDrop } from '@/components/file/FileDrop';

const MAX_BYTES = 10 * 1024 * 1024;

interface UploadCardProps {
  error: unknown;
  pending: boolean;
  onChoose: (file: File) => void;
}

/** Uploads a file of people. */
export function UploadCard(props: UploadCardProps) {
  const { t } = useTranslation();
  return (
    <FileDrop
      title={t('bulk_enrollments.drop')}
      label={t('bulk_enrollments.choose_file')}
      hint={t('bulk_enrollments.limits')}
      accept=".xlsx,.csv"
      check={({ size }) => size > MAX_BYTES && t('bulk_enrollments.too_large')}
      {...props}
    />
  );
}
