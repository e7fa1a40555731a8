import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accentBorder } from '../accentBorder';

/** A part of a long form; its card has the id. */
export interface Section {
  id: string;
  label: string;
}

/** A column of cards; on wide screens with a sticky index. */
export function Sections({
  sections,
  wide = false,
  children,
}: {
  sections: readonly Section[];
  /** Reserves space for content beside the fields. */
  wide?: boolean;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const current = useSectionInView(sections);
  const column = wide ? 'minmax(0, 1fr)' : 'minmax(0, 720px)';
  return (
    <Box
      sx={{
        display: 'grid',
        columnGap: 6,
        alignItems: 'start',
        gridTemplateColumns: sections.length > 0 ? { xs: column, xl: `${column} 220px` } : column,
      }}
    >
      <Box sx={{ display: 'grid', gap: 3, minWidth: 0 }}>{children}</Box>
      {sections.length > 0 && (
        <Box
          component="nav"
          aria-label={t('form.sections')}
          sx={{ display: { xs: 'none', xl: 'grid' }, gap: 0.5, position: 'sticky', top: 96 }}
        >
          {sections.map(({ id, label }) => (
            <Link
              key={id}
              href={`#${id}`}
              underline="none"
              aria-current={id === current || undefined}
              sx={{
                ...accentBorder(),
                py: 0.75,
                color: 'text.secondary',
                '&:hover, &:focus-visible': { color: 'text.primary' },
                '&[aria-current]': { borderColor: 'primary.main', color: 'text.primary' },
              }}
            >
              {label}
            </Link>
          ))}
        </Box>
      )}
    </Box>
  );
}

/** Returns the section in the upper part of the window. */
function useSectionInView(sections: readonly Section[]): string | undefined {
  const ids = sections.map(({ id }) => id).join(' ');
  const [current, setCurrent] = useState<string>();
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        const entered = entries.find(({ isIntersecting }) => isIntersecting);
        if (entered) setCurrent(entered.target.id);
      },
      { rootMargin: '-20% 0px -70%' },
    );
    for (const id of ids.split(' ')) {
      const section = document.getElementById(id);
      if (section) observer.observe(section);
    }
    return () => observer.disconnect();
  }, [ids]);
  return current;
}
