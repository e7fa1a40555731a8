import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useFormState } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { PageSlug, VersionRead, VersionRow } from '@/api/catalog';
import { BilingualInput } from '@/components/form/BilingualInput';
import { FormPage } from '@/components/form/FormPage';
import { TitledCard } from '@/components/record/TitledCard';
import { StatusChip } from '@/components/StatusChip';
import { localized, useLocale } from '@/i18n';
import { useZodForm } from '@/lib/forms';
import { toast } from '@/lib/toast';
import { paths } from '@/routes/paths';
import { BlocksInput } from './BlocksInput';
import { DiscardDraft } from './DiscardDraft';
import { PreviewDialog } from './PreviewDialog';
import { PublishDialog } from './PublishDialog';
import { pageForm, toFormValues } from './pageForm';
import { useUpdateDraft } from './queries';
import { VersionsDialog } from './VersionsDialog';

interface PageFormProps {
  slug: PageSlug;
  page: VersionRead;
  versions: readonly VersionRow[];
}

type Shown = 'preview' | 'publish' | 'versions' | 'discard';

/** The editor's form with actions on versions. */
export function PageForm({ slug, page, versions }: PageFormProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const [shown, show] = useState<Shown | null>(null);
  const update = useUpdateDraft();
  const form = useZodForm(pageForm, toFormValues(page));
  const { control } = form;
  const { isDirty } = useFormState({ control });
  const isDraft = page.status === 'draft';
  const close = () => show(null);
  return (
    <>
      <FormPage
        form={form}
        title={localized(page, 'title', locale)}
        trail={[{ label: t('routes.settingsPages'), to: paths.settingsPages }]}
        saveLabel={t('site_pages.save_draft')}
        lead={
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
            <StatusChip noun="version" status={page.status} />
            <Button size="small" onClick={() => show('preview')}>
              {t('site_pages.preview')}
            </Button>
            <Button size="small" onClick={() => show('versions')}>
              {t('site_pages.versions', { count: versions.length })}
            </Button>
            {isDraft && (
              <>
                <Button size="small" color="error" onClick={() => show('discard')}>
                  {t('site_pages.discard')}
                </Button>
                <Button
                  size="small"
                  variant="contained"
                  // Publishing uses the stored version, so save first.
                  disabled={isDirty}
                  onClick={() => show('publish')}
                >
                  {t('site_pages.publish')}
                </Button>
              </>
            )}
          </Box>
        }
        onSave={async (body) => {
          const saved = await update.mutateAsync({ path: { slug }, body });
          form.setValue('version', saved.version);
          toast.success(t('site_pages.saved'));
        }}
      >
        <TitledCard title={t('site_pages.page')}>
          <Box sx={{ mt: 2.5, display: 'grid', gap: 2.5 }}>
            <BilingualInput
              control={control}
              name="title"
              labels={{ en: t('site_pages.title_en'), ar: t('site_pages.title_ar') }}
              required
            />
            <BilingualInput
              control={control}
              name="summary"
              labels={{ en: t('site_pages.summary_en'), ar: t('site_pages.summary_ar') }}
              hint={t('site_pages.summary_hint')}
              multiline
            />
          </Box>
        </TitledCard>
        <BlocksInput control={control} />
      </FormPage>
      {shown === 'preview' && <PreviewDialog content={form.getValues()} onClose={close} />}
      {shown === 'publish' && (
        <PublishDialog slug={slug} version={form.getValues('version')} onClose={close} />
      )}
      {shown === 'versions' && (
        <VersionsDialog slug={slug} versions={versions} hasDraft={isDraft} onClose={close} />
      )}
      {shown === 'discard' && <DiscardDraft slug={slug} onClose={close} />}
    </>
  );
}
