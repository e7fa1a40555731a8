import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KindRead, OwnOrganization } from '@/api/identity';
import { asProblem } from '@/api/problem';
import { DateText } from '@/components/DateText';
import DayField from '@/components/DayField';
import { DocumentList } from '@/components/DocumentList';
import { DocumentPicker } from '@/components/DocumentPicker';
import { TitledCard } from '@/components/record/TitledCard';
import { StatusChip } from '@/components/StatusChip';
import { localized, useLocale } from '@/i18n';
import { toast } from '@/lib/toast';
import { useProblemText } from '@/lib/useProblemText';
import { fetchDocument, useHandIn } from './queries';
import { Remarked } from './Remarked';
import type { Way } from './StepForm';

/** The documents that are asked for, each handed in on its own. */
export function DocumentsStep({ organization, way }: { organization: OwnOrganization; way?: Way }) {
  const { t } = useTranslation();
  const complete = organization.missing.every(({ step }) => step !== 'documents');
  return (
    <TitledCard title={t('organization.steps.documents')} lead={t('organization.documents_lead')}>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, mt: 3, display: 'grid', gap: 2 }}>
        {organization.kinds.map((kind) => (
          <Kind key={kind.id} kind={kind} organization={organization} />
        ))}
      </Box>
      {organization.kinds.length === 0 && (
        <Typography sx={{ color: 'text.secondary' }}>{t('organization.no_documents')}</Typography>
      )}
      {way && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mt: 3 }}>
          {way.back}
          <Button variant="contained" size="large" disabled={!complete} onClick={way.goOn}>
            {t('organization.go_on')}
          </Button>
        </Box>
      )}
    </TitledCard>
  );
}

function Kind({ kind, organization }: { kind: KindRead; organization: OwnOrganization }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const name = localized(kind, 'name', locale);
  const document = organization.documents.find((each) => each.kind.id === kind.id);
  const editable = organization.editable.includes('documents');
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
            label={t(kind.required ? 'organization.required' : 'organization.optional')}
          />
        )}
      </Box>
      <Remarked name={`documents.${kind.id}`}>
        {document && (
          <DocumentList
            documents={[
              {
                ...document,
                title: t('organization.show_document'),
                note: document.expires_on && (
                  <>
                    {t('organization.valid_until')} <DateText value={document.expires_on} />
                  </>
                ),
              },
            ]}
            whose={name}
            fetchDocument={fetchDocument}
          />
        )}
      </Remarked>
      {editable && <HandIn kind={kind} name={name} replaces={Boolean(document)} />}
    </Box>
  );
}

/** Chooses the last day, where there is one, and then the file, which is sent at once. */
function HandIn({ kind, name, replaces }: { kind: KindRead; name: string; replaces: boolean }) {
  const { t } = useTranslation();
  const textOf = useProblemText();
  const [day, setDay] = useState<string | null>(null);
  const [lacksDay, setLacksDay] = useState(false);
  const save = useHandIn();
  const problem = asProblem(save.error)?.fields[0];
  const refusal =
    save.error &&
    (problem ? t(`errors.${problem.code}`, { defaultValue: problem.message }) : textOf(save.error));
  const ofDay = problem?.field === 'expires_on';
  const choose = (file: File) => {
    setLacksDay(kind.expires && !day);
    if (kind.expires && !day) return;
    save.mutate(
      { path: { kind_id: kind.id }, body: { file, ...(day && { expires_on: day }) } },
      { onSuccess: () => toast.success(t('organization.document_saved', { name })) },
    );
  };
  return (
    <Box sx={{ display: 'grid', gap: 1.5, justifyItems: 'start' }}>
      {kind.expires && (
        <DayField
          label={t('organization.valid_until')}
          value={day}
          onChange={setDay}
          textField={{
            name: `expires_on.${kind.id}`,
            required: true,
            error: (lacksDay && !day) || ofDay,
            helperText: lacksDay && !day ? t('validation.required') : ofDay ? refusal : undefined,
          }}
        />
      )}
      <DocumentPicker
        label={t(replaces ? 'organization.replace_document' : 'document.choose')}
        pending={save.isPending}
        problem={ofDay ? null : refusal}
        onChoose={choose}
      />
    </Box>
  );
}
