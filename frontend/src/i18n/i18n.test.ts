import i18next from 'i18next';
import { describe, expect, it, vi } from 'vitest';
import { localized, switchLocale, withMessages } from '.';
import { messagesBackend } from './backend';
import { detectLocale } from './locales';

const browserSpeaks = (...languages: string[]) =>
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);

describe('the language', () => {
  it('is that of the cookie before all', () => {
    // biome-ignore lint/suspicious/noDocumentCookie: as a browser would send it.
    document.cookie = 'i18n_redirected=ar; path=/';
    browserSpeaks('en-GB');
    expect(detectLocale()).toBe('ar');
  });

  it('is the first of the browser’s that we have', () => {
    browserSpeaks('fr-FR', 'ar-SA', 'en');
    expect(detectLocale()).toBe('ar');
  });

  it('is English when nothing fits', () => {
    // biome-ignore lint/suspicious/noDocumentCookie: as a browser would send it.
    document.cookie = 'i18n_redirected=xx; path=/';
    browserSpeaks('fr-FR');
    expect(detectLocale()).toBe('en');
  });

  it('is switched without a reload, for a year', async () => {
    const written = vi.spyOn(document, 'cookie', 'set');
    await switchLocale('ar');
    expect(written).toHaveBeenCalledWith(
      expect.stringMatching(/^i18n_redirected=ar; path=\/;.*max-age=31536000/),
    );
    expect(i18next.language).toBe('ar');
    expect(i18next.t('common.sign_in')).toBe('تسجيل الدخول');
  });

  it('of data is the other one where the first is missing', () => {
    expect(localized({ name_en: 'Riyadh', name_ar: '' }, 'name', 'ar')).toBe('Riyadh');
    expect(localized({ name_en: 'Riyadh', name_ar: 'الرياض' }, 'name', 'ar')).toBe('الرياض');
    expect(localized(null, 'name', 'en')).toBe('');
  });
});

describe('the messages', () => {
  it('come from the folder of the build', async () => {
    const fetched = vi.fn(async () => Response.json({ a: 'b' }));
    vi.stubGlobal('fetch', fetched);
    vi.stubGlobal('__BUILD_ID__', 'abc');
    const result = await new Promise((resolve) => {
      messagesBackend.read('ar', 'payments', (_, data) => resolve(data));
    });
    expect(result).toEqual({ a: 'b' });
    expect(fetched.mock.calls[0]?.at(0)).toMatch(/^\/_i18n\/[^/]+\/ar\/payments\.json$/);
  });

  it('of a screen are requested again when they did not come, and their failure is reported', async () => {
    const payments = i18next.getResourceBundle('en', 'payments');
    i18next.removeResourceBundle('en', 'payments');
    const again = vi.spyOn(i18next, 'reloadResources').mockResolvedValueOnce();
    const load = withMessages(async () => 'screen', 'payments');
    await expect(load()).rejects.toThrow();
    again.mockImplementationOnce(
      async () => void i18next.addResourceBundle('en', 'payments', payments),
    );
    await expect(load()).resolves.toBe('screen');
    expect(again).toHaveBeenCalledWith('en', ['payments']);
  });

  it('of a noun are found by the first part of their keys', () => {
    expect(i18next.t('payments.amount')).toBe(i18next.getResource('en', 'payments', 'amount'));
    expect(i18next.t('home.hero.title')).toBe(
      i18next.getResource('en', 'messages', 'home.hero.title'),
    );
    expect(i18next.t('form.leave')).toBe(i18next.getResource('en', 'app', 'form.leave'));
  });
});
