import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import TextField, { type TextFieldProps } from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { keepPreviousData, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Any } from '@/lib/any';
import { useDebounced } from '@/lib/useDebounced';
import { useProblemText } from '@/lib/useProblemText';

/** A source of records: how to search and label them. */
export interface Source<Item> {
  /** Queries the records that match the text; the first ones for an empty text. */
  find: (text: string) => UseQueryOptions<Any, Any, { data: readonly Item[] }, Any>;
  label: (item: Item) => string;
  /** A note that distinguishes records with the same name, such as a code or date. */
  note?: (item: Item) => string;
}

interface SearchSelectProps<Item> {
  source: Source<Item>;
  /** The selected record; it need not be among the current results. */
  value: Item | null;
  onChange: (item: Item | null) => void;
  label: string;
  hint?: string;
  name?: string;
  required?: boolean;
  disabled?: boolean;
  error?: boolean;
  size?: 'small' | 'medium';
  autoFocus?: boolean;
  onBlur?: () => void;
  inputRef?: TextFieldProps['inputRef'];
}

/** Selects one of many records, with a search on the server. */
export function SearchSelect<Item extends { id: string }>({
  source,
  value,
  onChange,
  label,
  hint,
  name,
  required,
  disabled = false,
  error,
  size,
  autoFocus,
  onBlur,
  inputRef,
}: SearchSelectProps<Item>) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const [typed, setTyped] = useState('');
  const text = useDebounced(typed);
  const {
    data,
    isFetching,
    error: failure,
    refetch,
  } = useQuery({
    ...source.find(text),
    ...(disabled && { enabled: false }),
    placeholderData: keepPreviousData,
  });
  return (
    <Autocomplete<Item>
      size={size}
      options={disabled ? [] : (data?.data ?? [])}
      value={value}
      onChange={(_, item) => {
        setTyped('');
        onChange(item);
      }}
      onBlur={onBlur}
      onInputChange={(_, input, reason) => setTyped(reason === 'input' ? input.trim() : '')}
      getOptionKey={({ id }) => id}
      getOptionLabel={source.label}
      isOptionEqualToValue={(option, other) => option.id === other.id}
      // The server has already filtered, by more than the name.
      filterOptions={(all) => all}
      loading={isFetching || text !== typed}
      loadingText={t('common.loading')}
      noOptionsText={failure ? problemText(failure) : t('common.no_options')}
      onOpen={() => failure && void refetch()}
      disabled={disabled}
      renderOption={({ key, ...props }, item) => (
        <Box component="li" key={key} {...props}>
          <Box sx={{ minWidth: 0 }}>
            {source.label(item)}
            {source.note && (
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {source.note(item)}
              </Typography>
            )}
          </Box>
        </Box>
      )}
      renderInput={(params) => (
        <TextField
          {...params}
          inputRef={inputRef}
          name={name}
          label={label}
          required={required}
          error={error}
          helperText={hint}
          autoFocus={autoFocus}
        />
      )}
    />
  );
}
