import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { anIssuer, base64url, createCredential, LIST, listOf } from '@/test/credentials';
import { checkCredential, isWithdrawn } from './credential';

const NUMBER = '5110-QT0P-QD4R';
const ours = anIssuer();
const stranger = anIssuer('did:web:evil.example');
const entry = { url: LIST, position: 5 };

const refused = (reason: string) => ({ kind: 'forged', reason });

describe('a credential', () => {
  it('of the issuer is good and says whose it is', async () => {
    const checked = await checkCredential(ours.sign(createCredential(NUMBER)), ours.issuer);
    expect(checked).toMatchObject({
      kind: 'good',
      content: {
        number: NUMBER,
        names: ['Sara Alharbi', 'سارة الحربي'],
        training: 'Forklift driving · قيادة الرافعات',
        expiresAt: '2029-10-31T00:00:00+03:00',
        status: entry,
      },
    });
  });

  it('stays good when the issuer signs with another key, as long as the old one is published', async () => {
    const jwt = ours.sign(createCredential(NUMBER));
    const newer = anIssuer('did:web:itqan.test', 'did:web:itqan.test#k2');
    const rotated = { ...ours.issuer, keys: [...newer.issuer.keys, ...ours.issuer.keys] };
    expect((await checkCredential(jwt, rotated)).kind).toBe('good');
    expect(await checkCredential(jwt, newer.issuer)).toEqual(refused('key'));
  });

  it('that nobody signed is refused, whatever key it names', async () => {
    for (const alg of ['none', 'NONE', 'HS256']) {
      const header = base64url({ alg, kid: ours.issuer.keys[0]?.kid });
      const jwt = `${header}.${base64url(createCredential(NUMBER))}.`;
      expect(await checkCredential(jwt, ours.issuer)).toEqual(refused('algorithm'));
    }
  });

  it('signed by a foreign key is refused, also under the name of ours', async () => {
    expect(await checkCredential(stranger.sign(createCredential(NUMBER)), ours.issuer)).toEqual(
      refused('key'),
    );
    const disguised = stranger.sign(createCredential(NUMBER), {
      kid: ours.issuer.keys[0]?.kid as string,
    });
    expect(await checkCredential(disguised, ours.issuer)).toEqual(refused('signature'));
  });

  it('into which another name was written is refused', async () => {
    const [header, payload, signature] = ours.sign(createCredential(NUMBER)).split('.');
    const forged = Buffer.from(payload as string, 'base64url')
      .toString()
      .replace('Sara Alharbi', 'Omar Alharbi');
    const jwt = [header, base64url(forged), signature].join('.');
    expect(await checkCredential(jwt, ours.issuer)).toEqual(refused('signature'));
  });

  it('that names another issuer, or is a list, is none of a person', async () => {
    const foreign = createCredential(NUMBER, { issuer: { id: 'did:web:evil.example' } });
    expect(await checkCredential(ours.sign(foreign), ours.issuer)).toEqual(refused('issuer'));
    expect(await checkCredential(ours.sign(listOf([])), ours.issuer)).toEqual(
      refused('unreadable'),
    );
  });

  it.each(['', 'a.b.c', 'eyJhbGciOiJFZERTQSJ9', 'ملف'])('“%s” is none', async (text) => {
    expect(await checkCredential(text, ours.issuer)).toMatchObject({ kind: 'forged' });
  });
});

describe('the list of revoked credentials', () => {
  it('says of each bit whether its credential is still good', async () => {
    const list = ours.sign(listOf([5, 131_071]));
    expect(await isWithdrawn(list, entry, ours.issuer)).toBe(true);
    expect(await isWithdrawn(list, { ...entry, position: 4 }, ours.issuer)).toBe(false);
    expect(await isWithdrawn(list, { ...entry, position: 131_071 }, ours.issuer)).toBe(true);
  });

  it.each([
    ['of another issuer', () => stranger.sign(listOf([]))],
    ['of another name, by our key', () => ours.sign(listOf([], { issuer: 'did:web:x' }))],
    ['that is not the one named', () => ours.sign(listOf([], { id: `${LIST}1` }))],
    ['that is no list', () => ours.sign(createCredential(NUMBER))],
    [
      'that unpacks to far too much',
      () =>
        ours.sign(
          listOf([], {
            credentialSubject: {
              type: 'BitstringStatusList',
              statusPurpose: 'revocation',
              encodedList: `u${gzipSync(Buffer.alloc(8 * 1024 * 1024)).toString('base64url')}`,
            },
          }),
        ),
    ],
  ])('%s says nothing', async (_, list) => {
    expect(await isWithdrawn(list(), entry, ours.issuer)).toBeNull();
  });

  it('that is too short for the credential’s place says nothing', async () => {
    const list = ours.sign(listOf([]));
    expect(await isWithdrawn(list, { ...entry, position: 131_072 }, ours.issuer)).toBeNull();
  });
});
