import RemoveIcon from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { FileSize } from '@/components/FileSize';
import { ActionError } from '@/components/feedback/ActionError';
import { DocumentPicker } from '@/components/file/DocumentPicker';
import { TitledCard } from '@/components/record/TitledCard';

const MAX_NAME = 150;

interface Attachment {
  id: string;
  name: string;
  size_bytes: number;
}

interface AttachmentsCardProps {
  title: string;
  lead: string;
  attachments: readonly Attachment[];
  onAdd: (body: { file: File; name: string }) => Promise<unknown>;
  onRemove: (attachmentId: string) => Promise<unknown>;
}

/** The attachments of a record; each file is uploaded when selected. */
export function AttachmentsCard({
  title,
  lead,
  attachments,
  onAdd,
  onRemove,
}: AttachmentsCardProps) {
  const { t } = useTranslation();
  const add = useMutation({ mutationFn: onAdd });
  const remove = useMutation({ mutationFn: onRemove });
  return (
    <TitledCard id="attachments" title={title} lead={lead}>
      <Box sx={{ mt: 2, display: 'grid', gap: 2 }}>
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {attachments.map((attachment) => (
            <Row
              key={attachment.id}
              attachment={attachment}
              pending={remove.isPending}
              onRemove={() => remove.mutate(attachment.id)}
            />
          ))}
        </Box>
        <DocumentPicker
          label={t('document.add')}
          pending={add.isPending}
          error={add.error}
          onChoose={(file) => add.mutate({ file, name: getFileName(file) })}
        />
        <ActionError
          error={remove.error}
          onRetry={() => remove.variables && remove.mutate(remove.variables)}
        />
      </Box>
    </TitledCard>
  );
}

function Row({
  attachment: { name, size_bytes },
  pending,
  onRemove,
}: {
  attachment: Attachment;
  pending: boolean;
  onRemove: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      <Typography dir="auto" sx={{ flex: 1, overflowWrap: 'anywhere' }}>
        {name}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
        <FileSize bytes={size_bytes} />
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

/** Returns the file name without its extension. */
const getFileName = ({ name }: File) =>
  name
    .replace(/\.[A-Za-z0-9]{1,5}$/, '')
    .replace(/[<>]/g, '')
    .trim()
    .slice(0, MAX_NAME) || 'file';
