import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { AnnouncementRead } from '@/api/catalog';
import { DateText } from '@/components/DateText';
import { DocumentList } from '@/components/DocumentList';
import { FileSize } from '@/components/FileSize';
import { Money } from '@/components/Money';
import { RichText } from '@/components/RichText';
import { Details } from '@/components/record/Details';
import { TitledCard } from '@/components/record/TitledCard';
import { localized, useLocale } from '@/i18n';
import { formatNumber } from '@/lib/format';
import { fetchAttachment } from './queries';

/** The content of an announcement in both languages, and its terms. */
export function AnnouncementDetails({ announcement }: { announcement: AnnouncementRead }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { fee_minor, currency, staff_needed, category, opens_at, closes_at } = announcement;
  return (
    <>
      <TitledCard title={t('announcements.terms')}>
        <Details
          entries={[
            [t('announcements.fields.category'), localized(category, 'name', locale)],
            [
              t('announcements.fields.fee'),
              fee_minor ? (
                <Money key="fee" amount={fee_minor} currency={currency} />
              ) : (
                t('announcements.free')
              ),
            ],
            [t('announcements.fields.staff_needed'), formatNumber(staff_needed, locale)],
            [
              t('announcements.fields.opens_at'),
              <DateText key="opens" value={opens_at} style="datetime" />,
            ],
            [
              t('announcements.fields.closes_at'),
              <DateText key="closes" value={closes_at} style="datetime" />,
            ],
          ]}
        />
      </TitledCard>
      <Content announcement={announcement} language="en" />
      <Content announcement={announcement} language="ar" />
      {announcement.attachments.length > 0 && <Documents announcement={announcement} />}
    </>
  );
}

function Documents({ announcement }: { announcement: AnnouncementRead }) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <TitledCard title={t('announcements.attachments')}>
      <Box sx={{ mt: 2 }}>
        <DocumentList
          documents={announcement.attachments.map(({ id, media_type, name, size_bytes }) => ({
            id,
            media_type,
            title: name,
            note: <FileSize bytes={size_bytes} />,
          }))}
          whose={localized(announcement, 'title', locale)}
          fetchDocument={(id) => fetchAttachment(announcement.id, id)}
        />
      </Box>
    </TitledCard>
  );
}

function Content({
  announcement,
  language,
}: {
  announcement: AnnouncementRead;
  language: 'en' | 'ar';
}) {
  const { t } = useTranslation();
  const description = announcement[`description_${language}`];
  const title = announcement[`title_${language}`];
  return (
    <TitledCard title={title}>
      <div lang={language} dir={language === 'ar' ? 'rtl' : 'ltr'}>
        <Typography sx={{ mt: 2 }}>{announcement[`summary_${language}`]}</Typography>
        {description && <RichText html={description} sx={{ mt: 2 }} />}
        <Typography sx={{ mt: 2, fontWeight: 600 }}>
          {t(`announcements.fields.eligibility_${language}`)}
        </Typography>
        <Typography sx={{ whiteSpace: 'pre-line' }}>
          {announcement[`eligibility_${language}`]}
        </Typography>
      </div>
    </TitledCard>
  );
}
