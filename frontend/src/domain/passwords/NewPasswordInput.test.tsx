import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { useZodForm, z } from '@/lib/forms';
import { renderAt } from '@/test/render';
import { ok, refuse, serve } from '@/test/serve';
import { NewPasswordInput } from './NewPasswordInput';

const DICTIONARIES = '/api/v1/auth/password-dictionaries';
const dictionaries = {
  words: { passwords: '123456 password', surnames: 'forklift anchor' },
  keyboards: {},
  signs: { a: ['4', '@'] },
};

function Password() {
  const form = useZodForm(z.object({ password: z.string() }), { password: '' });
  const own = ['huda.amri', null];
  return <NewPasswordInput control={form.control} name="password" label="Password" own={own} />;
}

const type = (text: string) => userEvent.type(screen.getByLabelText('Password'), text);

describe('a password that is chosen', () => {
  it.each([
    ['ab1', '7 more characters.'],
    ['p4ssword123456', 'Many people use a similar password. Choose another one.'],
    ['huda.amri-2026', "Don't use your name, username, email or numbers."],
    ['forkliftanchor', 'Add more words. One or two are easy to guess.'],
    ['aaaaaaaaaaaaaa', 'Avoid repeated characters and words.'],
    ['v9-Kq!tzGe7,wu', /^Strong password/],
  ])('“%s” is told what it is worth', async (password, text) => {
    serve({ [DICTIONARIES]: () => ok(dictionaries) });
    renderAt('/', <Password />);
    await type(password);
    expect(await screen.findByText(text)).toBeVisible();
  });

  it('loads what judges it only when it is about to be typed', async () => {
    const calls = serve({ [DICTIONARIES]: () => ok(dictionaries) });
    renderAt('/', <Password />);
    expect(calls).toHaveLength(0);
    await userEvent.click(screen.getByLabelText('Password'));
    expect(calls).toHaveLength(1);
  });

  it('promises nothing while that is not there', async () => {
    serve({ [DICTIONARIES]: () => refuse(503, 'service.unavailable') });
    renderAt('/', <Password />);
    await type('v9-Kq!tzGe7,wu');
    expect(screen.getByRole('status')).toHaveTextContent(/^Use 10 characters or more/);
  });
});
