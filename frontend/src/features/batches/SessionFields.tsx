import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Collapse from '@mui/material/Collapse';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { BilingualInput } from '@/components/form/BilingualInput';
import { DateInput } from '@/components/form/DateInput';
import { FieldArray } from '@/components/form/FieldArray';
import { SearchSelectInput } from '@/components/form/SearchSelectInput';
import { TextInput } from '@/components/form/TextInput';
import { TimeInput } from '@/components/form/TimeInput';
import { localized, useLocale } from '@/i18n';
import type { BatchFormState } from './BatchFields';
import { emptySession, type Named } from './batchForm';
import { trainersQuery } from './queries';
import { RuleDialog } from './RuleDialog';

const MAX_SESSIONS = 120;

/** The sessions of a batch: one by one, or by a rule. */
export function SessionFields({ form }: { form: BatchFormState }) {
  const { t } = useTranslation();
  const [planning, plan] = useState(false);
  const { control } = form;
  return (
    <Box sx={{ display: 'grid', gap: 2.5, mt: 2.5 }}>
      <Button variant="outlined" onClick={() => plan(true)} sx={{ justifySelf: 'start' }}>
        {t('batches.by_rule')}
      </Button>
      <FieldArray
        control={control}
        name="sessions"
        label={t('batches.sessions')}
        addLabel={t('batches.add_session')}
        entryLabel={(place) => t('batches.session', { place })}
        empty={emptySession}
        max={MAX_SESSIONS}
      >
        {(name) => <Session form={form} name={name} />}
      </FieldArray>
      {planning && <RuleDialog form={form} onClose={() => plan(false)} />}
    </Box>
  );
}

function Session({ form, name }: { form: BatchFormState; name: `sessions.${number}` }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { control } = form;
  const session = useWatch({ control, name });
  const isSpecial = Boolean(
    session?.venue_en || session?.venue_ar || session?.online_url || session?.trainer_id,
  );
  const [open, setOpen] = useState(isSpecial);
  return (
    <Box sx={{ display: 'grid', gap: 2, pb: 2, borderBottom: '1px solid', borderColor: 'divider' }}>
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          alignItems: 'start',
          // A time with AM or PM needs 150 pixels.
          gridTemplateColumns: { xs: 'repeat(auto-fit, minmax(150px, 1fr))', sm: '1.4fr 1fr 1fr' },
        }}
      >
        <DateInput control={control} name={`${name}.day`} label={t('batches.day')} required />
        <TimeInput
          control={control}
          name={`${name}.starts_at`}
          label={t('batches.from')}
          required
        />
        <TimeInput control={control} name={`${name}.ends_at`} label={t('batches.to')} required />
      </Box>
      <BilingualInput
        control={control}
        name={`${name}.title`}
        labels={{ en: t('batches.session_en'), ar: t('batches.session_ar') }}
        required
      />
      <Button
        size="small"
        variant="text"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        sx={{ justifySelf: 'start' }}
      >
        {t(open ? 'batches.less' : 'batches.more')}
      </Button>
      <Collapse in={open} unmountOnExit>
        <Box sx={{ display: 'grid', gap: 2, pt: 1 }}>
          <BilingualInput
            control={control}
            name={`${name}.venue`}
            labels={{ en: t('batches.venue_en'), ar: t('batches.venue_ar') }}
            hint={t('batches.own_place_hint')}
          />
          <TextInput
            control={control}
            name={`${name}.online_url`}
            label={t('batches.online_url')}
            hint={t('batches.online_url_hint')}
            type="url"
            ltr
          />
          <SearchSelectInput
            control={control}
            name={`${name}.trainer_id`}
            label={t('batches.trainer')}
            hint={t('batches.own_trainer_hint')}
            source={{
              find: trainersQuery,
              label: (trainer: Named) => localized(trainer, 'name', locale),
            }}
            keep={({ id, name_en, name_ar }) => ({ id, name_en, name_ar })}
          />
        </Box>
      </Collapse>
    </Box>
  );
}
