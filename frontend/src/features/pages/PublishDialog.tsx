import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import type { PageSlug } from '@/api/catalog';
import { DateInput } from '@/components/form/DateInput';
import { FormDialog } from '@/components/form/FormDialog';
import { TimeInput } from '@/components/form/TimeInput';
import { useZodForm, z } from '@/lib/forms';
import { toast } from '@/lib/toast';
import { usePublishDraft } from './queries';

const publication = z.object({
  day: z.nullable(z.string()),
  time: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/)),
});

/** A Saudi time; Saudi Arabia has no daylight saving time. */
const toPublicationTime = ({ day, time }: z.output<typeof publication>) =>
  day ? `${day}T${time}:00+03:00` : null;

/** Publishes the draft now or at a later time. */
export function PublishDialog({
  slug,
  version,
  onClose,
}: {
  slug: PageSlug;
  version: number;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const publish = usePublishDraft();
  const form = useZodForm(publication, { day: null, time: '08:00' });
  return (
    <FormDialog
      form={form}
      title={t('site_pages.publish')}
      text={t('site_pages.publish_text')}
      saveLabel={t('site_pages.publish')}
      onSave={async (values) => {
        const body = { version, publish_at: toPublicationTime(values) };
        const { status } = await publish.mutateAsync({ path: { slug }, body });
        toast.success(t(`site_pages.done.${status}`));
      }}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 140px' } }}>
        <DateInput
          control={form.control}
          name="day"
          label={t('site_pages.day')}
          hint={t('site_pages.day_hint')}
        />
        <TimeInput control={form.control} name="time" label={t('site_pages.time')} />
      </Box>
    </FormDialog>
  );
}
