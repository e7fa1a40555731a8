import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { DateText } from '@/components/DateText';
import { ListPanel } from '@/components/list/ListPanel';
import { Money } from '@/components/Money';
import { localized, useLocale } from '@/i18n';
import { accountEntries } from './lists';

const MAX_SHOWN = 5;

/** The latest entries of an account. */
export function EntriesPanel({ id }: { id: string }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const entries = accountEntries(id);
  return (
    <ListPanel
      title={t('accounts.latest')}
      to={entries.path}
      query={useQuery(entries.query({ page_size: MAX_SHOWN }))}
      empty={t('accounts.no_entries')}
      renderRow={(entry) => ({
        title: localized(entry, 'title', locale),
        text: (
          <>
            {t(`accounts.kind.${entry.kind}`)} ·{' '}
            <DateText value={entry.created_at} style="datetime" />
          </>
        ),
        end: <Money amount={entry.amount_minor} currency={entry.currency} />,
      })}
    />
  );
}
