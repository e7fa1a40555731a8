import Box from '@mui/material/Box';

/** Lines of code or data, read from left to right; what is long can be scrolled, by keyboard too. */
export function CodeBlock({ label, text }: { label: string; text: string }) {
  return (
    <Box
      component="pre"
      dir="ltr"
      // A scrolled region has to be reachable.
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
