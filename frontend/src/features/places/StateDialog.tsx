import { useTranslation } from 'react-i18next';
import type { StateRead } from '@/api/catalog';
import { zStateWrite } from '@/api/catalog/zod.gen';
import { AutocompleteInput } from '@/components/form/AutocompleteInput';
import { BilingualInput } from '@/components/form/BilingualInput';
import { CheckboxInput } from '@/components/form/CheckboxInput';
import { FormDialog } from '@/components/form/FormDialog';
import { TextInput } from '@/components/form/TextInput';
import { useZodForm, z } from '@/lib/forms';
import { toast } from '@/lib/toast';
import { useAddState, useEditState } from './queries';
import { useCountries } from './useCountries';

const stateForm = z.extend(zStateWrite, {
  code: z.string().check(z.regex(/^([A-Za-z]{2}-[A-Za-z0-9]{1,3})?$/)),
});

/** Adds a state or changes one. */
export function StateDialog({ state, onClose }: { state?: StateRead; onClose: () => void }) {
  const { t } = useTranslation();
  const add = useAddState();
  const edit = useEditState();
  const { options, loading } = useCountries();
  const form = useZodForm(stateForm, {
    country_id: state?.country_id,
    code: state?.code ?? '',
    name_en: state?.name_en ?? '',
    name_ar: state?.name_ar ?? '',
    active: state?.active ?? true,
  });
  const { control } = form;
  return (
    <FormDialog
      form={form}
      title={t(state ? 'places.state.edit' : 'places.state.add')}
      saveLabel={t('common.save')}
      onSave={async (values) => {
        const body = { ...values, code: values.code || null };
        if (state) await edit.mutateAsync({ path: { state_id: state.id }, body });
        else await add.mutateAsync({ body });
        toast.success(t('common.saved'));
      }}
      onClose={onClose}
    >
      <AutocompleteInput
        control={control}
        name="country_id"
        label={t('places.country.one')}
        options={options}
        loading={loading}
        required
      />
      <BilingualInput
        control={control}
        name="name"
        labels={{ en: t('places.name_en'), ar: t('places.name_ar') }}
        required
      />
      <TextInput
        control={control}
        name="code"
        label={t('places.state.code')}
        hint={t('places.state.code_hint')}
        ltr
      />
      <CheckboxInput control={control} name="active" label={t('places.offer')} />
    </FormDialog>
  );
}
