import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { Link, useLocation } from 'react-router';
import { useLocale } from '@/i18n';
import { withCount } from './withCount';

/** A list of the same noun with its own path. */
export interface Section {
  to: string;
  label: string;
  /** The number of rows; undefined while loading. */
  count?: number;
  /** The count is capped; there are more rows. */
  capped?: boolean;
}

/** Tabs of the lists of the same noun. */
export function SectionTabs({ label, sections }: { label: string; sections: readonly Section[] }) {
  const locale = useLocale();
  const { pathname } = useLocation();
  return (
    <Tabs
      component="nav"
      value={sections.some(({ to }) => to === pathname) && pathname}
      aria-label={label}
      variant="scrollable"
      scrollButtons={false}
      sx={{ minHeight: 44, mb: 1, '& .MuiTab-root': { minHeight: 44 } }}
    >
      {sections.map((section) => (
        <Tab
          key={section.to}
          value={section.to}
          component={Link}
          to={section.to}
          label={withCount(section, locale)}
        />
      ))}
    </Tabs>
  );
}
