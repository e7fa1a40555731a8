import Alert from '@mui/material/Alert';
import Avatar from '@mui/material/Avatar';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import type { DocumentRead, FieldRead, RequestDetail } from '@/api/approvals';
import { Can } from '@/components/Can';
import { DateText } from '@/components/DateText';
import { DocumentList } from '@/components/DocumentList';
import { marked } from '@/components/marked';
import { TitledCard } from '@/components/record/TitledCard';
import { useLocale } from '@/i18n';
import { href, paths } from '@/routes/paths';
import { useFieldText } from './fieldText';
import { fetchDocument } from './queries';

/** What was submitted, with what is another than in the round before and what was remarked on. */
export function Submitted({ request }: { request: RequestDetail }) {
  const { t } = useTranslation();
  if (request.fields.length === 0) {
    return (
      <TitledCard title={t('approvals.submitted_details')}>
        <Typography sx={{ mt: 2, color: 'text.secondary' }}>{t('approvals.no_details')}</Typography>
      </TitledCard>
    );
  }
  return (
    <>
      <TitledCard
        title={t('approvals.submitted_details')}
        action={request.content_type === 'organization' && <AsToday id={request.content_id} />}
      >
        <Box
          component="dl"
          sx={{
            m: 0,
            mt: 3,
            display: 'grid',
            gap: 2,
            gridTemplateColumns: { xs: '1fr', sm: 'repeat(2, minmax(0, 1fr))' },
          }}
        >
          {request.fields
            .filter(({ value, before }) => value || before)
            .map((field) => (
              <Field key={field.name} field={field} />
            ))}
        </Box>
      </TitledCard>
      {request.documents.length > 0 && (
        <TitledCard title={t('approvals.documents')}>
          <Box sx={{ display: 'grid', gap: 2, mt: 3 }}>
            {request.documents.map((document) => (
              <Document key={document.document_id} document={document} request={request} />
            ))}
          </Box>
        </TitledCard>
      )}
    </>
  );
}

/** To the organization itself, with what it has given since. */
function AsToday({ id }: { id: string }) {
  const { t } = useTranslation();
  return (
    <Can route="organization">
      <Link component={RouterLink} to={href(paths.organization, { id })}>
        {t('approvals.as_today')}
      </Link>
    </Can>
  );
}

function Field({ field }: { field: FieldRead }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const labelOf = useFieldText();
  const inLocale = (value: string | null, arabic: string | null) =>
    (locale === 'ar' ? (arabic ?? value) : value) || '–';
  const isImage = field.name === 'image';
  return (
    <Part changed={field.changed} remark={field.remark}>
      <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
        {labelOf(field.name)} {field.changed && <Changed />}
      </Typography>
      <Typography component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
        {isImage && field.value ? (
          <Avatar
            src={field.value}
            alt=""
            variant="rounded"
            sx={{ width: 72, height: 72, mt: 1 }}
          />
        ) : (
          <bdi>{inLocale(field.value, field.value_ar)}</bdi>
        )}
      </Typography>
      {field.changed && !isImage && (
        <Typography component="dd" variant="body2" sx={{ m: 0, color: 'text.secondary' }}>
          {t('approvals.before')} <bdi>{inLocale(field.before, field.before_ar)}</bdi>
        </Typography>
      )}
    </Part>
  );
}

function Document({ document, request }: { document: DocumentRead; request: RequestDetail }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const title = locale === 'ar' ? document.title_ar : document.title_en;
  return (
    <Part changed={document.changed} remark={document.remark}>
      {document.changed && <Changed />}
      <DocumentList
        documents={[
          {
            id: document.document_id,
            media_type: document.media_type,
            title,
            note: document.expires_on ? (
              <>
                {t('required_documents.valid_until')} <DateText value={document.expires_on} />
              </>
            ) : (
              t('approvals.no_expiry')
            ),
          },
        ]}
        whose={title}
        fetchDocument={(id) => fetchDocument(request, id)}
      />
    </Part>
  );
}

/** Marked at its beginning where it is another than before. */
function Part({
  changed,
  remark,
  children,
}: {
  changed: boolean;
  remark: string | null;
  children: ReactNode;
}) {
  return (
    <Box sx={{ minWidth: 0, ...(changed && marked('warning.main')) }}>
      {children}
      {remark && (
        <Alert severity="warning" sx={{ mt: 1, py: 0, overflowWrap: 'anywhere' }}>
          <bdi>{remark}</bdi>
        </Alert>
      )}
    </Box>
  );
}

function Changed() {
  const { t } = useTranslation();
  return <Chip component="span" size="small" color="warning" label={t('approvals.changed')} />;
}
