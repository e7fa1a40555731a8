import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useListState } from '@/components/list/useListState';
import { PageContainer } from '@/components/PageContainer';
import { Catalogue } from '@/domain/catalogue/Catalogue';
import { AnnouncementCard } from './AnnouncementCard';
import { AnnouncementFilters, filtersSet } from './AnnouncementFilters';
import { zAnnouncementsAddress } from './lists';
import { announcementsQuery } from './queries';

const SORTS = ['closes_at', '-updated_at'] as const;

/** Open and upcoming announcements, for everyone except candidates. */
export default function AnnouncementsPage() {
  const { t } = useTranslation();
  const state = useListState(zAnnouncementsAddress);
  const found = useQuery(announcementsQuery(state.query));
  return (
    <PageContainer title={t('routes.announcements')} subtitle={t('announcement_page.lead')}>
      <Catalogue
        found={found}
        filters={<AnnouncementFilters state={state} />}
        filtersSet={filtersSet(state)}
        state={state}
        sorts={SORTS}
        searchLabel={t('announcement_page.search')}
        countKey="announcement_page.found"
        noun="announcement_page"
        renderCard={(announcement) => <AnnouncementCard announcement={announcement} />}
        rowKey={(announcement) => announcement.id}
        cardHeight={264}
      />
    </PageContainer>
  );
}
