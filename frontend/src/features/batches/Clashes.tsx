import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { Clash, ClashCheck } from '@/api/catalog';
import { zClashCheck } from '@/api/catalog/zod.gen';
import { CheckboxInput } from '@/components/form/CheckboxInput';
import { localized, useLocale } from '@/i18n';
import { useOpens } from '@/lib/access';
import { formatDate } from '@/lib/format';
import { useDebounced } from '@/lib/useDebounced';
import type { BatchFormState } from './BatchFields';
import { type BatchInput, batchForm } from './batchForm';
import { clashesQuery, peopleClashesQuery } from './queries';

const sessionSchema = batchForm.shape.sessions;

/** Returns the request of the clash check; null while sessions are incomplete. */
function toClashCheck(values: Partial<BatchInput>, batchId: string | undefined): ClashCheck | null {
  const sessions = sessionSchema.safeParse(values.sessions);
  if (!sessions.success) return null;
  const check = zClashCheck.safeParse({
    batch_id: batchId,
    trainer_id: values.trainer_id?.id,
    city_id: values.mode === 'online' ? null : values.city_id?.id,
    venue_en: values.venue_en,
    venue_ar: values.venue_ar,
    sessions: sessions.data,
  });
  return check.success ? check.data : null;
}

/** Sessions of other batches at the same time; a trainer's clash needs confirmation. */
export function Clashes({ form, batchId }: { form: BatchFormState; batchId?: string }) {
  const { t } = useTranslation();
  const { control } = form;
  const [sessions, trainer_id, city_id, mode, venue_en, venue_ar] = useWatch({
    control,
    name: ['sessions', 'trainer_id', 'city_id', 'mode', 'venue_en', 'venue_ar'],
  });
  const values = { sessions, trainer_id, city_id, mode, venue_en, venue_ar };
  const asked = useDebounced(JSON.stringify(toClashCheck(values, batchId)));
  const check: ClashCheck | null = JSON.parse(asked);
  const { data = [] } = useQuery({
    ...clashesQuery(check ?? { sessions: [] }),
    enabled: check !== null,
  });
  const mayCount = useOpens()('enrollments');
  const { data: people = 0 } = useQuery({
    ...peopleClashesQuery(batchId ?? '', check?.sessions ?? []),
    enabled: mayCount && batchId !== undefined && check !== null,
  });
  if (check === null || data.length + people === 0) return null;
  return (
    <>
      {people > 0 && (
        <Alert severity="warning" sx={{ mt: 2.5 }}>
          {t('batches.people_clash', { count: people })}
        </Alert>
      )}
      {data.length > 0 && <OtherSessions clashes={data} control={control} />}
    </>
  );
}

function OtherSessions({
  clashes,
  control,
}: {
  clashes: readonly Clash[];
  control: BatchFormState['control'];
}) {
  const { t } = useTranslation();
  return (
    <Alert severity="warning" sx={{ mt: 2.5 }}>
      {t('batches.clashes', { count: clashes.length })}
      <Box component="ul" sx={{ m: 0, mt: 0.5, paddingInlineStart: 2.5 }}>
        {clashes.map((clash) => (
          <ClashLine key={`${clash.kind} ${clash.session} ${clash.batch_id}`} clash={clash} />
        ))}
      </Box>
      {clashes.some(({ kind }) => kind === 'trainer') && (
        <CheckboxInput
          control={control}
          name="accept_clashes"
          label={t('batches.accept_clashes')}
        />
      )}
    </Alert>
  );
}

function ClashLine({ clash }: { clash: Clash }) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <li>
      {t(`batches.clash.${clash.kind}`, {
        name: localized(clash, 'name', locale),
        training: localized(clash, 'training_title', locale),
        code: `\u2066${clash.batch_code}\u2069`,
        date: formatDate(clash.starts_at, locale, 'datetime'),
      })}
    </li>
  );
}
