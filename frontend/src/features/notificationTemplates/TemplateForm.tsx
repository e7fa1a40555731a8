import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type FocusEvent, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { WordingDetail } from '@/api/notifications';
import { FormPage } from '@/components/form/FormPage';
import { TextInput } from '@/components/form/TextInput';
import { TitledCard } from '@/components/record/TitledCard';
import { useLocale } from '@/i18n';
import { useZodForm } from '@/lib/forms';
import { toast } from '@/lib/toast';
import { paths } from '@/routes/paths';
import { useUpdateWording } from './queries';
import { TemplateHistory } from './TemplateHistory';
import { TemplatePreview } from './TemplatePreview';
import {
  getParts,
  isShort,
  locales,
  type Part,
  templateForm,
  toFormValues,
  toWordingText,
} from './templateFields';
import { Variables } from './Variables';

type Field = `${'en' | 'ar'}.${Part}`;
const rows: Partial<Record<Part, number>> = { body: 5, reason: 2, push: 2, sms: 2 };

/** Edits a template in both languages, with variables, preview and versions. */
export function TemplateForm({ wording }: { wording: WordingDetail }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const update = useUpdateWording();
  const form = useZodForm(templateForm, toFormValues(wording.texts, wording));
  const original = toFormValues(wording.packaged, wording);
  const written = useRef<HTMLInputElement | HTMLTextAreaElement | null>(null);
  const { kind, packaged } = wording;
  const given = useWatch({ control: form.control });
  const isWorded = locales.some((each) =>
    Object.values(toWordingText({ ...original[each], ...given[each] }, packaged[each])).some(
      Boolean,
    ),
  );
  const getHint = (part: Part) => {
    if (part === 'title' || part === 'body') return t(`notices.${part}_hint`);
    return isShort(part) && !packaged.en[part]
      ? t(`notices.${part}_hint`)
      : t('notices.empty_hint');
  };

  function remember({ target }: FocusEvent) {
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) {
      written.current = target;
    }
  }

  function insert(name: string) {
    const field = written.current;
    const into = (field?.name || `${locale}.body`) as Field;
    const text = form.getValues(into);
    const [from, to] = [field?.selectionStart ?? text.length, field?.selectionEnd ?? text.length];
    form.setValue(into, `${text.slice(0, from)}{${name}}${text.slice(to)}`, {
      shouldDirty: true,
      shouldValidate: true,
    });
    form.setFocus(into);
  }

  function fill(texts: WordingDetail['texts']) {
    const { en, ar } = toFormValues(texts, wording);
    form.setValue('en', en, { shouldDirty: true });
    form.setValue('ar', ar, { shouldDirty: true });
  }

  return (
    <FormPage
      form={form}
      title={toFormValues(wording.texts, wording)[locale].title}
      lead={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          {t(`notifications.of.${wording.subject}`)}
          {isWorded && (
            <Button type="button" size="small" onClick={() => fill(packaged)}>
              {t('notices.reset')}
            </Button>
          )}
        </Box>
      }
      trail={[{ label: t('routes.settingsNotices'), to: paths.settingsNotices }]}
      onSave={async ({ version, en, ar }) => {
        const body = {
          version,
          en: toWordingText(en, packaged.en),
          ar: toWordingText(ar, packaged.ar),
        };
        const saved = await update.mutateAsync({ path: { kind }, body });
        form.reset(toFormValues(saved.texts, saved));
        toast.success(t('notices.saved'));
      }}
    >
      <Box
        onFocus={remember}
        sx={{
          display: 'grid',
          gap: 3,
          alignItems: 'start',
          gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 340px), 1fr))',
        }}
      >
        {locales.map((language) => (
          <TitledCard key={language} title={t(`notices.language.${language}`)}>
            <Box sx={{ mt: 2.5, display: 'grid', gap: 2.5 }}>
              {getParts(wording).map((part) => (
                <TextInput
                  key={part}
                  control={form.control}
                  name={`${language}.${part}`}
                  label={t(`notices.parts.${part}`)}
                  hint={getHint(part)}
                  {...(rows[part] && { multiline: true, minRows: rows[part] })}
                  slotProps={{
                    htmlInput: { dir: language === 'ar' ? 'rtl' : 'ltr', lang: language },
                  }}
                />
              ))}
            </Box>
          </TitledCard>
        ))}
      </Box>
      {wording.variables.length > 0 && (
        <Variables variables={wording.variables} onChoose={insert} />
      )}
      <TemplatePreview wording={wording} control={form.control} />
      {wording.versions.length > 0 && <TemplateHistory wording={wording} onChoose={fill} />}
    </FormPage>
  );
}
