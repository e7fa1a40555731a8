import SearchIcon from '@mui/icons-material/SearchOutlined';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import InputAdornment from '@mui/material/InputAdornment';
import InputBase from '@mui/material/InputBase';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import useAutocomplete from '@mui/material/useAutocomplete';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { QueryProvider } from '@/components/QueryProvider';
import type { RouteName } from '@/routes/paths';
import { type GroupedHit, useHits } from './useHits';

interface FindProps {
  pages: readonly RouteName[];
  onClose: () => void;
}

/** Searches pages and records, and opens the selected one. */
export default function CommandPalette(props: FindProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      open
      onClose={props.onClose}
      fullWidth
      maxWidth="sm"
      slotProps={{
        // Aligned at the top, so that the field keeps its position while the results grow.
        container: { sx: { alignItems: 'flex-start' } },
        paper: {
          'aria-label': t('find.title'),
          sx: { mt: { xs: 1, sm: 8 }, mx: { xs: 1, sm: 4 }, width: 1 },
        },
      }}
    >
      <QueryProvider>
        <Find {...props} />
      </QueryProvider>
    </Dialog>
  );
}

function Find({ pages, onClose }: FindProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const text = typed.trim();
  const { hits, isLoading, failed } = useHits(text, pages);
  const { getRootProps, getInputProps, getListboxProps, getOptionProps, groupedOptions } =
    useAutocomplete<GroupedHit>({
      id: 'find',
      open: true,
      options: hits,
      value: null,
      inputValue: typed,
      onInputChange: (_, value, reason) => reason === 'input' && setTyped(value),
      onChange: (_, hit) => {
        if (!hit) return;
        onClose();
        navigate(hit.to);
      },
      // The services have already filtered, by more than the name.
      filterOptions: (all) => all,
      getOptionLabel: ({ label }) => label,
      getOptionKey: ({ to }) => to,
      isOptionEqualToValue: (a, b) => a.to === b.to,
      autoHighlight: true,
    });
  const options = groupedOptions as GroupedHit[];
  return (
    <Box {...getRootProps()} sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}>
      <InputBase
        autoFocus
        fullWidth
        placeholder={t('find.hint')}
        startAdornment={
          <InputAdornment position="start">
            <SearchIcon />
          </InputAdornment>
        }
        inputProps={{ ...getInputProps(), 'aria-label': t('find.title'), dir: 'auto' }}
        sx={{ px: 2, py: 1.5, borderBottom: '1px solid', borderColor: 'divider' }}
      />
      <LinearProgress
        aria-hidden
        sx={{ visibility: isLoading ? 'visible' : 'hidden', height: 2 }}
      />
      <Box
        component="ul"
        {...getListboxProps()}
        aria-label={t('find.results')}
        sx={{ m: 0, p: 1, listStyle: 'none', overflowY: 'auto', maxHeight: '60vh' }}
      >
        {options.map((hit, index) => {
          const { key, ...option } = getOptionProps({ option: hit, index });
          return (
            <Fragment key={key}>
              {hit.group !== options[index - 1]?.group && (
                <Typography
                  component="li"
                  role="presentation"
                  variant="caption"
                  sx={{ px: 1.5, pt: 1.5, pb: 0.5, display: 'block', color: 'text.secondary' }}
                >
                  {hit.group}
                </Typography>
              )}
              <Result hit={hit} {...option} />
            </Fragment>
          );
        })}
      </Box>
      <Typography role="status" variant="body2" sx={{ px: 2.5, pb: 2, color: 'text.secondary' }}>
        {!isLoading && failed && t('find.failed')}
        {!isLoading && !failed && options.length === 0 && t('find.none', { text })}
      </Typography>
    </Box>
  );
}

function Result({ hit, ...props }: { hit: GroupedHit }) {
  return (
    <Box
      component="li"
      {...props}
      sx={{
        px: 1.5,
        py: 1,
        borderRadius: 1.5,
        cursor: 'pointer',
        '&.Mui-focused': { bgcolor: 'surface.tint' },
      }}
    >
      <Typography variant="body2" dir="auto" sx={{ fontWeight: 500, textAlign: 'start' }}>
        {hit.label}
      </Typography>
      {hit.note && (
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          <bdi>{hit.note}</bdi>
        </Typography>
      )}
    </Box>
  );
}
