import { screen } from '@testing-library/react';
import i18next from 'i18next';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { BatchMode } from '@/api/catalog';
import { renderAt } from '@/test/render';
import { formatBatchDates } from './batchTimes';
import { SessionList } from './SessionList';

// Monday at 9:00 in Riyadh.
const sessions = [
  {
    id: 's',
    title_en: 'Day 1',
    title_ar: 'اليوم 1',
    starts_at: '2030-01-07T06:00:00Z',
    ends_at: '2030-01-07T10:00:00Z',
  },
] as never;

const showAs = (mode: BatchMode) => renderAt('/', <SessionList sessions={sessions} mode={mode} />);
const shown = () => document.querySelector('ol')?.textContent;

beforeEach(() => vi.stubEnv('TZ', 'America/Los_Angeles'));
afterEach(() => vi.unstubAllEnvs());

it('gives the times of a classroom in Saudi time, wherever the reader is', () => {
  showAs('in_person');
  expect(shown()).toMatch(/^Mon,? 7 Jan.*9:00\sam – 1:00\spm GMT\+3$/i);
  expect(screen.getByText('Times are in Saudi time (GMT+3).')).toBeInTheDocument();
  // In California it begins on the previous evening, and dates do not wrap.
  const batch = { starts_at: '2030-01-07T06:00:00Z', ends_at: '2030-02-01T10:00:00Z' };
  expect(formatBatchDates(batch, 'en')).toMatch(/^7\u00a0Jan\s–\s1\u00a0Feb\u00a02030$/);
});

it('gives online times in Saudi time, with the reader’s own below where that differs', async () => {
  const { unmount } = showAs('online');
  expect(shown()).toMatch(
    /^Mon,? 7 Jan.*9:00\sam – 1:00\spm GMT\+3.*Your time: Sun,? 6 Jan, 10:00\spm – 2:00\sam/i,
  );
  unmount();

  vi.stubEnv('TZ', 'Asia/Riyadh');
  await i18next.changeLanguage('ar');
  showAs('online');
  expect(shown()).not.toContain('بتوقيتك');
  expect(shown()).not.toContain('غرينتش');
  expect(screen.getByText('الأوقات بتوقيت السعودية (غرينتش+3).')).toBeInTheDocument();
});
