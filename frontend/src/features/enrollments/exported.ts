import { useTranslation } from 'react-i18next';
import type { EnrollmentRead } from '@/api/enrollment';
import { csvTime } from '@/components/list/ExportButton';
import { localized, useLocale } from '@/i18n';
import type { CsvColumn } from '@/lib/csv';
import { majorUnits } from '@/lib/format';
import { statusText } from '@/lib/statuses';

/** What an export of enrollments says of each. */
export function useExportedColumns(): CsvColumn<EnrollmentRead>[] {
  const { t } = useTranslation();
  const locale = useLocale();
  return [
    {
      heading: t('enrollments.candidate'),
      value: ({ candidate }) => localized(candidate, 'name', locale),
    },
    { heading: t('enrollments.username'), value: ({ candidate }) => candidate.username },
    { heading: t('enrollments.email'), value: ({ candidate }) => candidate.email },
    { heading: t('enrollments.phone'), value: ({ candidate }) => candidate.phone },
    { heading: t('enrollments.batch'), value: ({ batch }) => localized(batch, 'title', locale) },
    { heading: t('enrollments.code'), value: ({ batch }) => batch.code },
    { heading: t('enrollments.city'), value: ({ batch }) => localized(batch, 'city', locale) },
    { heading: t('enrollments.starts'), value: ({ batch }) => csvTime(batch.starts_at) },
    {
      heading: t('enrollments.price'),
      value: ({ price_minor, currency }) => majorUnits(price_minor, currency),
    },
    { heading: t('enrollments.currency'), value: ({ currency }) => currency },
    {
      heading: t('enrollments.status'),
      value: ({ status }) => statusText(t, 'enrollment', status),
    },
    { heading: t('enrollments.enrolled_at'), value: ({ created_at }) => csvTime(created_at) },
    { heading: t('enrollments.since'), value: ({ updated_at }) => csvTime(updated_at) },
    { heading: t('enrollments.due'), value: ({ payment_due_at }) => csvTime(payment_due_at) },
    { heading: t('enrollments.reason'), value: ({ reason }) => reason },
  ];
}
