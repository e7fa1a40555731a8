import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlannedSession } from '@/api/catalog';
import { zSessionRule, zWeekday } from '@/api/catalog/zod.gen';
import { DateText } from '@/components/DateText';
import { BilingualInput } from '@/components/form/BilingualInput';
import { DateInput } from '@/components/form/DateInput';
import { FieldArray } from '@/components/form/FieldArray';
import { FormDialog } from '@/components/form/FormDialog';
import { fieldGrid } from '@/components/form/fieldGrid';
import { MultiSelectInput } from '@/components/form/MultiSelectInput';
import { NumberInput } from '@/components/form/NumberInput';
import { TextInput } from '@/components/form/TextInput';
import { TimeInput } from '@/components/form/TimeInput';
import { HoursText } from '@/components/HoursText';
import { useZodForm, z } from '@/lib/forms';
import { toOptions } from '@/lib/options';
import { getRiyadhDay, getRiyadhTime } from '@/lib/riyadh';
import type { BatchFormState } from './BatchFields';
import { emptySession, onlineUrl, type SessionInput } from './batchForm';
import { usePlanSessions } from './queries';

const time = z.string().check(z.regex(/^\d{2}:\d{2}$/));
const schema = z.extend(zSessionRule, {
  online_url: onlineUrl,
  starts_at: time,
  ends_at: time,
  except_days: z.pipe(
    z.array(z.object({ day: z.iso.date() })),
    z.transform((days) => days.map(({ day }) => day)),
  ),
});

const toSessionInput = (session: PlannedSession): SessionInput => ({
  ...emptySession,
  title_en: session.title_en,
  title_ar: session.title_ar,
  day: getRiyadhDay(session.starts_at),
  starts_at: getRiyadhTime(session.starts_at),
  ends_at: getRiyadhTime(session.ends_at),
  online_url: session.online_url ?? '',
});

/** Plans sessions by a rule: previews them, then replaces those in the form. */
export function RuleDialog({ form, onClose }: { form: BatchFormState; onClose: () => void }) {
  const { t } = useTranslation();
  const plan = usePlanSessions();
  const [planned, setPlanned] = useState<PlannedSession[] | null>(null);
  const rule = useZodForm(schema, {
    // Day names in both languages, whichever is shown.
    title_en: 'Session',
    title_ar: 'الجلسة',
    weekdays: ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday'],
    first_day: '',
    last_day: null,
    count: null,
    starts_at: '09:00',
    ends_at: '13:00',
    except_days: [],
    online_url: '',
  });
  const { control } = rule;
  return (
    <FormDialog
      form={rule}
      title={t('batches.by_rule')}
      text={t('batches.rule_lead')}
      saveLabel={planned ? t('batches.take_over', { count: planned.length }) : t('batches.preview')}
      keepOpen={!planned}
      onSave={async (body) => {
        if (planned) {
          form.setValue('sessions', planned.map(toSessionInput), { shouldDirty: true });
          return;
        }
        setPlanned((await plan.mutateAsync({ body })).sessions);
      }}
      onClose={onClose}
    >
      {planned ? (
        <Preview sessions={planned} onBack={() => setPlanned(null)} />
      ) : (
        <>
          <MultiSelectInput
            control={control}
            name="weekdays"
            label={t('batches.weekdays')}
            required
            options={toOptions(zWeekday.options, (day) => t(`batches.weekday.${day}`))}
          />
          <Box sx={fieldGrid}>
            <TimeInput control={control} name="starts_at" label={t('batches.from')} required />
            <TimeInput control={control} name="ends_at" label={t('batches.to')} required />
            <DateInput control={control} name="first_day" label={t('batches.first_day')} required />
            <NumberInput
              control={control}
              name="count"
              label={t('batches.count')}
              hint={t('batches.count_hint')}
            />
            <DateInput control={control} name="last_day" label={t('batches.last_day')} />
          </Box>
          <FieldArray
            control={control}
            name="except_days"
            label={t('batches.except_days')}
            addLabel={t('batches.add_except_day')}
            entryLabel={(place) => t('batches.except_day', { place })}
            empty={{ day: '' }}
          >
            {(name) => (
              <DateInput
                control={control}
                name={`${name}.day`}
                label={t('batches.day_without')}
                required
              />
            )}
          </FieldArray>
          <BilingualInput
            control={control}
            name="title"
            labels={{ en: t('batches.session_en'), ar: t('batches.session_ar') }}
            hint={t('batches.numbered')}
            required
          />
          <TextInput
            control={control}
            name="online_url"
            label={t('batches.online_url')}
            hint={t('batches.online_url_hint')}
            type="url"
            ltr
          />
        </>
      )}
    </FormDialog>
  );
}

function Preview({
  sessions,
  onBack,
}: {
  sessions: readonly PlannedSession[];
  onBack: () => void;
}) {
  const { t } = useTranslation();
  return (
    <>
      <Typography role="status">{t('batches.planned', { count: sessions.length })}</Typography>
      <Box component="ol" sx={{ m: 0, paddingInlineStart: 3, maxHeight: 360, overflowY: 'auto' }}>
        {sessions.map((session) => (
          <li key={session.starts_at}>
            <DateText value={session.starts_at} style="weekday" />
            {' · '}
            <HoursText session={session} />
          </li>
        ))}
      </Box>
      <Button onClick={onBack} sx={{ justifySelf: 'start' }}>
        {t('batches.change_rule')}
      </Button>
    </>
  );
}
