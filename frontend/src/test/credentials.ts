import { generateKeyPairSync, sign } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Issuer } from '@/features/verification/issuer';

const SITE = 'https://itqan.test';
export const LIST = `${SITE}/api/v1/credentials/status-lists/0`;

type Payload = Record<string, unknown>;

export const base64url = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

/** An issuer of credentials with its key, like the service. */
export function anIssuer(id = 'did:web:itqan.test', kid = `${id}#k1`) {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const { x } = publicKey.export({ format: 'jwk' });
  const issuer: Issuer = { id, keys: [{ kty: 'OKP', crv: 'Ed25519', x: x as string, kid }] };
  const jwt = (payload: Payload, header: { alg?: string; kid?: string } = {}) => {
    const text = [{ alg: 'EdDSA', kid, typ: 'JWT', ...header }, payload].map(base64url).join('.');
    return `${text}.${sign(null, Buffer.from(text), privateKey).toString('base64url')}`;
  };
  return { issuer, sign: jwt };
}

/** The content of Sara's certificate. */
export const createCredential = (number: string, changes: Payload = {}): Payload => ({
  '@context': ['https://www.w3.org/ns/credentials/v2'],
  // Stored form, without hyphens.
  id: `${SITE}/certificates/${number.replaceAll('-', '')}`,
  type: ['VerifiableCredential', 'AchievementCredential'],
  issuer: { id: 'did:web:itqan.test', type: ['Profile'], name: 'Itqan' },
  validFrom: '2026-11-01T00:00:00+03:00',
  validUntil: '2029-10-31T00:00:00+03:00',
  credentialSubject: {
    type: ['AchievementSubject'],
    identifier: [
      { type: 'IdentityObject', hashed: false, identityHash: 'Sara Alharbi', identityType: 'name' },
      { type: 'IdentityObject', hashed: false, identityHash: 'سارة الحربي', identityType: 'name' },
    ],
    activityStartDate: '2026-10-18T00:00:00+03:00',
    activityEndDate: '2026-10-20T00:00:00+03:00',
    achievement: {
      name: 'Forklift driving · قيادة الرافعات',
      creator: { name: 'Gulf Academy · أكاديمية الخليج' },
    },
  },
  credentialStatus: {
    id: `${LIST}#5`,
    type: 'BitstringStatusListEntry',
    statusPurpose: 'revocation',
    statusListIndex: '5',
    statusListCredential: LIST,
  },
  ...changes,
});

/** The service's response for Sara's certificate, with its signed credential. */
export const createRecord = (number: string, credential: string, changes: Payload = {}) => ({
  state: 'valid',
  number,
  holder_name_en: 'Sara Alharbi',
  holder_name_ar: 'سارة الحربي',
  training_title_en: 'Forklift driving',
  training_title_ar: 'قيادة الرافعات',
  organization_name_en: 'Gulf Academy',
  organization_name_ar: 'أكاديمية الخليج',
  started_on: '2026-10-18',
  ended_on: '2026-10-20',
  issued_on: '2026-11-01',
  expires_on: '2029-10-30',
  revoked_on: null,
  revoked_kind: null,
  superseded_by: null,
  credential,
  ...changes,
});

/** Creates a status list with these bits set. */
export function listOf(positions: number[], changes: Payload = {}): Payload {
  const bits = Buffer.alloc(16_384);
  for (const position of positions) {
    bits[position >> 3] = (bits[position >> 3] ?? 0) | (0x80 >> (position % 8));
  }
  return {
    id: LIST,
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    issuer: 'did:web:itqan.test',
    validFrom: '2026-11-23T06:00:00+00:00',
    credentialSubject: {
      type: 'BitstringStatusList',
      statusPurpose: 'revocation',
      encodedList: `u${gzipSync(bits).toString('base64url')}`,
    },
    ...changes,
  };
}
