import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { AnnouncementFile, AnnouncementRead } from '@/api/catalog';
import { FileSize } from '@/components/FileSize';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { PageContainer } from '@/components/PageContainer';
import { RichText } from '@/components/RichText';
import { Part } from '@/domain/training/TrainingContent';
import { localized, useLocale } from '@/i18n';
import { isNotFound, PageError } from '@/lib/fault';
import { paths } from '@/routes/paths';
import { AnnouncementSteps } from './AnnouncementSteps';
import { AnnouncementSummary } from './AnnouncementSummary';
import { PhaseText } from './PhaseText';
import { announcementQuery } from './queries';

/** The public page of an announcement, for everyone except candidates. */
export default function PublicAnnouncementPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const { id = '' } = useParams();
  const { data: announcement, error, isPending, refetch } = useQuery(announcementQuery(id));

  if (isNotFound(error)) throw new PageError(404, 'announcement_page.not_found');
  return (
    <PageContainer
      title={announcement ? localized(announcement, 'title', locale) : t('routes.announcement')}
      trail={[{ label: t('routes.announcements'), to: paths.announcements }]}
      subtitle={
        announcement && (
          <Box
            component="span"
            sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.25 }}
          >
            <Chip size="small" label={localized(announcement.category, 'name', locale)} />
            <PhaseText announcement={announcement} />
          </Box>
        )
      }
    >
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {isPending && <Skeleton variant="rounded" height={280} sx={{ borderRadius: 4 }} />}
      {announcement && (
        <Box
          sx={{
            display: 'grid',
            gap: { xs: 4, lg: 6 },
            alignItems: 'start',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 360px' },
          }}
        >
          <Box
            sx={{ gridColumn: { lg: 2 }, gridRow: { lg: 1 }, position: { lg: 'sticky' }, top: 96 }}
          >
            <AnnouncementSummary announcement={announcement} />
          </Box>
          <Content announcement={announcement} />
        </Box>
      )}
    </PageContainer>
  );
}

function Content({ announcement }: { announcement: AnnouncementRead }) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <Box sx={{ display: 'grid', gap: 5, minWidth: 0 }}>
      <Box component="section">
        <Typography variant="subtitle1" component="p">
          {localized(announcement, 'summary', locale)}
        </Typography>
        <RichText html={localized(announcement, 'description', locale)} sx={{ mt: 2 }} />
      </Box>
      <Part title={t('announcement_page.eligibility')}>
        <Typography sx={{ whiteSpace: 'pre-line' }}>
          {localized(announcement, 'eligibility', locale)}
        </Typography>
      </Part>
      {announcement.attachments.length > 0 && (
        <Part title={t('announcement_page.attachments')}>
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
            {announcement.attachments.map((file) => (
              <FileRow key={file.id} file={file} />
            ))}
          </Box>
        </Part>
      )}
      <Part title={t('announcement_page.next')}>
        <AnnouncementSteps announcement={announcement} />
      </Part>
    </Box>
  );
}

function FileRow({ file: { name, url, media_type, size_bytes } }: { file: AnnouncementFile }) {
  const { t } = useTranslation();
  return (
    <Box
      component="li"
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1 }}
    >
      <Link href={url} download dir="auto" sx={{ overflowWrap: 'anywhere' }}>
        {name}
      </Link>
      <Typography variant="body2" component="span" sx={{ color: 'text.secondary' }}>
        {media_type === 'application/pdf' ? 'PDF' : t('document.picture')}
        {' · '}
        <FileSize bytes={size_bytes} />
      </Typography>
    </Box>
  );
}
