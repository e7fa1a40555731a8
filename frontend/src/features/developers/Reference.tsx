import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { type PartnerOperation, partnerOperations } from '@/api/runtime/partner.gen';

/** All operations for API clients, from the services' OpenAPI documents, each collapsible. */
export function Reference() {
  return (
    <Box sx={{ mt: 2, display: 'grid', gap: 1 }}>
      {partnerOperations.map((operation) => (
        <Operation key={operation.id} operation={operation} />
      ))}
    </Box>
  );
}

function Operation({ operation }: { operation: PartnerOperation }) {
  const { t } = useTranslation();
  const { method, path, permission, text, media, fields, answers } = operation;
  return (
    <Box
      component="details"
      dir="ltr"
      lang="en"
      sx={{ border: 1, borderColor: 'divider', borderRadius: 2, px: 2, textAlign: 'start' }}
    >
      <Box component="summary" sx={{ py: 1.25, cursor: 'pointer', overflowWrap: 'anywhere' }}>
        <code>
          <strong>{method}</strong> {path}
        </code>
      </Box>
      <Box sx={{ pb: 2, display: 'grid', gap: 1.5 }}>
        <Typography variant="body2">{text}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          <code>{[permission, ...media].join(' · ')}</code>
        </Typography>
        {fields.length > 0 && (
          <Box component="ul" aria-label={t('developers.fields')} sx={list}>
            {fields.map(({ name, place, type, required, text: meaning }) => (
              <li key={`${place}.${name}`}>
                <code>
                  <strong>{name}</strong>
                  {required && '*'}
                </code>{' '}
                <Box component="span" sx={{ color: 'text.secondary' }}>
                  {place}, {type}
                </Box>
                {meaning && <div>{meaning}</div>}
              </li>
            ))}
          </Box>
        )}
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          <code>{answers.join(', ')}</code>
        </Typography>
      </Box>
    </Box>
  );
}

const list = {
  m: 0,
  p: 0,
  listStyle: 'none',
  display: 'grid',
  gap: 0.75,
  fontSize: '0.875rem',
  overflowWrap: 'anywhere',
};
