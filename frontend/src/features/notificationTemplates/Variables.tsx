import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { Variable } from '@/api/notifications';
import { TitledCard } from '@/components/record/TitledCard';
import { localized, useLocale } from '@/i18n';

interface VariablesProps {
  variables: readonly Variable[];
  onChoose: (name: string) => void;
}

/** The variables of a template, each with a sample. */
export function Variables({ variables, onChoose }: VariablesProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <TitledCard title={t('notices.variables')} lead={t('notices.variables_lead')}>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, mt: 2, display: 'grid', gap: 1 }}>
        {variables.map((variable) => {
          const sample = localized(variable, 'sample', locale).trim();
          return (
            <Box
              component="li"
              key={variable.name}
              sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}
            >
              <Chip
                component="button"
                type="button"
                clickable
                // Keeps the focus and the cursor in the text field.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => onChoose(variable.name)}
                label={<bdi dir="ltr">{`{${variable.name}}`}</bdi>}
                aria-label={t('notices.insert', { name: `{${variable.name}}`, sample })}
                variant="outlined"
                sx={{ fontFamily: 'monospace' }}
              />
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                <bdi>{sample}</bdi>
                {variable.only_in_reason && ` · ${t('notices.only_in_reason')}`}
              </Typography>
            </Box>
          );
        })}
      </Box>
    </TitledCard>
  );
}
