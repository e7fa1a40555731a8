import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ResultSheet } from '@/api/enrollment';
import { ConfirmDialog } from '@/components/feedback/ConfirmDialog';
import { usePersonName } from '@/components/Person';
import { useLocale } from '@/i18n';
import { formatDate } from '@/lib/format';
import { toast } from '@/lib/toast';
import { useFinishBatch } from './queries';

const MAX_NAMES = 8;

/** Finalizes all results after a summary that lists incomplete ones. */
export function FinishBatch({ sheet }: { sheet: ResultSheet }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const nameOf = usePersonName();
  const [asking, setAsking] = useState(false);
  const [accepted, setAccepted] = useState(false);
  const finish = useFinishBatch();
  const incomplete = sheet.people.filter(
    ({ missing_marks, missing_scores }) => missing_marks + missing_scores > 0,
  );
  const count = (result: string) =>
    sheet.people.filter((person) => person.result === result).length;
  return (
    <>
      <Button variant="contained" disabled={sheet.lacks_assessment} onClick={() => setAsking(true)}>
        {t('results.finish.action')}
      </Button>
      <ConfirmDialog
        open={asking}
        title={t('results.finish.title')}
        confirmLabel={t('results.finish.action')}
        pending={finish.isPending}
        disabled={!sheet.over || (incomplete.length > 0 && !accepted)}
        error={finish.error}
        onConfirm={() =>
          finish.mutate(
            { path: { batch_id: sheet.batch_id }, body: { accept_missing: accepted } },
            {
              onSuccess: () => {
                setAsking(false);
                toast.success(t('results.finish.done', { count: sheet.people.length }));
              },
            },
          )
        }
        onClose={() => setAsking(false)}
      >
        <Typography component="span" sx={{ display: 'block' }}>
          {t('results.finish.text', {
            passed: count('passed'),
            failed: count('failed'),
            absent: count('absent'),
          })}
        </Typography>
        {!sheet.over && (
          <Alert severity="warning" sx={{ mt: 2 }}>
            {t('results.finish.not_over', { ends: formatDate(sheet.ends_at, locale, 'datetime') })}
          </Alert>
        )}
        {incomplete.length > 0 && (
          <Alert severity="warning" sx={{ mt: 2 }}>
            {t('results.finish.incomplete', {
              count: incomplete.length,
              names:
                incomplete.slice(0, MAX_NAMES).map(nameOf).join(t('table.list_separator')) +
                (incomplete.length > MAX_NAMES ? ' …' : ''),
            })}
            <FormControlLabel
              sx={{ display: 'flex', mt: 1 }}
              control={
                <Checkbox checked={accepted} onChange={(_, checked) => setAccepted(checked)} />
              }
              label={t('results.finish.accept')}
            />
          </Alert>
        )}
      </ConfirmDialog>
    </>
  );
}
