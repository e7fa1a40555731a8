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

// Calls are repeated at once.
vi.mock('@/lib/pause', () => ({ pause: () => Promise.resolve() }));

// A second, the default, is not enough on a busy machine.
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
  // jsdom has no layout, so nothing is ever in view.
  window.IntersectionObserver = class {
    observe() {}
    disconnect() {}
  } as never;
});

beforeEach(async () => {
  setScreen('wide');
  for (const cookie of document.cookie.split('; ')) {
    // biome-ignore lint/suspicious/noDocumentCookie: the tests clear what the app writes.
    document.cookie = `${cookie.split('=')[0]}=; max-age=0; path=/`;
  }
  localStorage.clear();
  sessionStorage.clear();
  // As on a new page, and without a token: nobody is signed in any more.
  resetResources();
  // Toasts that nothing has shown would be shown by the next test that has a toaster.
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
  // Files share their process: a clock that one has set would be the next one's.
  vi.useRealTimers();
  expect(unknownFields.splice(0)).toEqual([]);
});
