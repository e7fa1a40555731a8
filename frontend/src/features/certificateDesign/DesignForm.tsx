import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import type { DesignRead } from '@/api/enrollment';
import { BilingualInput } from '@/components/form/BilingualInput';
import { FieldArray } from '@/components/form/FieldArray';
import { FormPage } from '@/components/form/FormPage';
import { TitledCard } from '@/components/record/TitledCard';
import { useZodForm } from '@/lib/forms';
import { toast } from '@/lib/toast';
import { AccentInput } from './AccentInput';
import { designSchema, MAX_SIGNATORIES, noSignatory, toFormValues } from './designForm';
import { PictureInput } from './PictureInput';
import { Preview } from './Preview';
import { usePublishDesign } from './queries';

/** The organization's settings for certificates, with a preview. */
export function DesignForm({ design }: { design: DesignRead }) {
  const { t } = useTranslation();
  const form = useZodForm(designSchema, toFormValues(design));
  const publish = usePublishDesign();
  const { control } = form;
  const both = (key: string) => ({ en: t(`papers.${key}_en`), ar: t(`papers.${key}_ar`) });
  return (
    <FormPage
      form={form}
      width="xl"
      title={t('routes.certificateDesign')}
      lead={t('papers.lead')}
      saveLabel={t('papers.publish')}
      note={
        design.version > 0 ? t('papers.version', { count: design.version }) : t('papers.standard')
      }
      onSave={async (values) => {
        const published = await publish.mutateAsync({
          body: { ...values, version: design.version },
        });
        form.reset(toFormValues(published));
        toast.success(t('papers.published'));
      }}
    >
      <Box
        sx={{
          display: 'grid',
          gap: 3,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 5fr) minmax(0, 6fr)' },
        }}
      >
        <Box sx={{ display: 'grid', gap: 3 }}>
          <TitledCard title={t('papers.look')}>
            <Box sx={{ display: 'grid', gap: 2.5, mt: 2 }}>
              <PictureInput
                control={control}
                name="logo"
                kind="logo"
                label={t('papers.logo')}
                hint={t('papers.logo_hint')}
              />
              <AccentInput control={control} />
              <BilingualInput control={control} name="text" labels={both('text')} />
            </Box>
          </TitledCard>
          <TitledCard title={t('papers.signatories')} lead={t('papers.signatories_lead')}>
            <Box sx={{ mt: 2 }}>
              <FieldArray
                control={control}
                name="signatories"
                label={t('papers.signatories')}
                addLabel={t('papers.add_signatory')}
                empty={noSignatory}
                entryLabel={(place) => t('papers.signatory', { place })}
                max={MAX_SIGNATORIES}
              >
                {(name) => (
                  <>
                    <BilingualInput control={control} name={`${name}.name`} labels={both('name')} />
                    <BilingualInput
                      control={control}
                      name={`${name}.title`}
                      labels={both('title')}
                    />
                    <PictureInput
                      control={control}
                      name={`${name}.signature`}
                      kind="signature"
                      label={t('papers.signature')}
                      hint={t('papers.signature_hint')}
                    />
                  </>
                )}
              </FieldArray>
            </Box>
          </TitledCard>
        </Box>
        <Preview control={control} />
      </Box>
    </FormPage>
  );
}
