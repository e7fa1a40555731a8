import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { brand } from '@/lib/brand';
import { setBrand } from '@/lib/brandNames';
import { resetResources } from '@/lib/resource';
import { reloadUser } from '@/lib/session';
import { connectToaster } from '@/lib/toast';
import { locales, readNamespaces } from '../../scripts/messages';
import { setScreen } from './screen';
import { unknownFields } from './serve';

// Retry calls immediately.
vi.mock('@/lib/pause', () => ({ pause: () => Promise.resolve() }));

// The default of one second is too short on a busy machine.
configure({ asyncUtilTimeout: 20_000 });

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: 'en',
    supportedLngs: ['en', 'ar'],
    fallbackLng: false,
    ns: Object.keys(readNamespaces('en')),
    defaultNS: 'messages',
    fallbackNS: 'app',
    nsSeparator: '.',
    resources: Object.fromEntries(locales.map((locale) => [locale, readNamespaces(locale)])),
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
  window.scrollTo = () => {};
  Element.prototype.scrollIntoView = () => {};
  // jsdom has no layout, so nothing ever intersects the viewport.
  window.IntersectionObserver = class {
    observe() {}
    disconnect() {}
  } as never;
});

beforeEach(async () => {
  setScreen('wide');
  for (const cookie of document.cookie.split('; ')) {
    // biome-ignore lint/suspicious/noDocumentCookie: tests clear the app's cookies.
    document.cookie = `${cookie.split('=')[0]}=; max-age=0; path=/`;
  }
  localStorage.clear();
  sessionStorage.clear();
  // Like a new page, signed out.
  resetResources();
  // Queued toasts would appear in the next test that has a toaster.
  connectToaster(
    () => {},
    () => {},
  )();
  setBrand(brand);
  await reloadUser();
  if (i18next.language !== 'en') await i18next.changeLanguage('en');
});

afterEach(() => {
  cleanup();
  // Files share a process, so a fake clock would affect the next file.
  vi.useRealTimers();
  expect(unknownFields.splice(0)).toEqual([]);
});
