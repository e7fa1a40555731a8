import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { afterEach, expect, it, vi } from 'vitest';
import { renderAt } from '@/test/render';
import { ShareButton } from './ShareButton';

afterEach(() => {
  Reflect.deleteProperty(navigator, 'share');
});

const share = (call: () => Promise<void>) =>
  Object.defineProperty(navigator, 'share', { value: call, configurable: true });

it.each([
  ['en', 'Share', /Couldn't share/, 'Try again'],
  ['ar', 'مشاركة', /تعذّرت مشاركة الرابط/, 'إعادة المحاولة'],
])(
  'says beside it what could not be shared, and repeats it (%s)',
  async (locale, name, text, again) => {
    await i18next.changeLanguage(locale);
    const call = vi
      .fn()
      .mockResolvedValue(undefined)
      .mockRejectedValueOnce(new DOMException('', 'NotAllowedError'));
    share(call);
    renderAt('/', <ShareButton title="Forklift" />);
    await userEvent.click(screen.getByRole('button', { name }));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(text);
    await waitFor(() => expect(alert).toHaveFocus());
    await userEvent.click(screen.getByRole('button', { name: again }));
    await waitFor(() => expect(call).toHaveBeenCalledTimes(2));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  },
);

it('says nothing to a reader who closes the list of programs', async () => {
  share(() => Promise.reject(new DOMException('', 'AbortError')));
  renderAt('/', <ShareButton title="Forklift" />);
  await userEvent.click(screen.getByRole('button', { name: 'Share' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Share' })).toBeEnabled());
  expect(screen.queryByRole('alert')).toBeNull();
});
