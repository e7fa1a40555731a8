import { expect, it } from 'vitest';
import { getDeviceName } from './deviceName';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

it('tells browsers by name', () => {
  expect(getDeviceName(CHROME)).toBe('Chrome · Windows');
  expect(getDeviceName(CHROME.replace('Windows NT 10.0', 'Linux; Android 15'))).toBe(
    'Chrome · Android',
  );
  expect(getDeviceName('curl/8.5')).toBe('curl/8.5');
});
