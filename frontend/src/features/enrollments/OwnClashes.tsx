import Alert from '@mui/material/Alert';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { listOwnClashesOptions } from '@/api/enrollment/@tanstack/react-query.gen';
import { localized, useLocale } from '@/i18n';
import { formatDate } from '@/lib/format';

/** Warns of the user's other sessions at the times of a batch. */
export function OwnClashes({ batchId }: { batchId: string }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { data = [] } = useQuery(listOwnClashesOptions({ query: { batch_id: batchId } }));
  return data.map(({ batch, clashes_at }) => (
    <Alert key={batch.id} severity="warning" sx={{ mb: 2 }}>
      {t('enroll.clash', {
        title: localized(batch, 'title', locale),
        code: `\u2066${batch.code}\u2069`,
        when: formatDate(clashes_at, locale, 'datetime'),
      })}
    </Alert>
  ));
}
