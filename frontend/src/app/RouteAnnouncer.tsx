import Box from '@mui/material/Box';
import { visuallyHidden } from '@mui/utils';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

/** Tells screen readers of a page change, which a browser does only when it loads a document. */
export function RouteAnnouncer() {
  const { pathname } = useLocation();
  const [title, setTitle] = useState('');
  const first = useRef(true);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what makes a page another.
  useEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    // The page sets its title in an effect of its own, after this one.
    const later = setTimeout(() => setTitle(document.title), 100);
    return () => clearTimeout(later);
  }, [pathname]);

  return (
    <Box aria-live="assertive" aria-atomic sx={visuallyHidden}>
      {title}
    </Box>
  );
}
