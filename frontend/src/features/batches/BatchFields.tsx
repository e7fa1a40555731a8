import Box from '@mui/material/Box';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { BatchCreate } from '@/api/catalog';
import { zBatchLanguage, zBatchMode } from '@/api/catalog/zod.gen';
import { BilingualInput } from '@/components/form/BilingualInput';
import { CheckboxInput } from '@/components/form/CheckboxInput';
import { fieldGrid } from '@/components/form/fieldGrid';
import { MoneyInput } from '@/components/form/MoneyInput';
import { NumberInput } from '@/components/form/NumberInput';
import { SearchSelectInput } from '@/components/form/SearchSelectInput';
import { SelectInput } from '@/components/form/SelectInput';
import { TextInput } from '@/components/form/TextInput';
import { TitledCard } from '@/components/record/TitledCard';
import { citiesQuery } from '@/domain/site/places';
import { localized, useLocale } from '@/i18n';
import { toOptions } from '@/lib/options';
import type { BatchInput, Named, TrainingChoice } from './batchForm';
import { Clashes } from './Clashes';
import { trainersQuery, trainingsQuery } from './queries';
import { SessionFields } from './SessionFields';

export type BatchFormState = UseFormReturn<BatchInput, unknown, BatchCreate>;

/** The sections of the form, for its index. */
export const batchSections = ['batch', 'place', 'sessions', 'seats', 'terms'] as const;

const nameOnly = ({ id, name_en, name_ar }: Named): Named => ({ id, name_en, name_ar });

/** All fields of a batch; the training cannot change later. */
export function BatchFields({ form, batchId }: { form: BatchFormState; batchId?: string }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { control } = form;
  const [mode, price, from10, from50] = useWatch({
    control,
    name: ['mode', 'price_minor', 'price_10_minor', 'price_50_minor'],
  });
  const getName = (named: Named) => localized(named, 'name', locale);
  return (
    <>
      <TitledCard id="batch" title={t('batches.part.batch')}>
        <Box sx={{ display: 'grid', gap: 2.5, mt: 2.5 }}>
          <SearchSelectInput
            control={control}
            name="training_id"
            label={t('batches.training')}
            required
            disabled={batchId !== undefined}
            source={{
              find: trainingsQuery,
              label: (training: TrainingChoice) => localized(training, 'title', locale),
              note: ({ code }) => code,
            }}
            keep={({ id, code, title_en, title_ar }) => ({ id, code, title_en, title_ar })}
          />
          <Box sx={fieldGrid}>
            <TextInput
              control={control}
              name="code"
              label={t('batches.code')}
              hint={t('batches.code_hint')}
              required
              ltr
            />
            <SelectInput
              control={control}
              name="language"
              label={t('batches.language')}
              required
              options={toOptions(zBatchLanguage.options, (of) => t(`batch_language.${of}`))}
            />
          </Box>
        </Box>
      </TitledCard>
      <TitledCard id="place" title={t('batches.part.place')}>
        <Box sx={{ display: 'grid', gap: 2.5, mt: 2.5 }}>
          <Box sx={fieldGrid}>
            <SelectInput
              control={control}
              name="mode"
              label={t('batches.mode')}
              required
              options={toOptions(zBatchMode.options, (of) => t(`batch_mode.${of}`))}
            />
            {mode !== 'online' && (
              <SearchSelectInput
                control={control}
                name="city_id"
                label={t('batches.city')}
                required
                source={{
                  find: (text) => citiesQuery({ name: text || undefined }),
                  label: getName,
                }}
                keep={nameOnly}
              />
            )}
          </Box>
          {mode !== 'online' && (
            <BilingualInput
              control={control}
              name="venue"
              labels={{ en: t('batches.venue_en'), ar: t('batches.venue_ar') }}
            />
          )}
          <SearchSelectInput
            control={control}
            name="trainer_id"
            label={t('batches.trainer')}
            hint={t('batches.trainer_hint')}
            source={{ find: trainersQuery, label: getName }}
            keep={nameOnly}
          />
        </Box>
      </TitledCard>
      <TitledCard id="sessions" title={t('batches.sessions')} lead={t('batches.sessions_lead')}>
        <SessionFields form={form} />
        <Clashes form={form} batchId={batchId} />
      </TitledCard>
      <TitledCard id="seats" title={t('batches.part.seats')}>
        <Box sx={{ display: 'grid', gap: 2.5, mt: 2.5 }}>
          <Box sx={fieldGrid}>
            <NumberInput control={control} name="capacity" label={t('batches.capacity')} required />
            <NumberInput
              control={control}
              name="minimum"
              label={t('batches.minimum')}
              hint={t('batches.minimum_hint')}
            />
          </Box>
          <Box sx={fieldGrid}>
            <TextInput
              control={control}
              name="enrollment_opens_at"
              label={t('batches.opens')}
              type="datetime-local"
              required
              ltr
              slotProps={{ inputLabel: { shrink: true } }}
            />
            <TextInput
              control={control}
              name="enrollment_closes_at"
              label={t('batches.closes')}
              type="datetime-local"
              required
              ltr
              slotProps={{ inputLabel: { shrink: true } }}
            />
          </Box>
          <div>
            <CheckboxInput
              control={control}
              name="requires_acceptance"
              label={t('batches.accepts_each')}
            />
            <CheckboxInput control={control} name="waiting_list" label={t('batches.may_wait')} />
          </div>
        </Box>
      </TitledCard>
      <TitledCard id="terms" title={t('batches.part.terms')}>
        <Box sx={{ display: 'grid', gap: 2.5, mt: 2.5 }}>
          <Box sx={fieldGrid}>
            <MoneyInput
              control={control}
              name="price_minor"
              label={t('batches.price')}
              hint={t('batches.price_hint')}
              required
            />
            {price !== 0 && (
              <NumberInput
                control={control}
                name="payment_window_hours"
                label={t('batches.payment_window')}
                hint={t('batches.payment_window_hint')}
                unit={t('batches.hours')}
              />
            )}
          </Box>
          {(price !== 0 || Boolean(from10) || Boolean(from50)) && (
            <Box sx={fieldGrid}>
              <MoneyInput
                control={control}
                name="price_10_minor"
                label={t('batches.price_10')}
                hint={t('batches.price_10_hint')}
              />
              <MoneyInput
                control={control}
                name="price_50_minor"
                label={t('batches.price_50')}
                hint={t('batches.price_50_hint')}
              />
            </Box>
          )}
          {price !== 0 && (
            <Box sx={fieldGrid}>
              <NumberInput
                control={control}
                name="free_cancellation_hours"
                label={t('batches.free_cancellation')}
                hint={t('batches.free_cancellation_hint')}
                unit={t('batches.hours')}
                required
              />
              <NumberInput
                control={control}
                name="kept_percent"
                label={t('batches.kept')}
                hint={t('batches.kept_hint')}
                unit="%"
                required
              />
            </Box>
          )}
        </Box>
      </TitledCard>
    </>
  );
}
