import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { describe, expect, it } from 'vitest';
import { paths } from '@/routes/paths';
import { anIssuer, createCredential, createRecord, LIST, listOf } from '@/test/credentials';
import { renderAt } from '@/test/render';
import { ok, refuse, serve } from '@/test/serve';
import PublicCertificatePage from './PublicCertificatePage';
import VerifyCertificatePage from './VerifyCertificatePage';
import { verifyCredential } from './verdict';

const NUMBER = '5110-QT0P-QD4R';
const NEWER = 'GR40-Z1FP-WYMH';
const KEYS = '/api/v1/credentials/jwks.json';
const CALL = `/api/v1/verifications/${NUMBER}`;
const LISTS = new URL(LIST).pathname;

const ours = anIssuer();
const stranger = anIssuer('did:web:evil.example');

const keys = () => ok({ issuer: ours.issuer.id, keys: ours.issuer.keys });

const record = (changes?: Record<string, unknown>) =>
  createRecord(NUMBER, ours.sign(createCredential(NUMBER)), changes);

const answers = (changes?: Record<string, unknown>) => ({
  [CALL]: () => ok(record(changes)),
  [KEYS]: keys,
});

const open = () => renderAt(`/verify-certificate?number=${NUMBER}`, <VerifyCertificatePage />);
const heading = (name: string) => screen.findByRole('heading', { level: 2, name });

describe('the verification of a number', () => {
  it('says what is mistyped before anybody is asked, and reads what is not', async () => {
    const calls = serve(answers());
    const { router } = renderAt('/verify-certificate', <VerifyCertificatePage />);
    const field = screen.getByRole('textbox', { name: 'Certificate number' });
    await userEvent.type(field, '5110 qt0p qd4s');
    await userEvent.click(screen.getByRole('button', { name: 'Verify' }));
    expect(await screen.findByText(/One character is wrong/)).toBeVisible();
    expect(calls).toHaveLength(0);

    await userEvent.clear(field);
    await userEvent.type(field, '511O qt0p qd4r');
    await userEvent.click(screen.getByRole('button', { name: 'Verify' }));
    expect(await heading('This certificate is valid')).toHaveFocus();
    expect(router.state.location.search).toBe(`?number=${NUMBER}`);
  });

  it('shows whose a valid one is, in both calendars, and that the signature was checked here', async () => {
    serve(answers());
    open();
    expect(await heading('This certificate is valid')).toBeVisible();
    for (const text of [
      'Sara Alharbi',
      'سارة الحربي',
      'Forklift driving',
      'Gulf Academy',
      NUMBER,
    ]) {
      expect(screen.getByText(text)).toBeVisible();
    }
    expect(screen.getByText('30 Oct 2029')).toHaveTextContent('22 Jumada II 1451 AH');
    expect(screen.getByText(/This browser verified the digital signature of Itqan/)).toBeVisible();
  });

  it.each([
    [
      {
        state: 'expired',
        expires_on: '2026-11-22',
        credential: ours.sign(
          createCredential(NUMBER, { validUntil: '2026-11-23T00:00:00+03:00' }),
        ),
      },
      'This certificate has expired',
      /until 22 Nov 2026/,
    ],
    [
      { state: 'revoked', revoked_on: '2026-11-20', revoked_kind: 'misconduct' },
      'This certificate was revoked',
      /revoked on 20 Nov 2026/,
    ],
    [
      { state: 'suspended', suspended_on: '2026-11-20' },
      'This certificate is suspended',
      /changed on 20 Nov 2026/,
    ],
    [{ state: 'superseded', superseded_by: NEWER }, "There's a newer certificate", /replaced/],
    [{ state: 'unknown' }, 'No certificate has this number', /never issued/],
  ])('says what %o means and what to do', async (changes, title, meaning) => {
    serve(answers(changes));
    open();
    expect(await heading(title)).toBeVisible();
    expect(screen.getAllByText(meaning)[0]).toBeVisible();
    const link = screen.queryByRole('link', { name: `Show ${NEWER}` });
    if (changes.state === 'superseded') {
      expect(link).toHaveAttribute('href', `/certificates/${NEWER}`);
    } else expect(link).toBeNull();
  });

  it('trusts what was signed more than what the record says', async () => {
    serve(answers({ holder_name_en: 'Omar Alharbi' }));
    open();
    expect(await screen.findByText('Sara Alharbi')).toBeVisible();
    expect(screen.queryByText('Omar Alharbi')).toBeNull();
    expect(screen.getByText(/our record now differs/)).toBeVisible();
  });

  it('warns of an answer that somebody else has signed', async () => {
    serve(answers({ credential: stranger.sign(createCredential(NUMBER)) }));
    open();
    expect(await screen.findByText(/Don't rely on this result/)).toBeVisible();
  });

  it('says that the signature was not checked where the keys cannot be had', async () => {
    serve({ [CALL]: () => ok(record()) });
    open();
    expect(await screen.findByText(/couldn't check the digital signature/)).toBeVisible();
  });

  it('lets try again when there is no answer', async () => {
    serve({ [CALL]: () => refuse(429, 'request.rate_limited', { retryAfter: 5 }), [KEYS]: keys });
    open();
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  });
});

describe('a credential that was brought along', () => {
  const jwt = ours.sign(createCredential(NUMBER));

  it('is good, with the state that the service knows', async () => {
    serve(answers({ state: 'revoked', revoked_on: '2026-11-20' }));
    expect(await verifyCredential(jwt)).toMatchObject({ state: 'revoked', signature: 'good' });
  });

  it('of a stranger is refused without a look at the record', async () => {
    const calls = serve(answers());
    const verdict = await verifyCredential(stranger.sign(createCredential(NUMBER)));
    expect(verdict).toMatchObject({ state: 'forged', forgery: 'key', shown: null });
    expect(calls.map(({ url }) => new URL(url).pathname)).toEqual([KEYS]);
  });

  it('that the service has forgotten is not called valid', async () => {
    serve(answers({ state: 'unknown' }));
    expect(await verifyCredential(jwt)).toMatchObject({ state: 'unsure', signature: 'good' });
  });

  describe('without a connection', () => {
    const kept = (list: () => Response) => ({ [KEYS]: keys, [LISTS]: list });
    const text = (content: string) => () =>
      new Response(content, { headers: { date: 'Sat, 21 Nov 2026 09:00:00 GMT' } });

    it('is judged by the list that was kept, and says how old that is', async () => {
      serve(kept(text(ours.sign(listOf([])))));
      expect(await verifyCredential(jwt)).toMatchObject({
        state: 'valid',
        asOf: new Date('2026-11-21T09:00:00Z'),
        shown: { names: ['Sara Alharbi', 'سارة الحربي'], expires_on: '2029-10-30' },
      });
    });

    it('is no longer good when the list says so', async () => {
      serve(kept(text(ours.sign(listOf([5])))));
      expect(await verifyCredential(jwt)).toMatchObject({ state: 'withdrawn' });
    });

    it('has expired by the device’s clock', async () => {
      const old = ours.sign(createCredential(NUMBER, { validUntil: '2026-01-01T00:00:00+03:00' }));
      serve(kept(text(ours.sign(listOf([])))));
      expect(await verifyCredential(old)).toMatchObject({
        state: 'expired',
        shown: { expires_on: '2025-12-31' },
      });
    });

    it('is uncertain when the list is another issuer’s, or is not there', async () => {
      serve(kept(text(stranger.sign(listOf([])))));
      expect(await verifyCredential(jwt)).toMatchObject({ state: 'unsure', signature: 'good' });
      serve({ [KEYS]: keys });
      expect(await verifyCredential(jwt)).toMatchObject({ state: 'unsure', signature: 'good' });
    });

    it('cannot be judged without the keys', async () => {
      serve({});
      expect(await verifyCredential(jwt)).toMatchObject({ state: 'unsure', signature: 'no_keys' });
    });
  });
});

describe('the page of a certificate', () => {
  const show = (changes?: Record<string, unknown>) => {
    serve(answers(changes));
    return renderAt(
      `/certificates/${NUMBER}`,
      <Routes>
        <Route path={paths.publicCertificate} element={<PublicCertificatePage />} />
      </Routes>,
    );
  };
  it('adds a valid one to LinkedIn with all that it says', async () => {
    show();
    const link = await screen.findByRole('link', { name: 'Add to LinkedIn' });
    const { host, searchParams } = new URL(link.getAttribute('href') ?? '');
    expect(host).toBe('www.linkedin.com');
    expect(Object.fromEntries(searchParams)).toMatchObject({
      startTask: 'CERTIFICATION_NAME',
      name: 'Forklift driving',
      organizationName: 'Gulf Academy',
      issueYear: '2026',
      issueMonth: '11',
      expirationYear: '2029',
      expirationMonth: '10',
      certId: NUMBER,
    });
    expect(searchParams.get('certUrl')).toMatch(new RegExp(`/certificates/${NUMBER}$`));
    expect(screen.getByRole('button', { name: 'Download credential' })).toBeVisible();
  });

  it('offers a revoked one to no profile', async () => {
    show({ state: 'revoked', revoked_on: '2026-11-20' });
    expect(await heading('This certificate was revoked')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Add to LinkedIn' })).toBeNull());
  });
});
