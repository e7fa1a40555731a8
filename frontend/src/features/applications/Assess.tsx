import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApplicationDetail } from '@/api/enrollment';
import { ActionError } from '@/components/feedback/ActionError';
import { TitledCard } from '@/components/record/TitledCard';
import { toast } from '@/lib/toast';
import { useAssessApplication } from './queries';

/** The platform's own rating of an application, which the organization does not see. */
export function Assess({ application }: { application: ApplicationDetail }) {
  const { t } = useTranslation();
  const assess = useAssessApplication();
  const [rating, setRating] = useState(application.rating?.toString() ?? '');
  const [shortlisted, setShortlisted] = useState(application.shortlisted ?? false);
  const number = rating === '' ? null : Number(rating);
  const isWrong = number !== null && !(Number.isInteger(number) && number >= 0 && number <= 100);
  const save = () =>
    assess.mutate(
      { path: { application_id: application.id }, body: { rating: number, shortlisted } },
      { onSuccess: () => toast.success(t('common.saved')) },
    );
  return (
    <TitledCard title={t('applications.assess')} lead={t('applications.assess_lead')}>
      <TextField
        label={t('applications.rating')}
        helperText={t('applications.rating_hint')}
        error={isWrong}
        value={rating}
        onChange={(event) => setRating(event.target.value.trim())}
        slotProps={{ htmlInput: { inputMode: 'numeric', dir: 'ltr', maxLength: 3 } }}
        fullWidth
        sx={{ mt: 2 }}
      />
      <FormControlLabel
        sx={{ display: 'flex', my: 1.5 }}
        control={
          <Switch
            checked={shortlisted}
            onChange={(event) => setShortlisted(event.target.checked)}
          />
        }
        label={t('applications.shortlisted')}
      />
      <ActionError error={assess.error} />
      <Button variant="outlined" disabled={isWrong} loading={assess.isPending} onClick={save}>
        {t('common.save')}
      </Button>
    </TitledCard>
  );
}
