import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { TrainingRead } from '@/api/catalog';
import { DateText } from '@/components/DateText';
import { Details } from '@/components/record/Details';
import { TitledCard } from '@/components/record/TitledCard';
import { localized, useLocale } from '@/i18n';

/** What a training is and what is taught in it, in both languages. */
export function TrainingDetails({ training }: { training: TrainingRead }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { category, organization, certificate_valid_months: months } = training;
  return (
    <>
      <TitledCard title={t('offers.parts.basics')}>
        <Details
          entries={[
            [t('offers.title_en'), <bdi key="en">{training.title_en}</bdi>],
            [t('offers.title_ar'), <bdi key="ar">{training.title_ar}</bdi>],
            [t('common.organization'), localized(organization, 'name', locale)],
            [
              t('offers.category'),
              [localized(category, 'parent_name', locale), localized(category, 'name', locale)]
                .filter(Boolean)
                .join(' › '),
            ],
            [t('offers.level'), t(`training_level.${training.level}`)],
            [t('offers.duration'), t('batch_card.hours', { count: training.duration_hours })],
            [
              t('offers.certificate'),
              months === null
                ? t('offers.never_expires')
                : t('batch_page.valid_months', { count: months }),
            ],
            [
              t('offers.updated'),
              <DateText key="at" value={training.updated_at} style="datetime" />,
            ],
          ]}
        />
      </TitledCard>
      <TitledCard title={t('offers.parts.content')}>
        <Box
          sx={{
            mt: 3,
            display: 'grid',
            columnGap: 4,
            rowGap: 4,
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
          }}
        >
          <Teaching training={training} language="en" />
          <Teaching training={training} language="ar" />
        </Box>
      </TitledCard>
    </>
  );
}

function Teaching({ training, language }: { training: TrainingRead; language: 'en' | 'ar' }) {
  const { t } = useTranslation();
  const texts = ['summary', 'description', 'audience', 'prerequisites'] as const;
  const objectives = training[`objectives_${language}`];
  return (
    <Box
      component="article"
      lang={language}
      dir={language === 'ar' ? 'rtl' : 'ltr'}
      sx={{ display: 'grid', gap: 2.5, alignContent: 'start', minWidth: 0 }}
    >
      {texts.map(
        (name) =>
          training[`${name}_${language}`] && (
            <Part key={name} title={t(`offers.${name}_${language}`)}>
              <Typography sx={{ whiteSpace: 'pre-line' }}>
                {training[`${name}_${language}`]}
              </Typography>
            </Part>
          ),
      )}
      <Part title={t(`offers.objectives_${language}`)}>
        <Box component="ul" sx={{ m: 0, paddingInlineStart: 2.5 }}>
          {objectives.map((objective) => (
            <li key={objective}>{objective}</li>
          ))}
        </Box>
      </Part>
    </Box>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box>
      <Typography variant="body2" dir="auto" sx={{ color: 'text.secondary' }}>
        {title}
      </Typography>
      {children}
    </Box>
  );
}
