import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FeeRead } from '@/api/catalog';
import { PaymentTerms } from '@/domain/Total';
import { startSession } from '@/lib/session';
import { paths } from '@/routes/paths';
import { aSession, aToken } from '@/test/factories';
import { renderAt } from '@/test/render';
import { setScreen } from '@/test/screen';
import { ok, refuse, serve } from '@/test/serve';
import { CandidateFees } from './FeePages';
import GlobalSettingsPage from './GlobalSettingsPage';
import SettingsPage from './SettingsPage';

const FEES = '/api/v1/settings/registration-fees';
const aFee = (id: string, given: Partial<FeeRead>): FeeRead => ({
  id,
  profile_type: 'candidate',
  amount_minor: 11_500,
  currency: 'SAR',
  valid_from: '2026-01-01',
  valid_until: null,
  status: 'in_effect',
  version: 1,
  updated_by: null,
  created_at: '2026-01-01T08:00:00Z',
  ...given,
});
const planned = { amount_minor: 15_000, valid_from: '2027-03-01', status: 'planned' } as const;
const all = [aFee('f2', planned), aFee('f1', { valid_until: '2027-02-28' })];
const page = (data: unknown[], total = data.length) =>
  ok({ data, meta: { page: 1, page_size: 20, total } });

beforeEach(() => {
  setScreen('narrow');
  const { user } = aSession('admin', { permissions: ['manage-application-settings'] });
  if (user) startSession({ access_token: aToken(600), user });
});

describe('the registration fees', () => {
  it('can be changed until they begin, and say at the field what is wrong', async () => {
    const calls = serve({
      [FEES]: () => page(all),
      [`${FEES}/f2`]: () =>
        refuse(422, 'request.invalid', { fields: [['valid_from', 'date.in_past']] }),
    });
    renderAt(paths.settingsCandidateFee, <CandidateFees />);
    const menus = await screen.findAllByRole('button', { name: /Fee from/ });
    expect(menus).toHaveLength(1);
    await userEvent.click(menus[0] as HTMLElement);
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }));
    const dialog = within(await screen.findByRole('dialog'));
    const amount = dialog.getByRole('textbox', { name: /Amount/ });
    await userEvent.clear(amount);
    await userEvent.type(amount, '175.5');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Choose today or a later date.')).toBeVisible();
    expect(await calls.find(({ method }) => method === 'PUT')?.json()).toEqual({
      amount_minor: 17_550,
      currency: 'SAR',
      valid_from: '2027-03-01',
      version: 1,
    });
  });
});

describe('what is said before paying', () => {
  const general = Object.fromEntries(
    ['product_name', 'tagline', 'support_hours', 'address']
      .flatMap((name) => [`${name}_en`, `${name}_ar`])
      .map((name) => [name, 'Itqan']),
  );
  const seller = Object.fromEntries(
    ['name', 'street', 'district', 'city']
      .flatMap((name) => [`${name}_en`, `${name}_ar`])
      .concat('building_number', 'postal_code', 'registration_number')
      .map((name) => [name, '']),
  );
  const settings = {
    general: { ...general, support_email: 'help@example.org', support_phone: '+966110000000' },
    enrollment: { payment_window_hours: 48, bulk_registration: 'person' },
    registration_fees: { candidate_minor: 11_500, currency: 'SAR' },
    payment: {
      vat_rates: [{ percent: 15, valid_from: '2020-07-01' }],
      vat_included: true,
    },
    seller: { ...seller, vat_registered: true, vat_number: '310000000000003' },
  };

  it('is set for the whole site and counts there at once', async () => {
    const calls = serve({
      '/api/v1/web': () => ok({ settings }),
      '/api/v1/payment-methods': () => ok(['card', 'mada']),
      '/api/v1/settings/json': () => ok({ data: settings, updated_by: null }),
      '/api/v1/settings': async () => {
        const vat_rates = [{ percent: 5, valid_from: '2020-07-01' }];
        const payment = { vat_rates, vat_included: false };
        return ok({ data: { ...settings, payment }, updated_by: 'user' });
      },
    });
    renderAt(
      paths.settingsGlobal,
      <>
        <PaymentTerms />
        <GlobalSettingsPage />
      </>,
    );
    expect(await screen.findByText('Includes 15% VAT. You pay by card or mada.')).toBeVisible();
    const percent = await screen.findByRole('textbox', { name: /Rate \(%\)/ });
    await userEvent.clear(percent);
    await userEvent.type(percent, '5');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Prices and fees include VAT' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    const text = 'Plus 5% VAT. You pay by card or mada.';
    expect(await screen.findByText(text)).toBeVisible();
    const sent = await calls.find(({ method }) => method === 'POST')?.json();
    expect(sent.payment).toEqual({
      vat_rates: [{ percent: 5, valid_from: '2020-07-01' }],
      vat_included: false,
    });
    expect(sent.seller).toMatchObject({ vat_registered: true, vat_number: '310000000000003' });
  });
});

describe('the overview', () => {
  it('says how everything is set, and what is not known', async () => {
    serve({
      [FEES]: () => page(all),
      '/api/v1/countries': () => page([], 249),
      '/api/v1/settings/json': () =>
        ok({
          data: { general: { product_name_en: 'Itqan', support_email: 'help@example.org' } },
          updated_by: null,
        }),
    });
    renderAt(paths.settings, <SettingsPage />);
    expect(await screen.findByText('249 countries')).toBeVisible();
    expect(await screen.findByText('Itqan · help@example.org')).toBeVisible();
    expect(await screen.findByText(/115.* today/)).toBeVisible();
    expect(screen.getByText(/150.* from 1 Mar 2027/)).toBeVisible();
    expect(screen.getAllByText('No fee is set')).toHaveLength(2);
    expect(await screen.findAllByText('Unavailable')).not.toHaveLength(0);
  });
});
