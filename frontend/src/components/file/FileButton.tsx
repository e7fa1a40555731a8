import Button, { type ButtonProps } from '@mui/material/Button';
import { useRef } from 'react';

interface FileButtonProps extends ButtonProps {
  label: string;
  /** The input's `accept` attribute: `.xlsx,.csv`. */
  accept: string;
  onChoose: (file: File) => void;
}

/** A button that opens the browser's file dialog. */
export function FileButton({
  label,
  accept,
  onChoose,
  children = label,
  ...button
}: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        aria-label={label}
        onChange={({ target }) => {
          const file = target.files?.[0];
          // Allows choosing the same file again.
          target.value = '';
          if (file) onChoose(file);
        }}
      />
    </>
  );
}
