import { useTranslation } from 'react-i18next';
import type { ConfirmationRow } from '@/api/identity';
import { Details } from '@/components/record/Details';

type Field = 'email' | 'phone' | 'civil_number' | 'passport_number' | 'passport_country';

/** The changed fields, before and after. */
export function Changes({ row }: { row: ConfirmationRow }) {
  const { t } = useTranslation();
  return (
    <Details
      entries={row.changes.map(({ field, before, after }) => [
        t(`person.${field as Field}`),
        <bdi key={field} dir="ltr">
          {t('confirmations.change', { before: before || '–', after: after || '–' })}
        </bdi>,
      ])}
    />
  );
}
