import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { TrainingRead } from '@/api/catalog';
import { RichText } from '@/components/RichText';
import { localized, useLocale } from '@/i18n';

/** The description, audience and outcomes of a training. */
export function TrainingContent({ training }: { training: TrainingRead }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const objectives = locale === 'ar' ? training.objectives_ar : training.objectives_en;
  const audience = localized(training, 'audience', locale);
  const prerequisites = localized(training, 'prerequisites', locale);
  return (
    <>
      <Box component="section">
        <Typography variant="subtitle1" component="p">
          {localized(training, 'summary', locale)}
        </Typography>
        <RichText html={localized(training, 'description', locale)} sx={{ mt: 2 }} />
      </Box>
      {objectives.length > 0 && (
        <Part title={t('batch_page.objectives')}>
          <Box component="ul" sx={{ m: 0, paddingInlineStart: 2.5, display: 'grid', gap: 0.75 }}>
            {objectives.map((objective) => (
              <Typography component="li" key={objective}>
                {objective}
              </Typography>
            ))}
          </Box>
        </Part>
      )}
      {audience && (
        <Part title={t('batch_page.audience')}>
          <Typography>{audience}</Typography>
        </Part>
      )}
      {prerequisites && (
        <Part title={t('batch_page.prerequisites')}>
          <Typography>{prerequisites}</Typography>
        </Part>
      )}
      {training.attachments.length > 0 && (
        <Part title={t('training_page.attachments')}>
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
            {training.attachments.map(({ id, name, url }) => (
              <li key={id}>
                {training.status === 'published' ? (
                  <Link href={url} download dir="auto">
                    {name}
                  </Link>
                ) : (
                  <bdi>{name}</bdi>
                )}
              </li>
            ))}
          </Box>
        </Part>
      )}
    </>
  );
}

/** A section of a page with its heading. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box component="section">
      <Typography variant="h4" component="h2" sx={{ mb: 1.5 }}>
        {title}
      </Typography>
      {children}
    </Box>
  );
}
