import PictureIcon from '@mui/icons-material/ImageOutlined';
import PdfIcon from '@mui/icons-material/PictureAsPdfOutlined';
import Alert from '@mui/material/Alert';
import Avatar from '@mui/material/Avatar';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import type { EarlierDocument, FieldRead, RequestDetail } from '@/api/approvals';
import { accentBorder } from '@/components/accentBorder';
import { Can } from '@/components/Can';
import { DateText } from '@/components/DateText';
import { TitledCard } from '@/components/record/TitledCard';
import { DocumentViewer } from '@/components/viewer/DocumentViewer';
import { useLocale } from '@/i18n';
import { href, paths } from '@/routes/paths';
import { useFieldText } from './fieldText';
import { fetchDocument } from './queries';

/** The submitted fields, with changes since the last round and remarks. */
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
        <Box sx={{ mt: 3 }}>
          <Fields request={request} columns={{ xs: '1fr', sm: 'repeat(2, minmax(0, 1fr))' }} />
        </Box>
      </TitledCard>
      {request.documents.length > 0 && <Documents request={request} />}
    </>
  );
}

function Fields({
  request,
  columns,
}: {
  request: RequestDetail;
  columns: Partial<Record<'xs' | 'sm', string>>;
}) {
  return (
    <Box component="dl" sx={{ m: 0, display: 'grid', gap: 2, gridTemplateColumns: columns }}>
      {request.fields
        .filter(({ value, before }) => value || before)
        .map((field) => (
          <Field key={field.name} field={field} />
        ))}
    </Box>
  );
}

/** The documents; each opens in the side panel. */
function Documents({ request }: { request: RequestDetail }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const [shown, setShown] = useState<number | null>(null);
  const toViewedDocument = ({ document_id, media_type, expires_on }: EarlierDocument) => ({
    id: document_id,
    media_type,
    note: expires_on ? (
      <Trans
        i18nKey="required_documents.expires_on"
        components={{ date: <DateText value={expires_on} /> }}
      />
    ) : (
      t('approvals.no_expiry')
    ),
  });
  const documents = request.documents.map(({ before, ...document }) => ({
    ...toViewedDocument(document),
    title: locale === 'ar' ? document.title_ar : document.title_en,
    changed: document.changed,
    remark: document.remark,
    before: before && toViewedDocument(before),
  }));
  return (
    <TitledCard title={t('approvals.documents')} lead={t('approvals.documents_lead')}>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, mt: 3, display: 'grid', gap: 2 }}>
        {documents.map((document, place) => (
          <li key={document.id}>
            <Part changed={document.changed} remark={document.remark}>
              {document.changed && <ChangedMark />}
              <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
                <Button
                  size="small"
                  sx={{ px: 0 }}
                  startIcon={
                    document.media_type === 'application/pdf' ? <PdfIcon /> : <PictureIcon />
                  }
                  onClick={() => setShown(place)}
                >
                  {document.title}
                </Button>
                <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                  {document.note}
                </Typography>
              </Box>
              {document.before && (
                <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                  <Trans
                    i18nKey="approvals.before_document"
                    components={{ value: <span>{document.before.note}</span> }}
                  />
                </Typography>
              )}
            </Part>
          </li>
        ))}
      </Box>
      {shown !== null && (
        <DocumentViewer
          documents={documents}
          shown={shown}
          onShow={setShown}
          fetchDocument={(id) => fetchDocument(request, id)}
          onClose={() => setShown(null)}
        >
          <Fields request={request} columns={{ xs: '1fr' }} />
        </DocumentViewer>
      )}
    </TitledCard>
  );
}

/** Links to the organization's current data. */
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
  const locale = useLocale();
  const labelOf = useFieldText();
  const pickLocale = (value: string | null, arabic: string | null) =>
    (locale === 'ar' ? (arabic ?? value) : value) || '–';
  const isImage = field.name === 'image';
  return (
    <Part changed={field.changed} remark={field.remark}>
      <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
        {labelOf(field.name)} {field.changed && <ChangedMark />}
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
          <Box component="bdi" sx={{ whiteSpace: 'pre-line' }}>
            {pickLocale(field.value, field.value_ar)}
          </Box>
        )}
      </Typography>
      {field.changed && !isImage && (
        <Typography component="dd" variant="body2" sx={{ m: 0, color: 'text.secondary' }}>
          <Trans
            i18nKey="approvals.before"
            components={{ value: <bdi>{pickLocale(field.before, field.before_ar)}</bdi> }}
          />
        </Typography>
      )}
    </Part>
  );
}

/** Has a marker at its start if it changed. */
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
    <Box sx={{ minWidth: 0, ...(changed && accentBorder('warning.main')) }}>
      {children}
      {remark && (
        <Alert severity="warning" sx={{ mt: 1, py: 0, overflowWrap: 'anywhere' }}>
          <bdi>{remark}</bdi>
        </Alert>
      )}
    </Box>
  );
}

function ChangedMark() {
  const { t } = useTranslation();
  return <Chip component="span" size="small" color="warning" label={t('approvals.changed')} />;
}
