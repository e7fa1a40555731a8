import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import MenuItem from '@mui/material/MenuItem';
import Skeleton from '@mui/material/Skeleton';
import TextField from '@mui/material/TextField';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { LevelTimes, TimesReport } from '@/api/approvals';
import { zGetApprovalTimesQuery } from '@/api/approvals/zod.gen';
import { asProblem } from '@/api/problem';
import { Bars } from '@/components/charts/Bars';
import DayField from '@/components/DayField';
import { EmptyState } from '@/components/feedback/EmptyState';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { SectionTabs } from '@/components/list/SectionTabs';
import { useFamily } from '@/components/list/useFamily';
import { useListState } from '@/components/list/useListState';
import { PageContainer } from '@/components/PageContainer';
import { TitledCard } from '@/components/record/TitledCard';
import { useContentTypes } from '@/domain/site/contentTypes';
import { localized, useLocale } from '@/i18n';
import { formatNumber } from '@/lib/format';
import { timesQuery } from './queries';
import { TimesTable } from './TimesTable';

const ALL = 'all';

/** The duration of approvals by level and by approver. */
export default function TimesPage() {
  const { t } = useTranslation();
  const sections = useFamily('approvals');
  const contentTypes = useContentTypes();
  const { query, texts, setFilters } = useListState(zGetApprovalTimesQuery);
  const { data, error, refetch } = useQuery({
    ...timesQuery(query),
    placeholderData: keepPreviousData,
  });
  const fields = asProblem(error)?.fields ?? [];
  const dayField = (name: 'decided_from' | 'decided_to') => {
    const wrong = fields.find(({ field }) => field === name);
    return {
      label: t(`approval_times.${name}`),
      // Without a parameter, the server's default applies.
      value: texts(name)[0] ?? data?.[name] ?? null,
      onChange: (day: string | null) => setFilters({ [name]: day }),
      textField: {
        size: 'small' as const,
        error: Boolean(wrong),
        helperText: wrong && t(`errors.${wrong.code}`, { defaultValue: wrong.message }),
      },
    };
  };
  return (
    <PageContainer title={t('routes.approvalTimes')} subtitle={t('approval_times.lead')} compact>
      {sections && <SectionTabs label={sections.label} sections={sections.of} />}
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          my: 2,
          gridTemplateColumns: { sm: 'repeat(3, minmax(0, 220px))' },
          alignItems: 'start',
        }}
      >
        <DayField {...dayField('decided_from')} />
        <DayField {...dayField('decided_to')} />
        <TextField
          select
          size="small"
          label={t('approval_times.content_type')}
          value={query?.content_type ?? ALL}
          onChange={({ target }) =>
            setFilters({ content_type: target.value === ALL ? null : target.value })
          }
        >
          <MenuItem value={ALL}>{t('common.all')}</MenuItem>
          {contentTypes.map(({ value, label }) => (
            <MenuItem key={value} value={value}>
              {label}
            </MenuItem>
          ))}
        </TextField>
      </Box>
      {error && fields.length === 0 && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton variant="rounded" height={320} />}
      {!error && data && <Report report={data} query={query} />}
    </PageContainer>
  );
}

function Report({
  report: { levels, approvers },
  query,
}: {
  report: TimesReport;
  query: Parameters<typeof TimesTable>[0]['query'];
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const levelName = (level: LevelTimes) => {
    const name = localized(level, 'name', locale);
    return level.level_id === null ? t('approval_times.deleted', { name }) : name;
  };
  const kind = ({ content_type }: LevelTimes) => t(`approvals.content.${content_type}`);
  if (approvers.length === 0 && levels.length === 0) {
    return (
      <Card>
        <EmptyState title={t('approval_times.none')} description={t('approval_times.none_hint')} />
      </Card>
    );
  }
  const names = levels.map(levelName);
  return (
    <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {levels.length > 0 && (
        <TitledCard title={t('approval_times.chart')}>
          <Bars
            label={t('approval_times.chart')}
            // Levels of different content types may have the same name.
            groups={levels.map((level, index) =>
              names.filter((name) => name === names[index]).length > 1
                ? `${names[index]} (${kind(level)})`
                : levelName(level),
            )}
            series={[
              { label: t('approval_times.median'), values: levels.map(({ median }) => median) },
              { label: t('approval_times.p90'), values: levels.map(({ p90 }) => p90) },
            ]}
            format={(days) => formatNumber(days, locale)}
            step={1}
          />
        </TitledCard>
      )}
      <TimesTable part="levels" query={query} rows={levels} name={levelName} kind={kind} />
      <TimesTable
        part="approvers"
        query={query}
        rows={approvers}
        name={(approver) => localized(approver, 'name', locale)}
      />
    </Box>
  );
}
