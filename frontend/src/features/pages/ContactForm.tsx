import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import { useMutation } from '@tanstack/react-query';
import { Trans, useTranslation } from 'react-i18next';
import type { InquiryReceipt } from '@/api/notifications';
import { createInquiryMutation } from '@/api/notifications/@tanstack/react-query.gen';
import { CheckboxInput } from '@/components/form/CheckboxInput';
import { FilesInput } from '@/components/form/FilesInput';
import { Form } from '@/components/form/Form';
import { SelectInput } from '@/components/form/SelectInput';
import { SubmitButton } from '@/components/form/SubmitButton';
import { TextInput } from '@/components/form/TextInput';
import { TextLink } from '@/components/RouterLinks';
import { localized, useLocale } from '@/i18n';
import { useZodForm } from '@/lib/forms';
import { toOptions } from '@/lib/options';
import { useSession } from '@/lib/session';
import { paths } from '@/routes/paths';
import { contactForm, MAX_FILES, topics } from './contactForm';

const twoColumns = { display: 'grid', gap: 2.5, gridTemplateColumns: { sm: '1fr 1fr' } };

/** The contact form; signed-in users need not enter their name. */
export function ContactForm({ onSent }: { onSent: (inquiry: InquiryReceipt) => void }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { user } = useSession();
  const send = useMutation(createInquiryMutation());
  const form = useZodForm(contactForm, {
    name: localized(user, 'name', locale),
    email: user?.email ?? '',
    phone: '',
    message: '',
    files: [],
    website: '',
    consent: false,
  });
  const { control } = form;
  return (
    <Card sx={{ p: { xs: 2.5, sm: 3.5 } }}>
      <Form
        form={form}
        onSave={async ({ phone, ...values }) => {
          const body = { ...values, locale, ...(phone && { phone }) };
          onSent(await send.mutateAsync({ body }));
        }}
      >
        <SelectInput
          control={control}
          name="topic"
          label={t('contact.topic')}
          options={toOptions(topics, (topic) => t(`contact.topics.${topic}`))}
          required
        />
        <TextInput
          control={control}
          name="name"
          label={t('contact.name')}
          autoComplete="name"
          slotProps={{ htmlInput: { dir: 'auto' } }}
          required
        />
        <Box sx={twoColumns}>
          <TextInput
            control={control}
            name="email"
            type="email"
            label={t('person.email')}
            autoComplete="email"
            ltr
            required
          />
          <TextInput
            control={control}
            name="phone"
            type="tel"
            label={t('contact.phone')}
            autoComplete="tel"
            ltr
          />
        </Box>
        <TextInput
          control={control}
          name="message"
          label={t('contact.message')}
          multiline
          minRows={6}
          slotProps={{ htmlInput: { dir: 'auto', maxLength: 5000 } }}
          required
        />
        <FilesInput control={control} name="files" label={t('contact.files')} max={MAX_FILES} />
        {/* A honeypot: only bots fill in this hidden field. */}
        <Box aria-hidden sx={{ position: 'absolute', insetInlineStart: -9999 }}>
          <label>
            {t('contact.website')}
            <input {...form.register('website')} tabIndex={-1} autoComplete="off" />
          </label>
        </Box>
        <CheckboxInput
          control={control}
          name="consent"
          label={
            <Trans
              i18nKey="contact.consent"
              components={{
                terms: <TextLink to={paths.terms} target="_blank" rel="noopener" />,
              }}
            />
          }
        />
        <SubmitButton control={control} sx={{ justifySelf: 'start' }}>
          {t('contact.send')}
        </SubmitButton>
      </Form>
    </Card>
  );
}
