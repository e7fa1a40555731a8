import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import type { DesignRead } from '@/api/enrollment';
import { renderAt } from '@/test/render';
import { ok, refuse, serve } from '@/test/serve';
import DesignPage from './DesignPage';

const DESIGN = '/api/v1/papers/design';
const PREVIEW = '/api/v1/papers/preview';
const standard: DesignRead = {
  organization_id: '00000000-0000-4000-8000-000000000001',
  version: 0,
  published_at: null,
  accent: '#047857',
  logo: null,
  signatories: [],
  text_en: '',
  text_ar: '',
};
const LOGO = 'l'.repeat(32);
const logo = new File(['png'], 'logo.png', { type: 'image/png' });

const page = () => new Response(new Blob(['png'], { type: 'image/png' }));
const bodies = async (calls: Request[], path: string) =>
  Promise.all(
    calls
      .filter(({ url, method }) => url.endsWith(path) && method === 'POST')
      .map((call) => call.clone().json()),
  );

beforeEach(() => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:page');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
});

it('shows what is chosen in the preview and publishes it as the next version', async () => {
  let stored = standard;
  const calls = serve({
    [DESIGN]: async (request) => {
      if (request.method === 'POST')
        stored = { ...standard, ...(await request.json()), version: 1 };
      return ok(stored);
    },
    [PREVIEW]: page,
    '/api/v1/papers/pictures': () => ok({ name: LOGO }),
  });
  renderAt('/dashboard/certificate-design', <DesignPage />);
  expect(await screen.findByText('The standard design is in use.')).toBeVisible();
  expect(await screen.findByAltText('Certificate: A usual name')).toHaveAttribute(
    'src',
    'blob:page',
  );

  await userEvent.upload(screen.getByLabelText('Logo', { selector: 'input' }), logo);
  await userEvent.click(screen.getByRole('button', { name: 'Add signatory' }));
  const signatory = within(screen.getByRole('group', { name: 'Signatory 1' }));
  await userEvent.type(signatory.getByLabelText('Name in English'), 'Dr. Khalid Al-Harbi');
  await expect
    .poll(async () => (await bodies(calls, PREVIEW)).at(-1))
    .toMatchObject({ logo: LOGO, signatories: [{ name_en: 'Dr. Khalid Al-Harbi' }] });

  await userEvent.click(screen.getByRole('button', { name: 'Publish version' }));
  expect(await screen.findByText('Version 1 is in use.')).toBeVisible();
  expect(await bodies(calls, DESIGN)).toMatchObject([{ version: 0, logo: LOGO }]);
});

it('says at the field and in the preview that a colour is too light', async () => {
  const refusal = () =>
    refuse(422, 'request.invalid', { fields: [['accent', 'color.low_contrast']] });
  serve({
    [DESIGN]: (request) => (request.method === 'GET' ? ok(standard) : refusal()),
    [PREVIEW]: async (request) =>
      (await request.json()).accent === '#047857' ? page() : refusal(),
  });
  renderAt('/dashboard/certificate-design', <DesignPage />);
  const accent = await screen.findByLabelText('Colour of names and border');
  await userEvent.clear(accent);
  await userEvent.type(accent, '#ffd700');
  const preview = within(screen.getByRole('region', { name: 'Preview' }));
  expect(await preview.findByRole('alert')).toHaveTextContent('hard to read');
  await userEvent.click(screen.getByRole('button', { name: 'Publish version' }));
  await expect.poll(() => accent).toHaveAccessibleDescription(/hard to read on white/);
});

it('says why a picture is not taken', async () => {
  serve({
    [DESIGN]: () => ok(standard),
    [PREVIEW]: page,
    '/api/v1/papers/pictures': () =>
      refuse(422, 'request.invalid', { fields: [['file', 'picture.unsupported_format']] }),
  });
  renderAt('/dashboard/certificate-design', <DesignPage />);
  await userEvent.upload(await screen.findByLabelText('Logo', { selector: 'input' }), logo);
  expect(await screen.findByText('Choose a JPEG, PNG or WebP picture.')).toBeVisible();
});
