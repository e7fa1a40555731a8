import { useTranslation } from 'react-i18next';
import type { HolderType, KindRow } from '@/api/identity';
import { zFileKind, zHolderType, zKindCreate } from '@/api/identity/zod.gen';
import { BilingualInput } from '@/components/form/BilingualInput';
import { CheckboxInput } from '@/components/form/CheckboxInput';
import { FormDialog } from '@/components/form/FormDialog';
import { MultiSelectInput } from '@/components/form/MultiSelectInput';
import { NumberInput } from '@/components/form/NumberInput';
import { SelectInput } from '@/components/form/SelectInput';
import * as personFields from '@/domain/personFields';
import { useZodForm, z } from '@/lib/forms';
import { toOptions } from '@/lib/options';
import { toast } from '@/lib/toast';
import { useAddKind, useEditKind } from './queries';

const MAX_MIB = 5;

const kindForm = z.extend(zKindCreate, {
  name_en: personFields.organizationNameEn,
  name_ar: personFields.organizationNameAr,
  accepts: z.array(zFileKind).check(z.minLength(1)),
});

/** Adds or edits a document that profiles of a type must upload. */
export function DocumentKindDialog({
  kind,
  profileType = 'organization',
  onClose,
}: {
  kind?: KindRow;
  /** The initial profile type. */
  profileType?: HolderType;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const add = useAddKind();
  const edit = useEditKind();
  const form = useZodForm(kindForm, {
    profile_type: kind?.profile_type ?? profileType,
    name_en: kind?.name_en ?? '',
    name_ar: kind?.name_ar ?? '',
    required: kind?.required ?? true,
    accepts: kind?.accepts ?? [...zFileKind.options],
    max_mib: kind?.max_mib ?? MAX_MIB,
    expires: kind?.expires ?? false,
  });
  const { control } = form;
  return (
    <FormDialog
      form={form}
      title={t(kind ? 'document_kinds.edit' : 'document_kinds.add')}
      text={t('document_kinds.from_next')}
      saveLabel={t('common.save')}
      onSave={async (values) => {
        if (kind) {
          const { profile_type: _, ...body } = values;
          await edit.mutateAsync({ path: { kind_id: kind.id }, body });
        } else await add.mutateAsync({ body: values });
        toast.success(t('common.saved'));
      }}
      onClose={onClose}
    >
      {!kind && (
        <SelectInput
          control={control}
          name="profile_type"
          label={t('document_kinds.profile_type')}
          options={toOptions(zHolderType.options, (type) =>
            t(`document_kinds.profile_types.${type}`),
          )}
          required
        />
      )}
      <BilingualInput
        control={control}
        name="name"
        labels={{ en: t('submission.fields.name_en'), ar: t('submission.fields.name_ar') }}
        required
      />
      <MultiSelectInput
        control={control}
        name="accepts"
        label={t('document_kinds.accepts')}
        options={toOptions(zFileKind.options, (file) => t(`document_kinds.files.${file}`))}
        required
      />
      <NumberInput
        control={control}
        name="max_mib"
        label={t('document_kinds.max_mib')}
        hint={t('document_kinds.max_mib_hint')}
        required
      />
      <CheckboxInput
        control={control}
        name="required"
        label={t('document_kinds.is_required.true')}
      />
      <CheckboxInput
        control={control}
        name="expires"
        label={t('document_kinds.does_expire.true')}
      />
    </FormDialog>
  );
}
