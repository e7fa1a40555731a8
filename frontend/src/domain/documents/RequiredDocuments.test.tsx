import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { expect, it, vi } from 'vitest';
import { ApiProblem } from '@/api/problem';
import { renderAt } from '@/test/render';
import { RequiredDocuments } from './RequiredDocuments';

const kind = {
  id: 'k1',
  name_en: 'Licence',
  name_ar: 'رخصة',
  accepts: ['pdf' as const],
  expires: true,
  required: true,
  max_bytes: 1024,
};
const licence = new File(['x'], 'licence.pdf', { type: 'application/pdf' });

it.each(['en', 'ar'])('a document waits for its day, and is sent with it (%s)', async (locale) => {
  await i18next.changeLanguage(locale);
  const t = i18next.getFixedT(locale);
  const expired = { field: 'expires_on', code: 'document.expired', message: 'Expired' };
  const handIn = vi
    .fn()
    .mockRejectedValueOnce(new ApiProblem(422, { code: 'request.invalid', fields: [expired] }))
    .mockResolvedValue(null);
  renderAt(
    '/',
    <RequiredDocuments
      kinds={[kind]}
      documents={[]}
      editable
      onHandIn={handIn}
      fetchDocument={async () => licence}
    />,
  );
  const dayHasFocus = () =>
    expect
      .poll(() => document.activeElement?.closest('.MuiFormControl-root')?.textContent)
      .toContain(t('required_documents.valid_until'));
  const type = async (day: string) => {
    await userEvent.click(screen.getByRole('spinbutton', { name: t('date_picker.day') }));
    await userEvent.keyboard(day);
  };
  const input = screen.getByLabelText(t('document.choose'), { selector: 'input' });
  const send = () =>
    userEvent.click(screen.getByRole('button', { name: t('required_documents.send') }));

  fireEvent.change(input, { target: { files: [licence] } });
  expect(await screen.findByText(t('validation.required'))).toBeVisible();
  await dayHasFocus();
  expect(screen.getByText('licence.pdf')).toBeVisible();
  expect(handIn).not.toHaveBeenCalled();

  await type('15042020');
  await send();
  expect(await screen.findByText(t('errors.document.expired'))).toBeVisible();
  await dayHasFocus();
  expect(screen.getByText('licence.pdf')).toBeVisible();

  await type('15042031');
  await send();
  expect(handIn.mock.calls).toEqual([
    ['k1', { file: licence, expires_on: '2020-04-15' }],
    ['k1', { file: licence, expires_on: '2031-04-15' }],
  ]);
  await expect.poll(() => screen.queryByText('licence.pdf')).toBeNull();
});
