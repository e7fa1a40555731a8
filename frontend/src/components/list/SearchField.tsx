import ClearIcon from '@mui/icons-material/CloseOutlined';
import SearchIcon from '@mui/icons-material/SearchOutlined';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

const DEBOUNCE_MS = 350;

interface SearchFieldProps {
  value: string;
  onChange: (value: string) => void;
  /** The label, such as "Search trainings". */
  label: string;
}

/** A search field that reports debounced text. */
export function SearchField({ value, onChange, label }: SearchFieldProps) {
  const { t } = useTranslation();
  const [text, setText] = useState(value);
  const reported = useRef(value);

  // The URL may change from outside: back button, cleared filters.
  useEffect(() => {
    if (value !== reported.current) {
      reported.current = value;
      setText(value);
    }
  }, [value]);

  useEffect(() => {
    if (text === reported.current) return;
    const pause = setTimeout(() => {
      reported.current = text;
      onChange(text.trim());
    }, DEBOUNCE_MS);
    return () => clearTimeout(pause);
  }, [text, onChange]);

  return (
    <OutlinedInput
      type="search"
      size="small"
      fullWidth
      value={text}
      onChange={(event) => setText(event.target.value)}
      placeholder={label}
      aria-label={label}
      sx={{ maxWidth: { md: 360 }, '& input::-webkit-search-cancel-button': { display: 'none' } }}
      startAdornment={
        <InputAdornment position="start">
          <SearchIcon fontSize="small" />
        </InputAdornment>
      }
      endAdornment={
        text && (
          <InputAdornment position="end">
            <IconButton
              size="small"
              edge="end"
              aria-label={t('common.clear')}
              onClick={() => setText('')}
            >
              <ClearIcon fontSize="small" />
            </IconButton>
          </InputAdornment>
        )
      }
    />
  );
}
