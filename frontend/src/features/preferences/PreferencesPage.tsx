import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Checkbox from '@mui/material/Checkbox';
import Skeleton from '@mui/material/Skeleton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Channel, PreferencesRead, PreferencesUpdate, Subject } from '@/api/notifications';
import { ActionError } from '@/components/feedback/ActionError';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { PageContainer } from '@/components/PageContainer';
import { QuietHours } from './QuietHours';
import { preferencesQuery, useUpdatePreferences } from './queries';

/** Notification channels by subject, and quiet hours; each change is saved immediately. */
export default function PreferencesPage() {
  const { t } = useTranslation();
  const { data, error, isPending, refetch } = useQuery(preferencesQuery());
  const update = useUpdatePreferences();
  return (
    <PageContainer title={t('routes.accountNotices')} subtitle={t('preferences.lead')} width="lg">
      <Box sx={{ display: 'grid', gap: 3 }}>
        <ErrorAlert error={error} onRetry={() => void refetch()} />
        <ActionError error={update.error} />
        {isPending && <Skeleton variant="rounded" height={420} sx={{ borderRadius: 4 }} />}
        {data && (
          <>
            <Choices
              preferences={data}
              onChange={(changed) =>
                update.mutate({ body: { ...toPreferences(data), ...changed } })
              }
            />
            <QuietHours
              preferences={data}
              onChange={(changed) =>
                update.mutate({ body: { ...toPreferences(data), ...changed } })
              }
            />
          </>
        )}
      </Box>
    </PageContainer>
  );
}

const toPreferences = ({ muted, quiet_from, quiet_until }: PreferencesRead): PreferencesUpdate => ({
  muted,
  quiet_from,
  quiet_until,
});

/** On phones each subject is above its choices. */
const narrow = (columns: number) => ({
  display: { xs: 'block', sm: 'table' },
  '& thead, & tbody': { display: { xs: 'block', sm: 'revert' } },
  '& tr': {
    display: { xs: 'grid', sm: 'revert' },
    gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
    alignItems: 'end',
  },
  '& th, & td': { px: { xs: 0.5, sm: 2 } },
  '& thead th': {
    fontSize: { xs: 'caption.fontSize', sm: 'inherit' },
    whiteSpace: { sm: 'nowrap' },
  },
  '& thead th:first-of-type': { display: { xs: 'none', sm: 'table-cell' } },
  '& tbody th': {
    gridColumn: '1 / -1',
    borderBottom: { xs: 'none', sm: 1 },
    borderColor: { sm: 'divider' },
    px: 2,
    pb: { xs: 0, sm: 2 },
  },
});

interface ChoicesProps {
  preferences: PreferencesRead;
  onChange: (changed: Pick<PreferencesUpdate, 'muted'>) => void;
}

function Choices({ preferences, onChange }: ChoicesProps) {
  const { t } = useTranslation();
  const { subjects, always, channels, muted } = preferences;
  const isMuted = (subject: Subject, channel: Channel) =>
    muted.some((each) => each.subject === subject && each.channel === channel);

  function toggle(subject: Subject, channel: Channel) {
    const others = muted.filter((each) => each.subject !== subject || each.channel !== channel);
    onChange({ muted: isMuted(subject, channel) ? others : [...muted, { subject, channel }] });
  }

  return (
    <TableContainer component={Card}>
      <Table aria-label={t('preferences.table')} sx={narrow(channels.length + 1)}>
        <TableHead>
          <TableRow>
            <TableCell>{t('preferences.subject')}</TableCell>
            <TableCell align="center">{t('preferences.app')}</TableCell>
            {channels.map((channel) => (
              <TableCell key={channel} align="center">
                {t(`preferences.channels.${channel}`)}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {subjects.map((subject) => {
            const label = t(`notifications.of.${subject}`);
            const fixed = always.includes(subject);
            const name = (channel: string) => t('preferences.by', { subject: label, channel });
            return (
              <TableRow key={subject}>
                <TableCell component="th" scope="row" sx={{ fontWeight: 500 }}>
                  {label}
                  {fixed && (
                    <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                      {t('preferences.always')}
                    </Typography>
                  )}
                </TableCell>
                <TableCell align="center" padding="checkbox">
                  <Checkbox
                    checked
                    disabled
                    slotProps={{ input: { 'aria-label': name(t('preferences.app')) } }}
                  />
                </TableCell>
                {channels.map((channel) => (
                  <TableCell key={channel} align="center" padding="checkbox">
                    <Checkbox
                      checked={!isMuted(subject, channel)}
                      disabled={fixed}
                      onChange={() => toggle(subject, channel)}
                      slotProps={{
                        input: { 'aria-label': name(t(`preferences.channels.${channel}`)) },
                      }}
                    />
                  </TableCell>
                ))}
              </TableRow>
            );
          })}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
