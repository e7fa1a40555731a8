import StandardIcon from '@mui/icons-material/BadgeOutlined';
import LevelIcon from '@mui/icons-material/BarChartOutlined';
import PassIcon from '@mui/icons-material/FactCheckOutlined';
import ClockIcon from '@mui/icons-material/ScheduleOutlined';
import LanguageIcon from '@mui/icons-material/TranslateOutlined';
import AwardIcon from '@mui/icons-material/WorkspacePremiumOutlined';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Divider from '@mui/material/Divider';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { TrainingRead } from '@/api/catalog';
import { LinkButton, TextLink } from '@/components/RouterLinks';
import { localized, useLocale } from '@/i18n';
import { formatPercent } from '@/lib/format';
import { href, paths } from '@/routes/paths';
import { formatBatchDates } from '../batchTimes';
import { IconDetail } from '../IconDetail';
import { PriceRange } from './PriceRange';
import { TrainingContent } from './TrainingContent';
import { TrainingPicture } from './TrainingPicture';

/** A training as visitors see it; the children follow it. */
export function TrainingView({
  training,
  children,
}: {
  training: TrainingRead;
  children?: ReactNode;
}) {
  return (
    <Box
      sx={{
        display: 'grid',
        gap: { xs: 4, lg: 6 },
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 360px' },
      }}
    >
      <Box sx={{ gridColumn: { lg: 2 }, gridRow: { lg: 1 }, position: { lg: 'sticky' }, top: 96 }}>
        <Summary training={training} />
      </Box>
      <Box sx={{ display: 'grid', gap: 5, minWidth: 0 }}>
        <TrainingContent training={training} />
        {children}
      </Box>
    </Box>
  );
}

/** A summary of a training: price, next date, duration and certificate. */
function Summary({ training }: { training: TrainingRead }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const pass = useRules(training);
  const next = training.next_batch;
  const months = training.certificate_valid_months;
  return (
    <Card>
      <TrainingPicture url={training.image_url} />
      <Box sx={{ p: 3, pb: 0 }}>
        <Typography variant="h3" component="p">
          <PriceRange training={training} />
        </Typography>
        {next && (
          <>
            <LinkButton
              to={href(paths.batch, { id: training.id, batchId: next.id })}
              variant="contained"
              size="large"
              fullWidth
              sx={{ mt: 2.5 }}
            >
              {t('training_page.next')}
            </LinkButton>
            <Typography variant="body2" sx={{ mt: 1.5, color: 'text.secondary' }}>
              {formatBatchDates(next, locale)}
              {next.city && ` · ${localized(next.city, 'name', locale)}`}
            </Typography>
          </>
        )}
      </Box>
      <Divider sx={{ mx: 3, mt: 3 }} />
      <Box component="dl" sx={{ display: 'grid', gap: 2, m: 0, p: 3 }}>
        <IconDetail Icon={ClockIcon} label={t('batch_page.duration')}>
          {t('batch_card.hours', { count: training.duration_hours })}
        </IconDetail>
        <IconDetail Icon={LevelIcon} label={t('training_page.level')}>
          {t(`training_level.${training.level}`)}
        </IconDetail>
        <IconDetail Icon={LanguageIcon} label={t('batch_page.language')}>
          {t(`batch_language.${training.language}`)}
        </IconDetail>
        {pass && (
          <IconDetail Icon={PassIcon} label={t('training_page.pass')}>
            {pass}
          </IconDetail>
        )}
        {months !== null && (
          <IconDetail Icon={AwardIcon} label={t('batch_page.certificate')}>
            {t('batch_page.valid_months', { count: months })}
          </IconDetail>
        )}
        {training.standard_code && (
          <IconDetail Icon={StandardIcon} label={t('training_page.standard')}>
            <TextLink to={href(paths.trainings, {}, { standard_code: training.standard_code })}>
              <bdi dir="ltr">{training.standard_code}</bdi>
            </TextLink>
          </IconDetail>
        )}
      </Box>
    </Card>
  );
}

/** Returns the pass requirements; undefined if attendance alone suffices. */
function useRules({ min_attendance_percent, min_score_percent }: TrainingRead): string {
  const { t } = useTranslation();
  const locale = useLocale();
  const rules = [
    ['attendance', min_attendance_percent],
    ['score', min_score_percent],
  ] as const;
  return rules
    .flatMap(([rule, least]) =>
      least === null ? [] : t(`training_page.${rule}`, { percent: formatPercent(least, locale) }),
    )
    .join(' · ');
}
