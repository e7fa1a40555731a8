import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { createContext, type ReactNode, useContext } from 'react';
import { useTranslation } from 'react-i18next';

/** Remarks by the name of the field or document. */
export const Remarks = createContext<Readonly<Record<string, string>>>({});

/** A field with the approvers' remark below. */
export function Remarked({ name, children }: { name: string; children: ReactNode }) {
  const remark = useContext(Remarks)[name];
  return (
    <Box sx={{ display: 'grid', gap: 1, alignContent: 'start', minWidth: 0 }}>
      {children}
      {remark && (
        <Alert severity="warning" sx={{ py: 0, overflowWrap: 'anywhere' }}>
          <bdi>{remark}</bdi>
        </Alert>
      )}
    </Box>
  );
}

/** The remarks on these fields, for fields of a separate component. */
export function RemarkList({ names }: { names: readonly string[] }) {
  const { t } = useTranslation();
  const remarks = useContext(Remarks);
  return names
    .filter((name) => remarks[name])
    .map((name) => (
      <Alert key={name} severity="warning" sx={{ py: 0, overflowWrap: 'anywhere' }}>
        {t(`submission.fields.${name}`)}: <bdi>{remarks[name]}</bdi>
      </Alert>
    ));
}
