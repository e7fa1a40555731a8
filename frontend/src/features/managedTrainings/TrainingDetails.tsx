import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { TrainingRead } from '@/api/catalog';
import { DateText } from '@/components/DateText';
import { Money } from '@/components/Money';
import { RichText } from '@/components/RichText';
import { Details } from '@/components/record/Details';
import { TitledCard } from '@/components/record/TitledCard';
import { densePicture } from '@/domain/training/picture';
import { localized, useLocale } from '@/i18n';
import { formatNumber, formatPercent } from '@/lib/format';

/** The content of a training in both languages. */
export function TrainingDetails({ training }: { training: TrainingRead }) {
  const { t } = useTranslation();
  return (
    <>
      <TitledCard title={t('offers.parts.basics')}>
        {training.image_url && <Picture url={training.image_url} />}
        <Basics training={training} />
      </TitledCard>
      <TitledCard title={t('offers.parts.rules')}>
        <Rules training={training} />
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
          <Content training={training} language="en" />
          <Content training={training} language="ar" />
        </Box>
      </TitledCard>
    </>
  );
}

function Basics({ training }: { training: TrainingRead }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { category, organization, attachments } = training;
  return (
    <Details
      entries={[
        [t('offers.fields.title_en'), <bdi key="en">{training.title_en}</bdi>],
        [t('offers.fields.title_ar'), <bdi key="ar">{training.title_ar}</bdi>],
        [t('common.organization'), localized(organization, 'name', locale)],
        [
          t('offers.category'),
          [localized(category, 'parent_name', locale), localized(category, 'name', locale)]
            .filter(Boolean)
            .join(' › '),
        ],
        [t('offers.level'), t(`training_level.${training.level}`)],
        [t('offers.fields.language'), t(`batch_language.${training.language}`)],
        [
          t('offers.fields.duration_hours'),
          t('batch_card.hours', { count: training.duration_hours }),
        ],
        training.standard_code && [
          t('offers.fields.standard_code'),
          <bdi key="standard" dir="ltr">
            {training.standard_code}
          </bdi>,
        ],
        [t('offers.parts.attachments'), formatNumber(attachments.length, locale)],
        [t('offers.updated'), <DateText key="at" value={training.updated_at} style="datetime" />],
      ]}
    />
  );
}

function Rules({ training }: { training: TrainingRead }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const {
    min_attendance_percent: attendance,
    min_score_percent: score,
    certificate_valid_months: months,
    default_price_minor: price,
  } = training;
  return (
    <Details
      entries={[
        [
          t('offers.fields.min_attendance_percent'),
          attendance === null ? t('offers.not_counted') : formatPercent(attendance, locale),
        ],
        [
          t('offers.fields.min_score_percent'),
          score === null ? t('offers.no_examination') : formatPercent(score, locale),
        ],
        [
          t('offers.fields.certificate_valid_months'),
          months === null
            ? t('offers.never_expires')
            : t('batch_page.valid_months', { count: months }),
        ],
        [
          t('offers.fields.default_price_minor'),
          price === null ? '–' : <Money key="price" amount={price} currency="SAR" />,
        ],
      ]}
    />
  );
}

function Picture({ url }: { url: string }) {
  return (
    <Box
      component="img"
      src={url}
      srcSet={`${url} 1x, ${densePicture(url)} 2x`}
      alt=""
      sx={{
        mt: 2,
        width: 1,
        maxWidth: 320,
        aspectRatio: '16 / 9',
        objectFit: 'cover',
        borderRadius: 2,
      }}
    />
  );
}

function Content({ training, language }: { training: TrainingRead; language: 'en' | 'ar' }) {
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
            <Part key={name} title={t(`offers.fields.${name}_${language}`)}>
              {name === 'description' ? (
                <RichText html={training[`${name}_${language}`]} sx={{ mt: 0.5 }} />
              ) : (
                <Typography>{training[`${name}_${language}`]}</Typography>
              )}
            </Part>
          ),
      )}
      {objectives.length > 0 && (
        <Part title={t('offers.fields.objectives')}>
          <Box component="ul" sx={{ m: 0, paddingInlineStart: 2.5 }}>
            {objectives.map((objective) => (
              <li key={objective}>{objective}</li>
            ))}
          </Box>
        </Part>
      )}
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
