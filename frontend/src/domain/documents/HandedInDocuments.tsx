import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Trans, useTranslation } from 'react-i18next';
import type { ProfileDocumentRead } from '@/api/identity';
import { DateText } from '@/components/DateText';
import { DocumentList } from '@/components/DocumentList';
import { TitledCard } from '@/components/record/TitledCard';
import { StatusChip } from '@/components/StatusChip';
import { localized, useLocale } from '@/i18n';

interface HandedInDocumentsProps<Document extends ProfileDocumentRead> {
  documents: readonly Document[];
  /** The name of the organization, or of the person. */
  whose: string;
  fetchDocument: (document: Document) => Promise<File>;
}

/** The documents of a profile with their expiry dates. */
export function HandedInDocuments<Document extends ProfileDocumentRead>({
  documents,
  whose,
  fetchDocument,
}: HandedInDocumentsProps<Document>) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <TitledCard title={t('organizations.documents')}>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, mt: 3, display: 'grid', gap: 2.5 }}>
        {documents.map((document) => (
          <Box component="li" key={document.id}>
            <DocumentList
              documents={[
                {
                  ...document,
                  title: localized(document.kind, 'name', locale),
                  note: document.expires_on && (
                    <Trans
                      i18nKey="required_documents.expires_on"
                      components={{ date: <DateText value={document.expires_on} /> }}
                    />
                  ),
                },
              ]}
              whose={whose}
              fetchDocument={() => fetchDocument(document)}
            />
            <StatusChip noun="document" status={document.status} />
          </Box>
        ))}
      </Box>
      {documents.length === 0 && (
        <Typography sx={{ color: 'text.secondary' }}>{t('document.none')}</Typography>
      )}
    </TitledCard>
  );
}
