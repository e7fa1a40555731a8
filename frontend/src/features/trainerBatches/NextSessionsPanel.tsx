import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { DateText } from '@/components/DateText';
import { HoursText } from '@/components/HoursText';
import { ListPanel } from '@/components/list/ListPanel';
import { formatPlace } from '@/domain/place';
import { localized, useLocale } from '@/i18n';
import { href, paths } from '@/routes/paths';
import { mySessionsQuery } from './queries';

const MAX_SHOWN = 6;

/** The trainer's next sessions. */
export function NextSessionsPanel() {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <ListPanel
      title={t('teaching.next')}
      query={useQuery(mySessionsQuery(MAX_SHOWN))}
      empty={t('teaching.next_none')}
      rowHref={({ batch_id }) => href(paths.myBatch, { id: batch_id })}
      renderRow={(session) => ({
        title: localized(session, 'training_title', locale),
        text: [
          localized(session, 'title', locale),
          formatPlace(session, locale) || t('batch_mode.online'),
        ].join(' · '),
        end: (
          <>
            <DateText value={session.starts_at} style="weekday" />
            <br />
            <HoursText session={session} />
          </>
        ),
      })}
    />
  );
}
