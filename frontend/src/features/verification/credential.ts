import { compactVerify, decodeProtectedHeader, errors, importJWK } from 'jose';
import * as z from 'zod/mini';
import type { Issuer } from './issuer';
import { readNumber } from './number';

// The older and newer name of the same curve.
const ALGORITHMS = ['EdDSA', 'Ed25519'];

/** The reason for rejecting a credential. */
export type Forgery =
  /** Not a credential. */
  | 'unreadable'
  /** Unsigned, or signed with an unsupported algorithm. */
  | 'algorithm'
  /** Signed with a key that is not the issuer's. */
  | 'key'
  /** The signature does not match the content. */
  | 'signature'
  /** The wrong issuer or kind of credential. */
  | 'issuer';

export type Checked<Content> =
  | { kind: 'good'; content: Content }
  | { kind: 'forged'; reason: Forgery }
  /** The browser does not support Ed25519, or the page is not in a secure context. */
  | { kind: 'unable' };

const bytes = new TextDecoder();

/** Verifies the signature with the issuer's keys and returns the payload. */
async function verifyJwt(jwt: string, issuer: Issuer): Promise<Checked<unknown>> {
  const createForgery = (reason: Forgery) => ({ kind: 'forged', reason }) as const;
  let header: { alg?: string; kid?: string };
  try {
    header = decodeProtectedHeader(jwt);
  } catch {
    return createForgery('unreadable');
  }
  const { alg = '', kid } = header;
  // Check the algorithm before looking up a key, because "none" needs no key.
  if (!ALGORITHMS.includes(alg)) return createForgery('algorithm');
  const key = issuer.keys.find((candidate) => candidate.kid === kid);
  if (key?.crv !== 'Ed25519') return createForgery('key');
  try {
    const { payload } = await compactVerify(jwt, await importJWK({ ...key, alg }, alg), {
      algorithms: ALGORITHMS,
    });
    return { kind: 'good', content: JSON.parse(bytes.decode(payload)) };
  } catch (error) {
    if (error instanceof errors.JWSSignatureVerificationFailed) return createForgery('signature');
    if (error instanceof errors.JWSInvalid || error instanceof SyntaxError) {
      return createForgery('unreadable');
    }
    return { kind: 'unable' };
  }
}

const entry = z.object({
  type: z.literal('BitstringStatusListEntry'),
  statusPurpose: z.literal('revocation'),
  statusListIndex: z.string().check(z.regex(/^\d{1,9}$/)),
  statusListCredential: z.url(),
});

const certificateClaims = z.object({
  id: z.url(),
  type: z.array(z.string()),
  issuer: z.object({ id: z.string() }),
  validFrom: z.iso.datetime({ offset: true }),
  validUntil: z.optional(z.iso.datetime({ offset: true })),
  credentialSubject: z.object({
    identifier: z.array(z.object({ identityHash: z.string() })),
    activityStartDate: z.optional(z.iso.datetime({ offset: true })),
    activityEndDate: z.optional(z.iso.datetime({ offset: true })),
    achievement: z.object({
      name: z.string(),
      creator: z.optional(z.object({ name: z.optional(z.string()) })),
    }),
  }),
  credentialStatus: z.optional(entry),
});

export interface StatusEntry {
  /** The URL of the status list. */
  url: string;
  position: number;
}

/** The claims of our credentials. */
export interface Claims {
  /** The number as printed. */
  number: string;
  /** The holder's name in each available script. */
  names: string[];
  /** The title in both languages, as badge readers show it. */
  training: string;
  organization: string;
  startedAt: string | undefined;
  endedAt: string | undefined;
  issuedAt: string;
  expiresAt: string | undefined;
  status: StatusEntry | undefined;
}

/**
 * Verifies the issuer's signature of a credential and returns its claims. It does not check the
 * expiry.
 */
export async function checkCredential(jwt: string, issuer: Issuer): Promise<Checked<Claims>> {
  const checked = await verifyJwt(jwt, issuer);
  if (checked.kind !== 'good') return checked;
  const parsed = certificateClaims.safeParse(checked.content);
  if (!parsed.success) return { kind: 'forged', reason: 'unreadable' };
  const { data } = parsed;
  const isOurs = data.issuer.id === issuer.id && data.type.includes('AchievementCredential');
  if (!isOurs) return { kind: 'forged', reason: 'issuer' };
  const { credentialSubject: subject, credentialStatus: status } = data;
  return {
    kind: 'good',
    content: {
      number: parseCertificateNumber(data.id),
      names: subject.identifier.map(({ identityHash }) => identityHash),
      training: subject.achievement.name,
      organization: subject.achievement.creator?.name ?? '',
      startedAt: subject.activityStartDate,
      endedAt: subject.activityEndDate,
      issuedAt: data.validFrom,
      expiresAt: data.validUntil,
      status: status && {
        url: status.statusListCredential,
        position: Number(status.statusListIndex),
      },
    },
  };
}

/** Its URL contains the number in stored form. */
function parseCertificateNumber(address: string): string {
  const number = new URL(address).pathname.split('/').at(-1) ?? '';
  const read = readNumber(number);
  return 'number' in read ? read.number : number;
}

const listClaims = z.object({
  id: z.url(),
  type: z.array(z.string()),
  issuer: z.string(),
  validUntil: z.optional(z.iso.datetime({ offset: true })),
  credentialSubject: z.object({
    type: z.literal('BitstringStatusList'),
    statusPurpose: z.literal('revocation'),
    encodedList: z.string().check(z.startsWith('u')),
  }),
});

// Far more than any of our lists; larger content may be a decompression bomb.
const MOST_BYTES = 4 * 1024 * 1024;

async function decompress(encoded: string): Promise<Uint8Array> {
  const packed = Uint8Array.from(
    atob(encoded.slice(1).replaceAll('-', '+').replaceAll('_', '/')),
    (character) => character.charCodeAt(0),
  );
  const stream = new Response(packed).body as ReadableStream<Uint8Array<ArrayBuffer>>;
  const reader = stream.pipeThrough(new DecompressionStream('gzip')).getReader();
  const bits = new Uint8Array(MOST_BYTES);
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    if (length + part.value.length > MOST_BYTES) {
      await reader.cancel();
      throw new RangeError('The list is too long');
    }
    bits.set(part.value, length);
    length += part.value.length;
  }
  return bits.subarray(0, length);
}

/**
 * Returns whether the status list revokes the credential; null if the list is not the issuer's, not
 * the named one, or too short.
 */
export async function isWithdrawn(
  list: string,
  entry: StatusEntry,
  issuer: Issuer,
): Promise<boolean | null> {
  const checked = await verifyJwt(list, issuer);
  if (checked.kind !== 'good') return null;
  const parsed = listClaims.safeParse(checked.content);
  if (!parsed.success) return null;
  const { id, type, issuer: by, credentialSubject } = parsed.data;
  const isTheList =
    by === issuer.id && id === entry.url && type.includes('BitstringStatusListCredential');
  if (!isTheList) return null;
  try {
    const bits = await decompress(credentialSubject.encodedList);
    const byte = bits[Math.floor(entry.position / 8)];
    // The first entry is the most significant bit of the first byte.
    return byte === undefined ? null : (byte & (0x80 >> (entry.position % 8))) !== 0;
  } catch {
    return null;
  }
}
