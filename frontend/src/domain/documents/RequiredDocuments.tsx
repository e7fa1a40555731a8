import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import type { KindRead, ProfileDocumentRead } from '@/api/identity';
import { asProblem } from '@/api/problem';
import { DateText } from '@/components/DateText';
import DayField from '@/components/DayField';
import { DocumentList } from '@/components/DocumentList';
import { DocumentPicker } from '@/components/file/DocumentPicker';
import { StatusChip } from '@/components/StatusChip';
import { localized, useLocale } from '@/i18n';
import { toast } from '@/lib/toast';

interface HandedIn {
  file: File;
  /** The expiry date, if the kind requires one. */
  expires_on?: string;
}

interface RequiredDocumentsProps {
  /** The required kinds of documents. */
  kinds: readonly KindRead[];
  /** The uploaded documents. */
  documents: readonly ProfileDocumentRead[];
  editable: boolean;
  /** Approvers' remarks by the name of the document in the submission. */
  remarks?: Readonly<Record<string, string>>;
  onHandIn: (kindId: string, document: HandedIn) => Promise<unknown>;
  fetchDocument: (documentId: string) => Promise<File>;
}

/** The documents that a profile requires, each uploaded separately. */
export function RequiredDocuments({ kinds, ...props }: RequiredDocumentsProps) {
  const { t } = useTranslation();
  if (kinds.length === 0) {
    return (
      <Typography sx={{ mt: 3, color: 'text.secondary' }}>
        {t('required_documents.none')}
      </Typography>
    );
  }
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, mt: 3, display: 'grid', gap: 2 }}>
      {kinds.map((kind) => (
        <Kind key={kind.id} kind={kind} {...props} />
      ))}
    </Box>
  );
}

function Kind({
  kind,
  documents,
  editable,
  remarks,
  onHandIn,
  fetchDocument,
}: Omit<RequiredDocumentsProps, 'kinds'> & { kind: KindRead }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const name = localized(kind, 'name', locale);
  const document = documents.find((each) => each.kind.id === kind.id);
  const remark = remarks?.[`documents.${kind.id}`];
  return (
    <Box
      component="li"
      sx={{ border: 1, borderColor: 'divider', borderRadius: 2, p: 2, display: 'grid', gap: 1.5 }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Typography component="h3" variant="subtitle1" sx={{ fontWeight: 600 }}>
          {name}
        </Typography>
        {document ? (
          <StatusChip noun="document" status={document.status} />
        ) : (
          <Chip
            size="small"
            variant="outlined"
            label={t(kind.required ? 'required_documents.required' : 'required_documents.optional')}
          />
        )}
      </Box>
      {document && (
        <DocumentList
          documents={[
            {
              ...document,
              title: t('required_documents.show'),
              note: document.expires_on && (
                <Trans
                  i18nKey="required_documents.expires_on"
                  components={{ date: <DateText value={document.expires_on} /> }}
                />
              ),
            },
          ]}
          whose={name}
          fetchDocument={fetchDocument}
        />
      )}
      {remark && (
        <Alert severity="warning" sx={{ py: 0, overflowWrap: 'anywhere' }}>
          <bdi>{remark}</bdi>
        </Alert>
      )}
      {editable && (
        <HandIn kind={kind} name={name} replaces={Boolean(document)} onHandIn={onHandIn} />
      )}
    </Box>
  );
}

const dayProblem = (error: unknown) =>
  asProblem(error)?.fields.find(({ field }) => field.endsWith('expires_on'));

/** Selects the expiry date, if required, then the file, which is uploaded immediately. */
function HandIn({
  kind,
  name,
  replaces,
  onHandIn,
}: {
  kind: KindRead;
  name: string;
  replaces: boolean;
  onHandIn: RequiredDocumentsProps['onHandIn'];
}) {
  const { t } = useTranslation();
  const dayInput = useRef<HTMLInputElement>(null);
  const [day, setDay] = useState<string | null>(null);
  // The last file that was accepted without an expiry date.
  const [kept, setKept] = useState<File | null>(null);
  const save = useMutation({
    mutationFn: (document: HandedIn) => onHandIn(kind.id, document),
    onSuccess: () => toast.success(t('required_documents.saved', { name })),
    onError: (error, { file }) => dayProblem(error) && keep(file),
  });
  const refused = dayProblem(save.error);
  const wrong = day
    ? refused && t(`errors.${refused.code}`, { defaultValue: refused.message })
    : t('validation.required');
  function keep(file: File) {
    setKept(file);
    dayInput.current?.focus();
  }
  function send(file: File) {
    if (kind.expires && !day) return keep(file);
    setKept(null);
    save.mutate({ file, ...(day && { expires_on: day }) });
  }
  return (
    <Box sx={{ display: 'grid', gap: 1.5, justifyItems: 'start' }}>
      {kind.expires && (
        <DayField
          label={t('required_documents.valid_until')}
          value={day}
          onChange={(next) => {
            setDay(next);
            if (refused) save.reset();
          }}
          inputRef={dayInput}
          textField={{
            name: `expires_on.${kind.id}`,
            required: true,
            error: Boolean(kept && wrong),
            helperText: kept && wrong,
          }}
        />
      )}
      <DocumentPicker
        label={t(replaces ? 'required_documents.replace' : 'document.choose')}
        file={kept}
        pending={save.isPending}
        error={refused ? null : save.error}
        onChoose={send}
      />
      {kept && (
        <Button variant="contained" onClick={() => send(kept)}>
          {t('required_documents.send')}
        </Button>
      )}
    </Box>
  );
}
