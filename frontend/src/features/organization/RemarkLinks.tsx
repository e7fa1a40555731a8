import Box from '@mui/material/Box';
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import type { OwnOrganization, Step } from '@/api/identity';
import { TextLink } from '@/components/RouterLinks';
import { localized, useLocale } from '@/i18n';
import { queryString } from '@/routes/paths';
import { Remarks } from './Remarked';

const CONTACT = ['contact_name', 'contact_phone', 'email', 'website'];
const DETAILS = ['name_en', 'name_ar', 'commercial_number', 'tax_number', 'image'];

/** Returns the step with the field. */
function findStep(field: string): Step {
  if (field.startsWith('documents.')) return 'documents';
  if (DETAILS.includes(field)) return 'details';
  return CONTACT.includes(field) ? 'contact' : 'address';
}

/** The remarks, each with a link to its step. */
export function RemarkLinks({ organization }: { organization: OwnOrganization }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const remarks = Object.entries(useContext(Remarks));
  if (remarks.length === 0) return null;
  const getFieldLabel = (field: string) => {
    const kind = organization.kinds.find(({ id }) => field === `documents.${id}`);
    return kind ? localized(kind, 'name', locale) : t(`submission.fields.${field}`);
  };
  return (
    <Box component="ul" sx={{ m: 0, mt: 1, paddingInlineStart: 2.5 }}>
      {remarks.map(([field, text]) => (
        <li key={field}>
          <TextLink to={queryString({ step: findStep(field) })}>{getFieldLabel(field)}</TextLink>:{' '}
          <bdi>{text}</bdi>
        </li>
      ))}
    </Box>
  );
}
