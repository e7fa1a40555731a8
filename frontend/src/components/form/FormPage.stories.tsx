import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useZodForm, z } from '@/lib/forms';
import { BilingualInput } from './BilingualInput';
import { CheckboxInput } from './CheckboxInput';
import { DateInput } from './DateInput';
import { FormPage } from './FormPage';
import { MoneyInput } from './MoneyInput';
import { MultiSelectInput } from './MultiSelectInput';
import { NumberInput } from './NumberInput';
import { PhoneInput } from './PhoneInput';
import { SelectInput } from './SelectInput';
import { TextInput } from './TextInput';
import { TimeInput } from './TimeInput';

export default { title: 'Form' };

const zFilled = z.string().check(z.minLength(1));
const schema = z.object({
  name_en: zFilled,
  name_ar: zFilled,
  email: zFilled,
  phone: zFilled,
  price_minor: z.nullable(z.int().check(z.gte(0))),
  seats: z.nullable(z.int().check(z.gte(1))),
  starts_on: z.nullable(z.string()),
  starts_at: z.string(),
  status: zFilled,
  languages: z.array(z.string()).check(z.minLength(1)),
  open: z.boolean(),
});
type Values = z.input<typeof schema>;

const filled: Values = {
  name_en: 'Forklift driving',
  name_ar: 'قيادة الرافعات',
  email: 'sara@example.org',
  phone: '+966500000000',
  price_minor: 125_050,
  seats: 12,
  starts_on: '2026-11-01',
  starts_at: '09:00',
  status: 'published',
  languages: ['en', 'ar'],
  open: true,
};

const empty: Values = {
  ...filled,
  name_en: '',
  name_ar: '',
  email: '',
  phone: '',
  seats: 0,
  status: '',
  languages: [],
};

/** Shows each kind of field; `isChecked` validates immediately. */
function BatchForm({ values, isChecked = false }: { values: Values; isChecked?: boolean }) {
  const { t } = useTranslation();
  const form = useZodForm(schema, values);
  const { control, trigger } = form;
  useEffect(() => {
    if (isChecked) void trigger();
  }, [isChecked, trigger]);
  return (
    <FormPage form={form} title={t('routes.batch')} onSave={async () => {}}>
      <BilingualInput
        control={control}
        name="name"
        labels={{ en: t('canned_answers.names.en'), ar: t('canned_answers.names.ar') }}
        required
      />
      <TextInput control={control} name="email" label={t('payments.email')} ltr required />
      <PhoneInput control={control} name="phone" label={t('person.phone')} />
      <MoneyInput control={control} name="price_minor" label={t('payments.amount')} />
      <NumberInput control={control} name="seats" label={t('batches.capacity')} />
      <DateInput control={control} name="starts_on" label={t('payments.date')} />
      <TimeInput control={control} name="starts_at" label={t('batches.starts')} />
      <SelectInput
        control={control}
        name="status"
        label={t('payments.status')}
        options={(['draft', 'published'] as const).map((status) => ({
          value: status,
          label: t(`status.batch.${status}`),
        }))}
      />
      <MultiSelectInput
        control={control}
        name="languages"
        label={t('batches.language')}
        options={[
          { value: 'en', label: 'English' },
          { value: 'ar', label: 'العربية' },
        ]}
      />
      <CheckboxInput control={control} name="open" label={t('common.all')} />
    </FormPage>
  );
}

export const Filled = () => <BatchForm values={filled} />;

export const Mistakes = () => <BatchForm values={empty} isChecked />;
