import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Skeleton from '@mui/material/Skeleton';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApplicationDetail, ApplicationRead } from '@/api/enrollment';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { BulkBar } from '@/components/list/BulkBar';
import { TextLink } from '@/components/RouterLinks';
import { Details } from '@/components/record/Details';
import { StatusChip } from '@/components/StatusChip';
import { localized, useLocale } from '@/i18n';
import { formatNumber } from '@/lib/format';
import { href, paths } from '@/routes/paths';
import { applicationQuery } from './queries';

/** Maximum number of compared applications. */
const MAX_COMPARED = 4;

interface CompareApplicationsProps {
  chosen: readonly ApplicationRead[];
  onClear: () => void;
}

/** Compares selected applications: organization, staff, rating and answers. */
export function CompareApplications({ chosen, onClear }: CompareApplicationsProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  if (chosen.length === 0) return null;
  return (
    <>
      <BulkBar label={t('applications.compare')} count={chosen.length} onClear={onClear}>
        <Button
          variant="contained"
          disabled={chosen.length < 2 || chosen.length > MAX_COMPARED}
          onClick={() => setOpen(true)}
        >
          {t('applications.compare')}
        </Button>
      </BulkBar>
      {isOpen && <Comparison chosen={chosen} onClose={() => setOpen(false)} />}
    </>
  );
}

function Comparison({
  chosen,
  onClose,
}: {
  chosen: readonly ApplicationRead[];
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const found = useQueries({ queries: chosen.map(({ id }) => applicationQuery(id)) });
  return (
    <Dialog open onClose={onClose} maxWidth="xl" fullWidth aria-labelledby="compare-title">
      <DialogTitle id="compare-title">{t('applications.comparison')}</DialogTitle>
      <DialogContent>
        <Box
          sx={{
            display: 'grid',
            gap: 2,
            gridTemplateColumns: {
              xs: 'minmax(0, 1fr)',
              md: `repeat(${chosen.length}, minmax(0, 1fr))`,
            },
          }}
        >
          {found.map(({ data, error, refetch }, index) => (
            <Box
              key={chosen[index]?.id}
              sx={{ minWidth: 0, p: 2.5, border: 1, borderColor: 'divider', borderRadius: 3 }}
            >
              {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
              {data ? (
                <ComparedApplication application={data} />
              ) : (
                <Skeleton variant="rounded" height={240} />
              )}
            </Box>
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('common.close')}</Button>
      </DialogActions>
    </Dialog>
  );
}

function ComparedApplication({ application }: { application: ApplicationDetail }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { id, organization, announcement, staff, rating, status, note } = application;
  return (
    <>
      <TextLink to={href(paths.applicationView, { id })}>
        {localized(organization, 'name', locale) || t('person.unknown')}
      </TextLink>
      <Details
        entries={[
          [t('applications.announcement'), localized(announcement, 'title', locale)],
          [
            t('applications.status'),
            <StatusChip key="status" noun="application" status={status} />,
          ],
          [t('applications.rating'), rating === null ? '–' : formatNumber(rating, locale)],
          [
            t('applications.staff'),
            staff
              .map((member) => localized(member, 'name', locale))
              .join(t('table.list_separator')) || '–',
          ],
          [
            t('submission.fields.note'),
            <Box key="note" dir="auto" sx={{ whiteSpace: 'pre-line', unicodeBidi: 'plaintext' }}>
              {note || '–'}
            </Box>,
          ],
        ]}
      />
    </>
  );
}
