import RemoveIcon from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { AttachmentRead, TrainingRead } from '@/api/catalog';
import { asProblem } from '@/api/problem';
import { DocumentPicker } from '@/components/DocumentPicker';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { TitledCard } from '@/components/record/TitledCard';
import { useLocale } from '@/i18n';
import { formatNumber } from '@/lib/format';
import { useProblemText } from '@/lib/useProblemText';
import { useAddAttachment, useRemoveAttachment } from './queries';

const MAX_NAME = 150;
const KB = 1024;

/** The training's files, each of which is stored as soon as it is chosen. */
export function TrainingAttachments({
  training,
  onChanged,
}: {
  training: TrainingRead;
  onChanged: (training: TrainingRead) => void;
}) {
  const { t } = useTranslation();
  const textOf = useProblemText();
  const add = useAddAttachment();
  const remove = useRemoveAttachment();
  const refused = asProblem(add.error)?.fields[0];
  return (
    <TitledCard
      id="attachments"
      title={t('offers.parts.attachments')}
      lead={t('offers.attachments_lead')}
    >
      <Box sx={{ mt: 2, display: 'grid', gap: 2 }}>
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {training.attachments.map((attachment) => (
            <Row
              key={attachment.id}
              attachment={attachment}
              pending={remove.isPending}
              onRemove={() =>
                remove.mutate(
                  { path: { training_id: training.id, attachment_id: attachment.id } },
                  { onSuccess: onChanged },
                )
              }
            />
          ))}
        </Box>
        <DocumentPicker
          label={t('offers.add_attachment')}
          pending={add.isPending}
          problem={
            refused
              ? t(`errors.${refused.code}`, { defaultValue: refused.message })
              : add.error && textOf(add.error)
          }
          onChoose={(file) =>
            add.mutate(
              { path: { training_id: training.id }, body: { file, name: nameOf(file) } },
              { onSuccess: onChanged },
            )
          }
        />
        <ErrorAlert error={remove.error} />
      </Box>
    </TitledCard>
  );
}

function Row({
  attachment: { name, size_bytes },
  pending,
  onRemove,
}: {
  attachment: AttachmentRead;
  pending: boolean;
  onRemove: () => void;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      <Typography dir="auto" sx={{ flex: 1, overflowWrap: 'anywhere' }}>
        {name}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
        {t('offers.kilobytes', { size: formatNumber(Math.ceil(size_bytes / KB), locale) })}
      </Typography>
      <IconButton
        aria-label={t('form.remove', { name })}
        disabled={pending}
        onClick={onRemove}
        size="small"
      >
        <RemoveIcon fontSize="small" />
      </IconButton>
    </Box>
  );
}

/** What people called the file, without what its ending says. */
const nameOf = ({ name }: File) =>
  name
    .replace(/\.[A-Za-z0-9]{1,5}$/, '')
    .replace(/[<>]/g, '')
    .trim()
    .slice(0, MAX_NAME) || 'file';
