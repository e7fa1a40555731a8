import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';

/** A tab with related records or history. */
export interface RecordTab {
  /** The tab's name in the URL. */
  key: string;
  label: string;
  content: ReactNode;
}

const PARAMETER = 'tab';
const DETAILS = 'details';

/** Returns the tab of the URL; the details for an unknown one. */
export function useRecordTab(tabs: readonly RecordTab[]): RecordTab | undefined {
  const [parameters] = useSearchParams();
  return tabs.find(({ key }) => key === parameters.get(PARAMETER));
}

/** The details tab, followed by further tabs. */
export function RecordTabs({
  label,
  tabs,
  shown,
}: {
  label: string;
  tabs: readonly RecordTab[];
  shown: RecordTab | undefined;
}) {
  const { t } = useTranslation();
  const [, setParameters] = useSearchParams();
  const show = (key: string) =>
    setParameters(
      (before) => {
        const after = new URLSearchParams(before);
        if (key === DETAILS) after.delete(PARAMETER);
        else after.set(PARAMETER, key);
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <Tabs
      value={shown?.key ?? DETAILS}
      onChange={(_, key: string) => show(key)}
      aria-label={label}
      variant="scrollable"
      scrollButtons={false}
      sx={{ minHeight: 44, mb: 3, '& .MuiTab-root': { minHeight: 44 } }}
    >
      <Tab value={DETAILS} label={t('record.details')} />
      {tabs.map((tab) => (
        <Tab key={tab.key} value={tab.key} label={tab.label} />
      ))}
    </Tabs>
  );
}
