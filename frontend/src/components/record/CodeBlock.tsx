import Box from '@mui/material/Box';

/** A left-to-right block of code or data; long lines scroll, also by keyboard. */
export function CodeBlock({ label, text }: { label: string; text: string }) {
  return (
    <Box
      component="pre"
      dir="ltr"
      // A scrollable region must be focusable.
      tabIndex={0}
      role="region"
      aria-label={label}
      sx={{
        m: 0,
        p: 2,
        borderRadius: 1,
        bgcolor: 'surface.soft',
        overflow: 'auto',
        maxHeight: 480,
        fontSize: 13,
        textAlign: 'start',
      }}
    >
      {text}
    </Box>
  );
}
