import { afterEach, expect, it, vi } from 'vitest';
import { renderAt } from '@/test/render';
import { BatchDate } from './BatchDate';
import type { Placed } from './batchTimes';

afterEach(() => vi.unstubAllEnvs());

// Nine in the morning of a Monday in Riyadh, the evening before in California.
function shown(batch: Placed) {
  const { container } = renderAt('/', <BatchDate batch={batch} value="2030-01-07T06:00:00Z" />);
  return container.textContent;
}

it.each([
  [{ mode: 'in_person' }, '7 Jan 2030Saudi time (GMT+3)'],
  [{ mode: 'hybrid' }, '7 Jan 2030Saudi time (GMT+3)'],
  [{ mode: 'online' }, '6 Jan 2030your time zone'],
  [{ city_en: 'Riyadh' }, '7 Jan 2030Saudi time (GMT+3)'],
  [{ city_en: '' }, '6 Jan 2030your time zone'],
] as const)('a date of %j is that of its venue, online that of the reader', (batch, text) => {
  vi.stubEnv('TZ', 'America/Los_Angeles');
  expect(shown(batch)).toBe(text);
});

it('names no clock to whose own shows the same', () => {
  vi.stubEnv('TZ', 'Asia/Riyadh');
  expect(shown({ mode: 'in_person' })).toBe('7 Jan 2030');
});
