import i18next from 'i18next';
import { describe, expect, it, vi } from 'vitest';
import { loadDeskMessages, localized, switchLocale } from '.';
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
      messagesBackend.read('ar', 'desk', (_, data) => resolve(data));
    });
    expect(result).toEqual({ a: 'b' });
    expect(fetched.mock.calls[0]?.at(0)).toMatch(/^\/_i18n\/[^/]+\/ar\/desk\.json$/);
  });

  it('of the desk are asked for again when they did not come, and then missed aloud', async () => {
    const desk = i18next.getResourceBundle('en', 'desk');
    i18next.removeResourceBundle('en', 'desk');
    const again = vi.spyOn(i18next, 'reloadResources').mockResolvedValueOnce();
    await expect(loadDeskMessages()).rejects.toThrow();
    again.mockImplementationOnce(async () => void i18next.addResourceBundle('en', 'desk', desk));
    await expect(loadDeskMessages()).resolves.toBeUndefined();
    expect(again).toHaveBeenCalledTimes(2);
  });
});
