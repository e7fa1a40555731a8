import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { listApprovalsOptions } from '@/api/approvals/@tanstack/react-query.gen';
import { DateText } from '@/components/DateText';
import { ListPanel } from '@/components/list/ListPanel';
import { localized, useLocale } from '@/i18n';
import { href, paths } from '@/routes/paths';

const MAX_SHOWN = 5;
const REFRESH_MS = 60_000;

/** The requests that await the user; renders nothing if there are none. */
export function ApprovalsPanel() {
  const { t } = useTranslation();
  const locale = useLocale();
  const query = useQuery({
    ...listApprovalsOptions({ query: { mine: true, status: 'pending', page_size: MAX_SHOWN } }),
    refetchInterval: REFRESH_MS,
  });
  if (!query.data?.meta.total) return null;
  return (
    <ListPanel
      title={t('approvals.title')}
      query={query}
      empty={t('approvals.none')}
      rowHref={({ id }) => href(paths.approval, { id })}
      renderRow={(request) => ({
        title: localized(request, 'name', locale),
        text: t(`approvals.content.${request.content_type}`),
        end: <DateText value={request.submitted_at} />,
      })}
    />
  );
}
