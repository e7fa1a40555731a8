import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import type { OwnOrganization } from '@/api/identity';
import { TitledCard } from '@/components/record/TitledCard';
import { RequiredDocuments } from '@/domain/documents/RequiredDocuments';
import { fetchDocument, useHandIn } from './queries';
import { Remarks } from './Remarked';
import type { Way } from './StepForm';

/** The required documents, each uploaded separately. */
export function DocumentsStep({ organization, way }: { organization: OwnOrganization; way?: Way }) {
  const { t } = useTranslation();
  const remarks = useContext(Remarks);
  const handIn = useHandIn();
  const complete = organization.missing.every(({ step }) => step !== 'documents');
  return (
    <TitledCard title={t('organization.steps.documents')} lead={t('organization.documents_lead')}>
      <RequiredDocuments
        kinds={organization.kinds}
        documents={organization.documents}
        editable={organization.editable.includes('documents')}
        remarks={remarks}
        onHandIn={(kind_id, body) => handIn.mutateAsync({ path: { kind_id }, body })}
        fetchDocument={fetchDocument}
      />
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
