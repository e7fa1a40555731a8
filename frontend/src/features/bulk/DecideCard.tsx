import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BulkEnrollmentDetail, BulkRowRead } from '@/api/enrollment';
import { ActionError } from '@/components/feedback/ActionError';
import { Details } from '@/components/record/Details';
import { TitledCard } from '@/components/record/TitledCard';
import { localized, useLocale } from '@/i18n';
import { NumberDialog } from './NumberDialog';
import { toDecideQuery, useDecide } from './queries';

/** Rows whose number belongs to an account with another name; the user decides about each. */
export function DecideCard({ bulk }: { bulk: BulkEnrollmentDetail }) {
  const { t } = useTranslation();
  const count = bulk.states.decide ?? 0;
  const { data } = useQuery({ ...toDecideQuery(bulk.id), enabled: count > 0 });
  if (count === 0) return null;
  return (
    <TitledCard
      title={t('bulk_enrollments.decide', { count })}
      lead={t('bulk_enrollments.decide_lead')}
    >
      <Box component="ul" sx={{ listStyle: 'none', m: 0, mt: 1, p: 0 }}>
        {data?.data.map((row) => (
          <Decision key={row.number} bulk={bulk} row={row} />
        ))}
      </Box>
      {data && data.meta.total > data.data.length && (
        <Typography variant="body2" sx={{ mt: 1.5, color: 'text.secondary' }}>
          {t('bulk_enrollments.decide_more', { count: data.meta.total - data.data.length })}
        </Typography>
      )}
    </TitledCard>
  );
}

function Decision({ bulk, row }: { bulk: BulkEnrollmentDetail; row: BulkRowRead }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const decide = useDecide(bulk.id);
  const [correcting, setCorrecting] = useState(false);
  const { number, cells } = row;
  const idNumber = cells.civil_number || cells.passport_number || '';
  const written = { name_en: cells.name_en ?? '', name_ar: cells.name_ar ?? '' };
  return (
    <Box component="li" sx={{ py: 2, borderTop: 1, borderColor: 'divider' }}>
      <Details
        entries={[
          [
            t('bulk_enrollments.row_number', { number }),
            <bdi key="n" dir="ltr">
              {idNumber}
            </bdi>,
          ],
          [t('bulk_enrollments.in_file'), <bdi key="f">{localized(written, 'name', locale)}</bdi>],
          [t('bulk_enrollments.holder'), <bdi key="h">{localized(row, 'shown_name', locale)}</bdi>],
        ]}
      />
      <Box sx={{ mt: 1.5, display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button
          size="small"
          variant="outlined"
          loading={decide.isPending}
          onClick={() => decide.mutate({ rows: [{ number, use_person: true }] })}
        >
          {t('bulk_enrollments.use_person')}
        </Button>
        <Button size="small" disabled={decide.isPending} onClick={() => setCorrecting(true)}>
          {t('bulk_enrollments.another_person')}
        </Button>
        <Button
          size="small"
          color="inherit"
          disabled={decide.isPending}
          onClick={() => decide.mutate({ rows: [{ number, skip: true }] })}
        >
          {t('bulk_enrollments.leave_out')}
        </Button>
      </Box>
      <ActionError error={decide.error} />
      {correcting && (
        <NumberDialog
          title={t('bulk_enrollments.another_person')}
          value={idNumber}
          onSave={(value) => {
            const column = cells.civil_number ? 'civil_number' : 'passport_number';
            return decide.mutateAsync({ cells: [{ number, column, value }] });
          }}
          onClose={() => setCorrecting(false)}
        />
      )}
    </Box>
  );
}
