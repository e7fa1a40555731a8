import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import type { CountryRead } from '@/api/catalog';
import { renderAt } from '@/test/render';
import { setScreen } from '@/test/screen';
import { ok, refuse, serve } from '@/test/serve';
import { CountryDialog } from './CountryDialog';

const saved: CountryRead = {
  id: 'k1',
  code: 'XK',
  alpha3: 'XKX',
  numeric_code: '983',
  name_en: 'Kosovo',
  name_ar: 'كوسوفو',
  calling_code: null,
  flag_emoji: '🇽🇰',
  flag_url: null,
  active: true,
};

beforeEach(() => setScreen('wide'));

it('a country whose flag is refused is not added twice', async () => {
  const calls = serve({
    '/api/v1/countries': () => ok(saved),
    '/api/v1/countries/k1': () => ok(saved),
    '/api/v1/countries/k1/flag': () =>
      refuse(422, 'request.invalid', { fields: [['file', 'picture.unreadable']] }),
  });
  renderAt('/', <CountryDialog onClose={() => {}} />);
  const dialog = within(screen.getByRole('dialog'));
  const fill = async (label: RegExp, text: string) =>
    userEvent.type(dialog.getByRole('textbox', { name: label }), text);
  await fill(/English name/, saved.name_en);
  await fill(/Arabic name/, saved.name_ar);
  await fill(/^ISO code( \*)?$/, saved.code);
  await fill(/Three-letter ISO code/, saved.alpha3);
  await fill(/ISO numeric code/, saved.numeric_code);
  const flag = new File(['not a picture'], 'flag.png', { type: 'image/png' });
  await userEvent.upload(dialog.getByLabelText('Choose flag', { selector: 'input' }), flag);
  const save = dialog.getByRole('button', { name: 'Save' });
  await userEvent.click(save);
  expect(await dialog.findByText('picture.unreadable')).toBeVisible();
  await userEvent.click(save);
  await expect
    .poll(() => calls.map(({ method }) => method))
    .toEqual(['POST', 'POST', 'PUT', 'POST']);
});
